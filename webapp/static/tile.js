// Small helpers every page's script uses: texts, elements, tile pictures.

export const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

export function element(tag, { text, on, data, ...attributes } = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  if (text !== undefined) made.textContent = text;
  Object.assign(made.dataset, data ?? {});
  for (const [event, work] of Object.entries(on ?? {})) made.addEventListener(event, work);
  made.append(...children.filter(Boolean));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";
const root = new URL(".", import.meta.url).pathname;

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function picture(code, label = "") {
  const drawn = svg("svg", { class: "tile", viewBox: "0 0 60 84", ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }) });
  drawn.append(svg("use", { href: `${root}tiles.svg#t-${code}` }));
  return drawn;
}

export function icon(name) {
  const drawn = svg("svg", { class: "icon", "aria-hidden": "true" });
  drawn.append(svg("use", { href: `${root}icons.svg#${name}` }));
  return drawn;
}

// A text whose tile codes (5m, 123p) are shown as pictures.
export function rich(text) {
  return text.split(/((?<![\w.])(?:[0-9]+[mpszf])+(?!\w))/).map((part, at) => {
    if (at % 2 === 0) return part;
    const row = element("span", { class: "tiles tiny" });
    for (const [, digits, suit] of part.matchAll(/([0-9]+)([mpszf])/g)) for (const digit of digits) row.append(picture(`${digit}${suit}`, `${digit}${suit}`));
    return row;
  });
}
