// House rules: one tap adds a line or takes it out; a set of lines can be kept under a name on this device.

import { element } from "./tile.js";

const KEPT = "hupai-house-rules";

const kept = () => JSON.parse(localStorage.getItem(KEPT) ?? "{}");

export function houseRules(form, words) {
  const text = form.elements.overrides;
  const shelf = document.getElementById("saved-rules");
  const changed = () => form.dispatchEvent(new Event("change", { bubbles: true }));
  const lines = () => text.value.split("\n").map((line) => line.trim()).filter(Boolean);
  const key = (line) => line.split("=")[0].trim();

  for (const chip of form.querySelectorAll("[data-line]")) {
    chip.addEventListener("click", () => {
      const { line } = chip.dataset;
      const others = lines().filter((one) => key(one) !== key(line));
      text.value = (lines().includes(line) ? others : [...others, line]).join("\n");
      changed();
    });
  }

  function draw() {
    const name = element("input", { type: "text", "aria-label": words.nameRules, placeholder: words.nameRules, maxlength: 30 });
    const save = element("button", { type: "button", class: "button small", text: words.saveRules, on: { click: () => {
      if (!name.value.trim() || !text.value.trim()) { name.focus(); return; }
      localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [name.value.trim()]: { ruleset: form.elements.ruleset.value, overrides: text.value } }));
      draw();
    } } });
    const chips = Object.entries(kept()).map(([title, rules]) => element("span", { class: "kept" },
      element("button", { type: "button", class: "chip", text: title, on: { click: () => { form.elements.ruleset.value = rules.ruleset; text.value = rules.overrides; changed(); } } }),
      element("button", { type: "button", class: "button small quiet", text: "×", "aria-label": `${words.remove}: ${title}`, on: { click: () => {
        const rest = kept();
        delete rest[title];
        localStorage.setItem(KEPT, JSON.stringify(rest));
        draw();
      } } })));
    shelf.replaceChildren(...chips, name, save);
    shelf.hidden = false;
  }
  draw();
}
