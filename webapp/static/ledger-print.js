// Printing needs script only for the button; the browser's own menu does the same.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
