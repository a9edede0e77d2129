// Small comforts. Everything on the page works without this file.

const root = document.documentElement;
const words = document.body.dataset;

// --- Theme: applied at once, kept by the form's own request.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-theme-choice]") || !event.submitter) return;
  event.preventDefault();
  const choice = event.submitter.value;
  if (choice === "auto") delete root.dataset.theme;
  else root.dataset.theme = choice;
  for (const button of form.querySelectorAll("button")) {
    if (button.value === choice) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  form.closest("details").open = false;
  const body = new FormData(form, event.submitter);
  fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => toast(words.failed));
});

// --- Menus: one open at a time; Escape and a click elsewhere close it.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// --- Tick boxes: one in the head ticks all of a form: <input type="checkbox" data-tick-all="bulk" hidden>.
function showTickAll(part) {
  for (const box of part.querySelectorAll("[data-tick-all]")) box.hidden = false;
}
showTickAll(document);
document.addEventListener("htmx:afterSwap", () => showTickAll(document));
document.addEventListener("change", (event) => {
  const form = document.getElementById(event.target.dataset?.tickAll);
  if (!form) return;
  for (const box of form.querySelectorAll("input[name=person]")) box.checked = event.target.checked;
});

// --- What cannot be undone asks first: <form data-confirm="Delete P-0007 for good?">.
document.addEventListener("submit", (event) => {
  const question = event.target.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

// --- Unsaved changes: the browser asks before a half-filled form (class "form", sent by POST) is left.
const changed = new Set();
document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (form?.matches("form.form[method=post]")) changed.add(form);
});
document.addEventListener("submit", (event) => {
  if (!event.defaultPrevented) changed.delete(event.target);
});
window.addEventListener("beforeunload", (event) => {
  if ([...changed].some((form) => form.isConnected)) event.preventDefault();
});

// --- What scrolls sideways can be reached and scrolled by keyboard; what fits needs no stop.
function markScrollers() {
  for (const box of document.querySelectorAll(".table-wrap, .picture-scroll")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
markScrollers();
addEventListener("resize", markScrollers);
document.body.addEventListener("htmx:afterSettle", markScrollers);

// --- A request that failed says so and leaves the page as it was.
function toast(text) {
  document.querySelector(".toast")?.remove();
  const note = document.createElement("p");
  note.className = "message message--error toast";
  note.setAttribute("role", "alert");
  note.textContent = text;
  document.body.append(note);
  setTimeout(() => note.remove(), 8000);
}
for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) document.body.addEventListener(name, () => toast(words.failed));
