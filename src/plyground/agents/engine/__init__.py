"""Programs that play over a pipe, in any language: UGI or UCI, and Gomocup."""
