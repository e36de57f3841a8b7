// Everything that drawing a view needs in one hand: what the board says, what lies where, names, signs.

import { chip } from "./piece.js";
import { drawInside } from "./place.js";
import { pointersOf } from "./spot.js";
import { Marks } from "./marks.js";
import { Speaker } from "./value.js";

export class Draw {
  /** `tips` tells on hover and focus what an element is about; `about(key, label)` gives the lines. */
  constructor(layout, entries, names, tips, about) {
    Object.assign(this, { layout, entries, tips, about });
    this.marks = new Marks(entries);
    this.say = new Speaker(layout, entries, names);
    this.see({});
  }

  /** From now on this view is drawn. */
  see(view) {
    this.view = view;
    this.content = new Map((view.places ?? []).map((place) => [place.id, place]));
    this.values = new Map((view.values ?? []).map((value) => [value.id, value]));
    this.pointers = pointersOf(this.layout, this.values);
  }

  chip(piece, place, style) {
    return chip(piece, place, this, style);
  }

  inside(place) {
    return drawInside(place, this);
  }

  /** All that the drawing of a root depends on, as a text: equal texts, equal drawings. */
  signature(root) {
    const ids = [root.id, ...root.parts.map((part) => part.id)];
    const values = ids.flatMap((id) => (this.layout.ofPlace.get(id) ?? []).map((info) => this.values.get(info.id)));
    const pointing = ids.map((id) => (this.pointers.get(id) ?? []).map((info) => info.id));
    return JSON.stringify([ids.map((id) => this.content.get(id) ?? 0), values, pointing]);
  }
}
