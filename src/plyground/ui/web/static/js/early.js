// Before anything is drawn: the theme that was chosen last time, and the files of the page that the address names, so that
// they are on their way at once and no page waits for those of another. Not a module, so that it runs first.
(() => {
  const PLAY = [ // what play.js imports, in turn: tests/ui/web/test_static.py knows the list too
    "board", "board-shape", "play", "play-address", "play-words", "play-seats", "agent-menu", "play-moves", "play-values", "play-cards",
    "play-help", "play-keys", "play-tell", "play-graph", "play-judge", "play-gauge", "play-variations", "play-table", "play-tools", "play-welcome", "play-analysis", "play-next", "icons",
  ];
  document.documentElement.dataset.theme = localStorage.getItem("plyground.theme") ?? "auto";
  const page = /^#(explain|arena|learn|papers|exercises|class)(&|$)/.exec(location.hash)?.[1] ?? "play";
  const link = (attributes) => document.head.append(Object.assign(document.createElement("link"), attributes));
  link({ rel: "preload", as: "style", href: `static/css/${page}.css` });
  for (const name of page === "play" ? PLAY : [page]) link({ rel: "modulepreload", href: `static/js/${name}.js` });
})();
