"""What tests share: commands, subjects, players, programs of the system, pages and their servers."""
