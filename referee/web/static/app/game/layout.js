// The board as a forest: a grid with its cells, a row with its spaces, and what stands alone; and where values belong.

import { spelt } from "../words.js";

/** A place as the board describes it, and its parts: {id, info, label, parts}. */
function spot(info) {
  return { id: info.id, info, label: info.label?.text ?? spelt(info.id), parts: [] };
}

export class Layout {
  /** `nameOf(id)`: what the rules call a whole that is no place by itself. */
  constructor(board, nameOf) {
    this.spots = new Map((board.places ?? []).map((info) => [info.id, spot(info)]));
    this.infos = new Map((board.values ?? []).map((info) => [info.id, info]));
    this.roots = [];
    for (const info of board.places ?? []) this.#hang(info);
    for (const root of this.roots) nameWhole(root, nameOf);
    this.#sortValues(board.values ?? []);
  }

  #hang(info) {
    const own = this.spots.get(info.id);
    if (!info.parent) {
      this.roots.push(own);
      return;
    }
    let whole = this.spots.get(info.parent);
    if (!whole) {
      whole = { ...spot({ id: info.parent, seat: info.seat, shape: info.shape }), bare: true };
      this.spots.set(info.parent, whole);
      this.roots.push(whole);
    }
    own.whole = whole;
    whole.parts.push(own);
  }

  /** Values by where they are shown: of a seat, of the table, of a place, or among the rules. */
  #sortValues(infos) {
    this.ofSeat = new Map();
    this.ofTable = [];
    this.ofPlace = new Map();
    this.rules = [];
    for (const info of infos) {
      const place = this.#placeOf(info.id);
      if (/(^|\/)rule\//.test(info.id)) this.rules.push(info);
      else if (place) grouped(this.ofPlace, place, info);
      else if (info.seat) grouped(this.ofSeat, info.seat, info);
      else this.ofTable.push(info);
    }
  }

  #placeOf(id) {
    for (let at = id.lastIndexOf("/"); at > 0; at = id.lastIndexOf("/", at - 1)) {
      if (this.spots.has(id.slice(0, at))) return id.slice(0, at);
    }
    return "";
  }

  /** What to call a place: a part with its whole, where both have a name. */
  placeName(id) {
    const found = this.spots.get(id);
    return found ? found.label : spelt(id);
  }

  /** Roots that belong to a seat; "" for those of the table. */
  rootsOf(seat) {
    return this.roots.filter((root) => (root.info.seat ?? "") === seat);
  }
}

function grouped(map, key, value) {
  map.set(key, [...(map.get(key) ?? []), value]);
}

/** Whether the parts are called as the whole is: then their places in it tell them apart. */
function nameWhole(root, nameOf) {
  if (!root.bare) return;
  const labels = new Set(root.parts.map((part) => part.label));
  root.same = labels.size === 1 && root.parts.length > 1;
  root.label = root.same ? [...labels][0] : nameOf(root.id.split("/").pop());
}
