// The boxes over the photo: shown lit when their tile is meant, and to be tapped.

export class PhotoBoxes {
  constructor(boxes, words, { chosen, hovered }) {
    this.rects = [...document.querySelectorAll(".photo .box")];
    this.rects.forEach((rect, link) => {
      const name = words.names[boxes[link].code] ?? "?";
      rect.setAttribute("tabindex", "-1");
      rect.setAttribute("aria-label", name);
      rect.addEventListener("click", () => chosen(link));
      rect.addEventListener("pointerenter", () => hovered(link));
      rect.addEventListener("pointerleave", () => hovered(null));
    });
  }

  used(links) {
    this.rects.forEach((rect, link) => rect.classList.toggle("unused", !links.has(link)));
  }

  hit(link) {
    this.rects.forEach((rect, place) => rect.classList.toggle("hit", place === link));
  }
}
