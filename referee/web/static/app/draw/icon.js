// The sign of an entry, of a seat, of a face-down piece, as SVG.

import { svg } from "../dom.js";

const PATHS = {
  square: "M3 3h18v18H3z",
  hexagon: "M12 1.500 21 6.750v10.500L12 22.500 3 17.250V6.750z",
  diamond: "M12 1 23 12 12 23 1 12z",
  octagon: "M8 2h8l6 6v8l-6 6H8l-6-6V8z",
  shield: "M3 3h18v11l-9 8-9-8z",
  pentagon: "M12 1.500 22.500 9.500 18.500 22h-13L1.500 9.500z",
  tag: "M2 5h14l6 7-6 7H2z",
  arch: "M3 22V11a9 9 0 0 1 18 0v11z",
};
const SEATS = ["#b3412f", "#2b6a99", "#3d7a3a", "#8a5a00", "#6d4a94", "#2d7873", "#a03a6b", "#5a5a5a"];
const SEAT_PATHS = [PATHS.octagon, PATHS.square, "M12 2 23 21H1z", PATHS.diamond, PATHS.hexagon, PATHS.shield, PATHS.pentagon, PATHS.tag];

/** A colour on which white letters can be read: yellow and green have to be darker than the others. */
const fill = (hue) => `hsl(${Math.round(hue)} 52% ${hue > 40 && hue < 195 ? 29 : 40}%)`;

/** The sign of an entry. It says nothing to a screen reader: the name stands beside it. */
export function icon(mark, size = 20) {
  const paint = { fill: fill(mark.hue), class: "icon-form" };
  const form = mark.form === "circle" ? svg("circle", { cx: 12, cy: 12, r: 10.5, ...paint }) : svg("path", { d: PATHS[mark.form], ...paint });
  const small = mark.letters.length > 2 ? 7.5 : mark.letters.length > 1 ? 9.5 : 12;
  const letters = svg("text", { x: 12, y: 12, "font-size": small, class: "icon-letters" }, mark.letters);
  return framed(size, form, letters);
}

const seatIndex = (seat) => (Number(seat) - 1) % SEATS.length;
export const seatColour = (seat) => SEATS[seatIndex(seat)] ?? "#5a5a5a";

/** The sign of a seat: a form and a colour of its own, with its number. */
export function seatIcon(seat, size = 18, letters = seat) {
  const index = seatIndex(seat);
  const form = svg("path", { d: SEAT_PATHS[index] ?? PATHS.square, fill: seatColour(seat) });
  const shift = index === 2 ? 16 : 12.5;
  return framed(size, form, svg("text", { x: 12, y: shift, "font-size": 11, class: "icon-letters" }, letters));
}

/** A piece that lies face down. */
export function backIcon(size = 20) {
  return framed(
    size,
    svg("rect", { x: 4, y: 2, width: 16, height: 20, rx: 3, class: "back" }),
    svg("path", { d: "M8 7l8 10M16 7 8 17", class: "back-lines" }),
  );
}

function framed(size, ...parts) {
  return svg("svg", { viewBox: "0 0 24 24", width: size, height: size, class: "icon", "aria-hidden": "true" }, ...parts);
}
