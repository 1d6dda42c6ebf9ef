import type { Spot } from './canvas.ts';
import { grain, noise } from './noise.ts';

/** Lights a spot by its place and the direction it faces. */
export type Surface = (spot: Spot) => void;

/** Light from the upper left, and the direction halfway to the viewer. */
const light = { right: -0.46, up: 0.58, front: 0.67 };
const half = { right: -0.25, up: 0.32, front: 0.91 };

/** Brightness of a matt surface. */
function diffuse({ right, up, front }: Spot): number {
  return 0.4 + 0.68 * Math.max(0, right * light.right + up * light.up + front * light.front);
}

/** Brightness of the reflected lamp: the cosine, squared `squares` times. */
function gloss({ right, up, front }: Spot, squares: number): number {
  let cosine = Math.max(0, right * half.right + up * half.up + front * half.front);
  for (let i = 0; i < squares; i++) cosine *= cosine;
  return cosine;
}

/** A surface in the open colour: `brightness` of it, and white light on top. */
function tinted(spot: Spot, brightness: number, white: number): void {
  spot.weight = brightness * (1 - white);
  spot.red = white;
  spot.green = white * 0.985;
  spot.blue = white * 0.96;
}

/** A surface of a colour of its own. */
function coloured(spot: Spot, own: Tone, brightness: number, white: number): void {
  const share = brightness * (1 - white);
  spot.weight = 0;
  spot.red = own.red * share + white;
  spot.green = own.green * share + white;
  spot.blue = own.blue * share + white * 0.97;
}

/** A colour; channels from 0 to 1. */
interface Tone {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

const tone = (red: number, green: number, blue: number): Tone => ({ red, green, blue });
const tones = {
  clay: tone(0.76, 0.62, 0.49),
  copper: tone(0.9, 0.52, 0.34),
  brass: tone(0.83, 0.66, 0.34),
  walnut: tone(0.47, 0.3, 0.19),
  oak: tone(0.83, 0.68, 0.5),
  iron: tone(0.2, 0.195, 0.19),
  paper: tone(0.97, 0.95, 0.9),
  flame: tone(1, 0.86, 0.55),
  tin: tone(0.78, 0.76, 0.73),
};

/** Glazed stoneware: soft mottles, dark specks, a broad and a sharp reflection. */
const stoneware: Surface = (spot) => {
  const { x, y } = spot;
  const mottle = 0.9 + 0.18 * noise(x * 0.022, y * 0.03) + 0.04 * grain(x, y);
  const speck = noise(x * 0.34 + 7, y * 0.34 + 3) > 0.86 ? 0.62 : 1;
  tinted(spot, diffuse(spot) * mottle * speck, 0.42 * gloss(spot, 5) + 0.12 * gloss(spot, 3));
};

/** Bare, unglazed clay. */
const clay: Surface = (spot) => {
  const { x, y } = spot;
  coloured(spot, tones.clay, diffuse(spot) * (0.9 + 0.15 * grain(x * 0.6, y * 0.6)), 0);
};

/** Bands of light and dark that a polished cylinder reflects, from left to right. */
const studio = [0.3, 0.42, 0.78, 1.12, 1.02, 0.72, 0.52, 0.46, 0.56, 0.8, 0.92, 0.7, 0.42, 0.3];

function reflection(right: number): number {
  const place = ((right + 1) / 2) * (studio.length - 1.001);
  const index = Math.max(0, Math.floor(place));
  const part = place - index;
  return (studio[index] ?? 0) * (1 - part) + (studio[index + 1] ?? 0) * part;
}

/** Brushed copper: fine streaks around the body in the reflections of a studio. */
const copper: Surface = (spot) => {
  const { x, y } = spot;
  const streak = 0.93 + 0.1 * noise(x * 0.012, y * 1.9) + 0.05 * noise(x * 0.03 + 40, y * 0.6);
  const brightness = (reflection(spot.right) * 0.82 + 0.22 * Math.max(0, spot.up) + 0.1) * streak;
  coloured(spot, tones.copper, brightness, 0.4 * gloss(spot, 4));
};

/** Brass of fittings. */
const brass: Surface = (spot) => {
  coloured(spot, tones.brass, reflection(spot.right) * 0.8 + 0.25, 0.4 * gloss(spot, 4));
};

/** Enamel in the open colour: smooth and glossy. */
const enamel: Surface = (spot) => {
  tinted(spot, diffuse(spot), 0.6 * gloss(spot, 6) + 0.12 * gloss(spot, 3));
};

/** Glass in the open colour: the background shines through, most in the middle. */
const glass: Surface = (spot) => {
  const { x, y } = spot;
  const edge = 1 - spot.front;
  const stripe = Math.max(0, 1 - Math.abs(spot.right + 0.62) / 0.09) * 0.65;
  const other = Math.max(0, 1 - Math.abs(spot.right - 0.7) / 0.06) * 0.35;
  tinted(
    spot,
    0.86 - 0.34 * edge * edge + 0.05 * noise(x * 0.02, y * 0.02),
    Math.min(0.8, stripe + other + 0.4 * gloss(spot, 6)),
  );
  spot.opacity = Math.min(0.94, 0.34 + 0.72 * edge * edge + stripe * 0.5 + other * 0.5);
};

/** Threads of a plain weave, `fineness` a pixel, uneven as those of linen are by `slub`. */
function weave(x: number, y: number, fineness: number, slub: number): number {
  const column = x * fineness;
  const row = y * fineness;
  const cx = column - Math.floor(column) - 0.5;
  const cy = row - Math.floor(row) - 0.5;
  const isOver = ((Math.floor(column) + Math.floor(row)) & 1) === 0;
  const thread = isOver ? 1.05 - cy * cy * 1.1 : 0.97 - cx * cx * 1.3;
  return thread + slub * (noise(x * 0.02, y * 0.55) + noise(x * 0.55, y * 0.02 + 90) - 1);
}

const linen: Surface = (spot) => tinted(spot, diffuse(spot) * weave(spot.x, spot.y, 0.25, 0.26), 0);
const cotton: Surface = (spot) => {
  const { x, y } = spot;
  const rib = 0.95 + 0.09 * Math.sin((x + y) * 0.9);
  tinted(spot, diffuse(spot) * rib * (0.97 + 0.06 * grain(x, y)), 0.02 * gloss(spot, 2));
};

/** Knitted wool: stitches in columns, and fuzz. */
const wool: Surface = (spot) => {
  const { x, y } = spot;
  const column = x / 13;
  const across = Math.abs(column - Math.floor(column) - 0.5) * 2;
  const row = y / 11 - across * 0.75;
  const along = row - Math.floor(row) - 0.5;
  const stitch =
    1.1 - 0.42 * along * along * 4 * 0.5 - 0.3 * across * across * across * across - 0.16 * (across < 0.12 ? 1 : 0);
  tinted(spot, diffuse(spot) * (stitch - 0.06 + 0.16 * (grain(x * 0.8, y * 0.8) - 0.4)), 0);
};

/** Grained leather with a dull shine. */
const leather: Surface = (spot) => {
  const { x, y } = spot;
  const pore = Math.abs(noise(x * 0.16, y * 0.16) - 0.5) + Math.abs(noise(x * 0.31 + 50, y * 0.31) - 0.5);
  const worn = 0.9 + 0.18 * noise(x * 0.012, y * 0.012);
  tinted(spot, diffuse(spot) * worn * (0.84 + 0.4 * Math.min(0.45, pore)), 0.13 * gloss(spot, 3) * (0.6 + pore));
};

/** Oiled walnut, with its grain along `x`. */
const walnut: Surface = (spot) => {
  const { x, y } = spot;
  const wave = y + 26 * noise(x * 0.006, y * 0.012);
  const rings = 0.5 + 0.5 * Math.sin(wave * 0.26 + 5 * noise(x * 0.004 + 9, y * 0.02));
  const fibre = noise(x * 0.05, y * 0.9);
  const brightness = diffuse(spot) * (0.72 + 0.3 * rings + 0.22 * (fibre - 0.5));
  coloured(spot, tones.walnut, brightness, 0.05 * gloss(spot, 3));
};

/** Light wood of tables and handles. */
const oak: Surface = (spot) => {
  const { x, y } = spot;
  const fibre = noise(x * 0.012, y * 0.35) * 0.6 + noise(x * 0.05, y * 1.2) * 0.4;
  coloured(spot, tones.oak, diffuse(spot) * (0.84 + 0.28 * fibre), 0.02);
};

/** Black iron. */
const iron: Surface = (spot) => {
  const { x, y } = spot;
  coloured(spot, tones.iron, diffuse(spot) * (0.92 + 0.16 * grain(x, y)), 0.16 * gloss(spot, 3));
};

/** Paper of pages and labels. */
const paper: Surface = (spot) => {
  const { x, y } = spot;
  coloured(spot, tones.paper, diffuse(spot) * (0.98 + 0.02 * grain(x, y)), 0);
};

/** Wax, which glows on top. */
const wax: Surface = (spot) => tinted(spot, 0.25 + diffuse(spot) * 0.72, 0.12);

/** Light of a flame or a lamp. */
const glow: Surface = (spot) => coloured(spot, tones.flame, 1.05 - 0.1 * (1 - spot.front), 0.25);

/** The dark inside of a vessel, in the open colour. */
const inside: Surface = (spot) => {
  const { x, y } = spot;
  tinted(spot, (0.42 + 0.3 * Math.max(0, spot.right)) * (0.95 + 0.08 * noise(x * 0.05, y * 0.05)), 0);
};

/** The tinned inside of copper vessels. */
const tin: Surface = (spot) => {
  coloured(spot, tones.tin, 0.5 + 0.4 * reflection(spot.right), 0.05);
};

/** Thread of seams. */
const thread: Surface = (spot) => {
  spot.weight = 0.35;
  spot.red = 0.55;
  spot.green = 0.52;
  spot.blue = 0.45;
};

/** A dark gap. */
const gap: Surface = (spot) => {
  spot.weight = 0.16;
  spot.red = spot.green = spot.blue = 0.02;
};

/** Surfaces that drawings are made of. */
export const surfaces = {
  brass,
  clay,
  copper,
  cotton,
  enamel,
  gap,
  glass,
  glow,
  inside,
  iron,
  leather,
  linen,
  oak,
  paper,
  stoneware,
  thread,
  tin,
  walnut,
  wax,
  wool,
} satisfies Readonly<Record<string, Surface>>;
