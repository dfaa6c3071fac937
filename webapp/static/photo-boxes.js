// The boxes over the photos: shown lit when their tile is meant, and to be tapped.

import { element, fill, svg } from "./tile.js";

export class PhotoBoxes {
  constructor(boxes, words, { chosen, hovered }) {
    Object.assign(this, { boxes, words, chosen, hovered, rects: [], section: document.querySelector(".photos") });
    this.figures = [...document.querySelectorAll(".photo")];
    this.listen([...document.querySelectorAll(".photo .box")]);
  }

  listen(rects) {
    for (const rect of rects) {
      const link = this.rects.push(rect) - 1;
      rect.setAttribute("tabindex", "-1");
      rect.setAttribute("aria-label", this.words.names[this.boxes[link].code] ?? "?");
      rect.addEventListener("click", () => this.chosen(link));
      rect.addEventListener("pointerenter", () => this.hovered(link));
      rect.addEventListener("pointerleave", () => this.hovered(null));
    }
  }

  // Draw a photo that came after the page did, below the others; `boxes` of it are the last ones known.
  add({ url, width, height }, boxes) {
    const rects = boxes.map(({ box: [x0, y0, x1, y1], zone, confidence }) => svg("rect", { class: `box zone-${zone}${confidence < 0.7 ? " unsure" : ""}`,
      x: x0.toFixed(1), y: y0.toFixed(1), width: (x1 - x0).toFixed(1), height: (y1 - y0).toFixed(1), rx: 6 }));
    const drawn = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": fill(this.words.photoWith, { count: boxes.length }) },
      svg("image", { href: url, width, height, preserveAspectRatio: "none" }), svg("g", { class: "boxes" }, ...rects));
    const figure = element("figure", { class: "photo", data: { photo: this.figures.length } }, drawn);
    (this.figures.at(-1) ?? this.section.querySelector(".photo-top")).after(figure);
    this.figures.push(figure);
    this.section.hidden = false;
    this.section.parentElement.classList.remove("no-photo");
    this.listen(rects);
    figure.scrollIntoView({ block: "nearest" });
  }

  // Photos of a discarder's hand are shown while that hand is, the winners' photos otherwise.
  show(photos, asked) {
    this.figures.forEach((figure, place) => { figure.hidden = Boolean(photos[place].asked) !== asked; });
  }

  used(links) {
    this.rects.forEach((rect, link) => rect.classList.toggle("unused", !links.has(link)));
  }

  hit(link) {
    this.rects.forEach((rect, place) => rect.classList.toggle("hit", place === link));
  }
}
