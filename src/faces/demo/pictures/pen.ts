import {
  castShadow,
  face,
  faceAll,
  fillOutline,
  type Canvas,
  type Placement,
  type Point,
  type Spot,
} from './canvas.ts';
import type { Colour } from './jpeg.ts';
import type { Surface } from './surfaces.ts';

/** The radius of a body at heights above its base, from the top down. */
export type Profile = readonly (readonly [height: number, radius: number])[];

/** Turns a spot of a flat surface, such as for folds. */
export type Relief = (spot: Spot) => void;

/** Ratio of the axes of a circle that is seen from slightly above. */
export const TILT = 0.2;

/** Points of an ellipse. */
export function ellipse(x: number, y: number, width: number, height: number, from = 0, to = 2 * Math.PI): Point[] {
  const count = 48;
  return Array.from({ length: count + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / count;
    return [x + width * Math.cos(angle), y + height * Math.sin(angle)];
  });
}

/** A smooth line through points. */
export function smooth(points: readonly Point[], isClosed = false): Point[] {
  const at = (i: number): Point => {
    const index = isClosed ? (i + points.length) % points.length : Math.max(0, Math.min(points.length - 1, i));
    return points[index] ?? [0, 0];
  };
  const line: Point[] = [];
  const last = isClosed ? points.length : points.length - 1;
  for (let i = 0; i < last; i++) {
    const [p, q, r, s] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let step = 0; step < 12; step++) {
      const t = step / 12;
      const along = (k: 0 | 1): number =>
        q[k] +
        0.5 * t * (r[k] - p[k] + t * (2 * p[k] - 5 * q[k] + 4 * r[k] - s[k] + t * (3 * (q[k] - r[k]) + s[k] - p[k])));
      line.push([along(0), along(1)]);
    }
  }
  if (!isClosed) line.push(at(last));
  return line;
}

/** A rectangle with round corners; `x` and `y` are its upper left corner. */
export function roundRectangle(x: number, y: number, width: number, height: number, radius: number): Point[] {
  const corner = (cx: number, cy: number, quarter: number): Point[] =>
    Array.from({ length: 9 }, (_, i) => {
      const angle = ((quarter + i / 8) * Math.PI) / 2;
      return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
    });
  return [
    ...corner(x + width - radius, y + height - radius, 0),
    ...corner(x + radius, y + height - radius, 1),
    ...corner(x + radius, y + radius, 2),
    ...corner(x + width - radius, y + radius, 3),
  ];
}

/** Paints objects on a canvas, at a place and in a size. Heights of objects count up from their base. */
export class Pen {
  readonly #canvas: Canvas;
  readonly #place: Placement;

  /**
   * `x` and `y`: the middle of the object's base, in pixels. `colour`: the object's own colour; undefined: that which the
   * picture leaves open.
   */
  constructor(canvas: Canvas, x: number, y: number, scale = 1, colour?: Colour) {
    this.#canvas = canvas;
    this.#place = { left: x, top: y, scale, colour };
  }

  /** A pen for an object beside this one. */
  moved(x: number, y: number, size = 1): Pen {
    const { left, top, scale, colour } = this.#place;
    return new Pen(this.#canvas, left + x * scale, top + y * scale, scale * size, colour);
  }

  /** A soft shadow on the ground below the object. */
  shadow(x: number, y: number, width: number, height: number, strength = 0.5): void {
    const { left, top, scale } = this.#place;
    castShadow(this.#canvas, [left + x * scale, top + y * scale], [width * scale, height * scale], strength);
  }

  /** A flat outline. `relief` gives the direction that each of its points faces; otherwise towards the viewer. */
  area(outline: readonly Point[], surface: Surface, relief?: Relief): void {
    faceAll(0, 0.12, 1);
    fillOutline(this.#canvas, this.#place, outline, surface, relief);
  }

  /** A body turned on a lathe, around the vertical through `x`. */
  turned(x: number, profile: Profile, surface: Surface, isBand = false): void {
    const line = profile.length > 2 ? smooth(profile.map(([height, radius]) => [radius, -height])) : undefined;
    const points = line ?? profile.map(([height, radius]): Point => [radius, -height]);
    const [first, last] = [points[0] ?? [0, 0], points.at(-1) ?? [0, 0]];
    const outline: Point[] = [
      ...ellipse(x, first[1], first[0], first[0] * TILT, Math.PI, isBand ? 0 : 2 * Math.PI),
      ...points.map(([radius, y]): Point => [x + radius, y]),
      ...ellipse(x, last[1], last[0], last[0] * TILT, 0, Math.PI),
      ...points.toReversed().map(([radius, y]): Point => [x - radius, y]),
    ];
    fillOutline(this.#canvas, this.#place, outline, surface, roundness(x, points));
  }

  /** A ring around a body: its upper edge is the front half of a circle, too. */
  band(x: number, profile: Profile, surface: Surface): void {
    this.turned(x, profile, surface, true);
  }

  /** A round opening or lid, `height` above the base. */
  disc(x: number, height: number, radius: number, surface: Surface, tilt = TILT): void {
    this.area(ellipse(x, -height, radius, radius * tilt), surface, (spot) => {
      face(spot, (x - spot.x) / radius, 0.9, 0.6);
    });
  }

  /** A round bar along a line. */
  bar(line: readonly Point[], width: number, surface: Surface): void {
    // Narrower bars on top of each other, each lit as the part of the bar that it stands for.
    const steps = 4;
    for (let i = 0; i < steps; i++) {
      const part = i / steps;
      const shift = width * 0.13 * part;
      faceAll(0.75 - part * 1.3, -0.7 + part * 1.4, 0.25 + part);
      fillOutline(this.#canvas, this.#place, thickened(line, width * (1 - part), -shift), surface);
    }
  }

  /** A seam along a line: short stitches. */
  seam(line: readonly Point[], surface: Surface, width = 3): void {
    let left = 0;
    for (const [i, to] of line.entries()) {
      const from = line[i - 1];
      if (!from) continue;
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const at = (distance: number): Point => [
        from[0] + ((to[0] - from[0]) * distance) / length,
        from[1] + ((to[1] - from[1]) * distance) / length,
      ];
      for (; left < length; left += 13) {
        this.area(thickened([at(left), at(Math.min(length, left + 8))], width, 0), surface);
      }
      left -= length;
    }
  }
}

/** The relief of a body around the vertical through `x`, by the `[radius, y]` of its profile from the top down. */
function roundness(x: number, points: readonly Point[]): Relief {
  let row = Number.NaN;
  let segment = 0;
  let [perRadius, shrink, up] = [1, 1, 0];
  /** Sets the values that all spots of a row share. */
  const enter = (y: number): void => {
    row = y;
    while (segment > 0 && y < (points[segment]?.[1] ?? 0)) segment--;
    while (segment < points.length - 2 && y > (points[segment + 1]?.[1] ?? 0)) segment++;
    const [r0, y0] = points[segment] ?? [0, 0];
    const [r1, y1] = points[segment + 1] ?? [r0, y0];
    const part = y1 > y0 ? Math.max(0, Math.min(1, (y - y0) / (y1 - y0))) : 0;
    perRadius = 1 / Math.max(1, r0 + (r1 - r0) * part);
    const slope = y1 > y0 ? Math.max(-3, Math.min(3, (r1 - r0) / (y1 - y0))) : 0;
    shrink = 1 / Math.sqrt(1 + slope * slope);
    up = slope * shrink;
  };
  return (spot) => {
    if (spot.y !== row) enter(spot.y);
    const across = Math.max(-0.995, Math.min(0.995, (spot.x - x) * perRadius));
    spot.right = across * shrink;
    spot.up = up;
    spot.front = Math.sqrt(1 - across * across) * shrink;
  };
}

/** The outline of a line of a width, moved up by `shift`. */
function thickened(line: readonly Point[], width: number, shift: number): Point[] {
  const sides: [Point[], Point[]] = [[], []];
  for (const [i, [x, y]] of line.entries()) {
    const [from, to] = [line[i - 1] ?? [x, y], line[i + 1] ?? [x, y]];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [dx, dy] = [(-(to[1] - from[1]) / length) * (width / 2), ((to[0] - from[0]) / length) * (width / 2)];
    sides[0].push([x + dx + shift * 0.6, y + dy + shift]);
    sides[1].push([x - dx + shift * 0.6, y - dy + shift]);
  }
  return [...sides[0], ...sides[1].reverse()];
}
