"""Still pictures as SVG and HTML text: no script, light and dark, and nothing of games or searches."""
