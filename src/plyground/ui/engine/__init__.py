"""Our agents as engines for other people's tools: UGI, UCI and Gomocup over standard input and output."""
