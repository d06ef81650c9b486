// Before anything is drawn: the theme that was chosen last time. Not a module, so that it runs first.
document.documentElement.dataset.theme = localStorage.getItem("plyground.theme") ?? "auto";
