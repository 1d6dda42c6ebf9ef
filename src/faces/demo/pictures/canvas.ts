/** Width and height of every picture, in pixels. */
export const PICTURE_SIZE = 800;

/** Side of the squares that pictures are transformed in, in pixels. */
const SQUARE = 16;
/** Number of squares in a row of a picture. */
export const SQUARES = PICTURE_SIZE / SQUARE;

/** A part of a picture, in pixels; `right` and `bottom` are outside. */
interface Region {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * A picture whose colour is still open: each pixel is `base + weight * colour`, channels from 0 to 1. Everything that
 * is painted by blending is linear in the colour, so one drawing serves all colours of a product.
 */
export interface Canvas {
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
  readonly weight: Float32Array;
  /** 1 for each square that was painted on. */
  readonly touched: Uint8Array;
}

/** A point of an outline, in pixels. */
export type Point = readonly [x: number, y: number];

/** An empty, black canvas. */
export function newCanvas(): Canvas {
  const plane = (): Float32Array => new Float32Array(PICTURE_SIZE * PICTURE_SIZE);
  return { red: plane(), green: plane(), blue: plane(), weight: plane(), touched: new Uint8Array(SQUARES * SQUARES) };
}

/** Restores the rows of a canvas that were painted on from its background. */
export function clearCanvas(canvas: Canvas, background: Canvas): void {
  const strip = SQUARE * PICTURE_SIZE;
  for (let row = 0; row < SQUARES; row++) {
    if (!canvas.touched.subarray(row * SQUARES, (row + 1) * SQUARES).includes(1)) continue;
    for (const plane of ['red', 'green', 'blue', 'weight'] as const) {
      canvas[plane].set(background[plane].subarray(row * strip, (row + 1) * strip), row * strip);
    }
  }
  canvas.touched.fill(0);
}

/** Notes that pixels of a row were painted on. */
function touch({ touched }: Canvas, y: number, left: number, right: number): void {
  const row = (y >> 4) * SQUARES;
  for (let column = left >> 4; column <= right >> 4; column++) touched[row + column] = 1;
}

/** A spot of a surface; one object for all, because millions would cost too much. */
export interface Spot {
  /** Its place on the object. */
  x: number;
  y: number;
  /** The direction that it faces, of length 1. */
  right: number;
  up: number;
  front: number;
  /** Its light, and its part of the open colour. */
  red: number;
  green: number;
  blue: number;
  weight: number;
  /** From 0, transparent, to 1. */
  opacity: number;
}

const area = new Float32Array((PICTURE_SIZE + 2) * (PICTURE_SIZE + 1));
const WIDTH = PICTURE_SIZE + 2;
const spot: Spot = { x: 0, y: 0, right: 0, up: 0, front: 1, red: 0, green: 0, blue: 0, weight: 0, opacity: 1 };
// Fractions from the start: the engine then keeps the numbers in place.
for (const field of ['x', 'y', 'right', 'up', 'front', 'red', 'green', 'blue', 'weight', 'opacity'] as const)
  spot[field] += 0.5;

/** How an object lies in the picture: pixels of its origin and for each of its units. `colour`: of its own, 0 to 255. */
export interface Placement {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
  readonly colour: readonly [red: number, green: number, blue: number] | undefined;
}

/**
 * Fills a closed outline of an object, with smooth edges; `surface` gives the light of each spot. `relief` turns each spot
 * before; without it, all of them face where `faceAll` has turned them.
 */
export function fillOutline(
  canvas: Canvas,
  place: Placement,
  outline: readonly Point[],
  surface: (spot: Spot) => void,
  relief?: (spot: Spot) => void,
): void {
  const { left, top, scale } = place;
  const placed = outline.map(([x, y]): Point => [left + x * scale, top + y * scale]);
  const bounds = boundsOf(placed);
  let before = placed.at(-1);
  for (const point of placed) {
    if (before) addEdge(before, point);
    before = point;
  }
  spot.opacity = 1;
  for (let y = bounds.top; y < bounds.bottom; y++) fillRow(canvas, place, y, bounds, surface, relief);
}

/** Fills the pixels of a row by the accumulated areas. A function of its own, which the engine compiles as a whole. */
function fillRow(
  canvas: Canvas,
  { left, top, scale, colour }: Placement,
  y: number,
  bounds: Region,
  surface: (spot: Spot) => void,
  relief: ((spot: Spot) => void) | undefined,
): void {
  const unit = 1 / scale;
  let sum = 0;
  let first = -1;
  let last = 0;
  const start = y * WIDTH;
  const end = bounds.right;
  spot.y = (y - top) * unit;
  for (let x = bounds.left; x < end; x++) {
    sum += area[start + x] ?? 0;
    const covered = Math.min(1, Math.abs(sum));
    if (covered < 0.004) continue;
    if (first < 0) first = x;
    last = x;
    spot.x = (x - left) * unit;
    if (relief) relief(spot);
    surface(spot);
    if (colour) settle(colour);
    blend(canvas, y * PICTURE_SIZE + x, covered * spot.opacity);
  }
  if (first >= 0) touch(canvas, y, first, last);
  area.fill(0, start + bounds.left, start + Math.min(WIDTH, end + 2));
}

/** Paints the light of the spot on a pixel. */
function blend({ red, green, blue, weight }: Canvas, at: number, share: number): void {
  if (share > 0.996) {
    red[at] = spot.red;
    green[at] = spot.green;
    blue[at] = spot.blue;
    weight[at] = spot.weight;
    return;
  }
  const rest = 1 - share;
  red[at] = (red[at] ?? 0) * rest + spot.red * share;
  green[at] = (green[at] ?? 0) * rest + spot.green * share;
  blue[at] = (blue[at] ?? 0) * rest + spot.blue * share;
  weight[at] = (weight[at] ?? 0) * rest + spot.weight * share;
}

/** Replaces the open colour of the spot by one of its own. */
function settle(colour: readonly [red: number, green: number, blue: number]): void {
  const share = spot.weight / 255;
  spot.red += share * colour[0];
  spot.green += share * colour[1];
  spot.blue += share * colour[2];
  spot.weight = 0;
}

/** Sets the direction of all spots of the next outline without a relief, given in any length. */
export function faceAll(right: number, up: number, front: number): void {
  face(spot, right, up, front);
}

/** Sets the direction of a spot, given in any length. */
export function face(target: Spot, right: number, up: number, front: number): void {
  const shrink = 1 / (Math.sqrt(right * right + up * up + front * front) || 1);
  target.right = right * shrink;
  target.up = up * shrink;
  target.front = front * shrink;
}

/** Darkens an ellipse, most in its middle: a soft shadow. `strength`: 0 to 1. */
export function castShadow(
  canvas: Canvas,
  [x, y]: Point,
  [width, height]: readonly [number, number],
  strength: number,
): void {
  const limit = (value: number): number => Math.max(0, Math.min(PICTURE_SIZE, Math.round(value)));
  const bottom = limit(y + height);
  for (let row = limit(y - height); row < bottom; row++) {
    const down = ((row - y) / height) ** 2;
    const reach = width * Math.sqrt(Math.max(0, 1 - down));
    const [left, right] = [limit(x - reach), limit(x + reach)];
    if (reach < 1 || left >= right) continue;
    touch(canvas, row, left, right - 1);
    for (let column = left; column < right; column++) {
      const distance = Math.min(1, ((column - x) / width) ** 2 + down);
      const rest = 1 - strength * (1 - distance) * (1 - distance);
      const at = row * PICTURE_SIZE + column;
      canvas.red[at] = (canvas.red[at] ?? 0) * rest;
      canvas.green[at] = (canvas.green[at] ?? 0) * rest;
      canvas.blue[at] = (canvas.blue[at] ?? 0) * rest;
      canvas.weight[at] = (canvas.weight[at] ?? 0) * rest;
    }
  }
}

function boundsOf(outline: readonly Point[]): Region {
  let [left, right, top, bottom] = [PICTURE_SIZE, 0, PICTURE_SIZE, 0];
  for (const [x, y] of outline) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const limit = (value: number): number => Math.max(0, Math.min(PICTURE_SIZE, value));
  return {
    left: limit(Math.floor(left)),
    right: limit(Math.ceil(right) + 1),
    top: limit(Math.floor(top)),
    bottom: limit(Math.ceil(bottom)),
  };
}

/**
 * Adds the edge to the accumulated areas: the prefix sum of a row is the signed share of each pixel right of the edges.
 */
function addEdge(from: Point, to: Point): void {
  const isDown = from[1] < to[1];
  const upper = isDown ? from : to;
  const lower = isDown ? to : from;
  if (upper[1] === lower[1]) return;
  const sign = isDown ? 1 : -1;
  const slope = (lower[0] - upper[0]) / (lower[1] - upper[1]);
  const end = Math.min(PICTURE_SIZE, Math.ceil(lower[1]));
  for (let y = Math.max(0, Math.floor(upper[1])); y < end; y++) {
    const top = Math.max(y, upper[1]);
    const height = Math.min(y + 1, lower[1]) - top;
    if (height <= 0) continue;
    const entry = upper[0] + (top - upper[1]) * slope;
    addSpan(y * WIDTH, height * sign, entry, entry + height * slope);
  }
}

/** Spreads the `height` of an edge within a row over the pixels between its two ends. */
function addSpan(start: number, height: number, one: number, other: number): void {
  const left = Math.max(0, Math.min(PICTURE_SIZE, Math.min(one, other)));
  const right = Math.max(0, Math.min(PICTURE_SIZE, Math.max(one, other)));
  const first = Math.floor(left);
  const last = Math.floor(right);
  if (first === last) {
    const middle = (left + right) / 2 - first;
    area[start + first] = (area[start + first] ?? 0) + height * (1 - middle);
    area[start + first + 1] = (area[start + first + 1] ?? 0) + height * middle;
    return;
  }
  // The share of each pixel is the mean of the line's distance from its right side.
  const perPixel = height / (right - left);
  let spread = 0;
  for (let x = first; x <= last; x++) {
    const from = Math.max(left, x);
    const to = Math.min(right, x + 1);
    const share = perPixel * (to - from);
    const inside = share * (x + 1 - (from + to) / 2);
    area[start + x] = (area[start + x] ?? 0) + inside + spread;
    spread = share - inside;
  }
  area[start + last + 1] = (area[start + last + 1] ?? 0) + spread;
}
