import { PICTURE_SIZE, SQUARES, type Canvas } from './canvas.ts';
import { quantizers, zigzag } from './jpeg-tables.ts';

/**
 * A plane of a picture after the cosine transform, in blocks of 64 values in zigzag order, divided by their quantizers.
 * Like the canvas it is linear: the values in a colour are `base + weight * tone`.
 */
export interface TransformedPlane {
  readonly base: Float32Array;
  readonly weight: Float32Array;
  /** How many values of each block, after its first, are not rounded to zero in every colour. */
  readonly openCounts: Uint8Array;
  /** Their places in the block, in order, from the start of the block on. */
  readonly open: Uint8Array;
}

/** The three planes of JPEG: light, and the two of colour at half the size. */
export interface TransformedPicture {
  readonly light: TransformedPlane;
  readonly blueness: TransformedPlane;
  readonly redness: TransformedPlane;
}

/** Planes of zeros. */
export function newTransformedPicture(): TransformedPicture {
  const pixels = PICTURE_SIZE * PICTURE_SIZE;
  const plane = (count: number, weight = new Float32Array(count)): TransformedPlane => ({
    base: new Float32Array(count),
    weight,
    openCounts: new Uint8Array(count / 64),
    open: new Uint8Array(count),
  });
  const halfWeight = new Float32Array(pixels / 4);
  return { light: plane(pixels), blueness: plane(pixels / 4, halfWeight), redness: plane(pixels / 4, halfWeight) };
}

const BLOCKS = PICTURE_SIZE / 8;
const block = new Float64Array(64);
const weightBlock = new Float64Array(64);
const blueBlock = new Float64Array(64);
const redBlock = new Float64Array(64);
const halfBlock = new Float64Array(64);

/** Transforms the squares of a canvas that are `meant` into `picture`. */
export function transformSquares(
  canvas: Canvas,
  picture: TransformedPicture,
  meant: (square: number) => boolean,
): void {
  for (let square = 0; square < SQUARES * SQUARES; square++) {
    if (meant(square)) transformSquare(canvas, picture, square % SQUARES, Math.floor(square / SQUARES));
  }
}

/** Transforms 16 × 16 pixels: four blocks of light, and one of each of the other planes. */
function transformSquare(canvas: Canvas, { light, blueness, redness }: TransformedPicture, x: number, y: number): void {
  blueBlock.fill(0);
  redBlock.fill(0);
  halfBlock.fill(0);
  for (let quarter = 0; quarter < 4; quarter++) {
    const [column, row] = [quarter & 1, quarter >> 1];
    readQuarter(canvas, x * 16 + column * 8, y * 16 + row * 8, row * 32 + column * 4);
    const at = (y * 2 + row) * BLOCKS + x * 2 + column;
    store(block, light.base, at, scales.light);
    light.base[at * 64] = (light.base[at * 64] ?? 0) - darkest;
    store(weightBlock, light.weight, at, scales.light);
    listOpen(light, at, 255);
  }
  const at = (y * BLOCKS) / 2 + x;
  store(blueBlock, blueness.base, at, scales.colour);
  store(redBlock, redness.base, at, scales.colour);
  store(halfBlock, blueness.weight, at, scales.colour);
  listOpen(blueness, at, 144);
  listOpen(redness, at, 182);
}

/** Reads 8 × 8 pixels: all of their light, and means of four pixels of their colour, from `half` on. */
function readQuarter({ red, green, blue, weight }: Canvas, x: number, y: number, half: number): void {
  for (let i = 0; i < 64; i++) {
    const at = (y + (i >> 3)) * PICTURE_SIZE + x + (i & 7);
    const r = red[at] ?? 0;
    const b = blue[at] ?? 0;
    const bright = 0.299 * r + 0.587 * (green[at] ?? 0) + 0.114 * b;
    const open = weight[at] ?? 0;
    block[i] = bright * 255;
    weightBlock[i] = open;
    const place = half + (i >> 4) * 8 + ((i & 7) >> 1);
    blueBlock[place] = (blueBlock[place] ?? 0) + (b - bright) * (0.564 * 63.75);
    redBlock[place] = (redBlock[place] ?? 0) + (r - bright) * (0.713 * 63.75);
    halfBlock[place] = (halfBlock[place] ?? 0) + open * 0.25;
  }
}

/** Factors of the transform by Arai, Agui and Nakajima, which leaves its results scaled. */
const factors = [1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379];
const scaleOf = (quantizer: Uint8Array): Float64Array =>
  Float64Array.from(
    zigzag,
    (place, i) => 1 / ((quantizer[i] ?? 1) * (factors[place >> 3] ?? 1) * (factors[place & 7] ?? 1) * 8),
  );
const scales = { light: scaleOf(quantizers.luma), colour: scaleOf(quantizers.chroma) };

/** The first value of a black block: JPEG counts light from the middle. */
const darkest = (128 * 8) / (quantizers.luma[0] ?? 1);

/** Transforms a block. Many are empty: cloth shines in the open colour alone, and the background has none of it. */
function store(values: Float64Array, target: Float32Array, at: number, scale: Float64Array): void {
  if (isEmpty(values)) {
    target.fill(0, at * 64, at * 64 + 64);
    return;
  }
  for (let i = 0; i < 64; i += 8) transformLine(values, i, 1);
  for (let i = 0; i < 8; i++) transformLine(values, i, 8);
  for (let i = 0; i < 64; i++) target[at * 64 + i] = (values[zigzag[i] ?? 0] ?? 0) * (scale[i] ?? 0);
}

function isEmpty(values: Float64Array): boolean {
  for (let i = 0; i < 64; i++) if (values[i] !== 0) return false;
  return true;
}

/** Lists the values of a block that tones up to a limit do not all round to zero: the encoder skips the others. */
function listOpen({ base, weight, open, openCounts }: TransformedPlane, at: number, tone: number): void {
  const start = at * 64;
  let end = start;
  for (let i = start + 1; i < start + 64; i++) {
    if (Math.abs(base[i] ?? 0) + Math.abs(weight[i] ?? 0) * tone >= 0.5) open[end++] = i - start;
  }
  openCounts[at] = end - start;
}

/** Transforms eight values in place, `step` apart. */
// oxlint-disable-next-line complexity -- `??` for each of the eight values
function transformLine(v: Float64Array, start: number, step: number): void {
  const [i1, i2, i3, i4] = [start + step, start + 2 * step, start + 3 * step, start + 4 * step] as const;
  const [i5, i6, i7] = [start + 5 * step, start + 6 * step, start + 7 * step] as const;
  const s07 = (v[start] ?? 0) + (v[i7] ?? 0);
  const d07 = (v[start] ?? 0) - (v[i7] ?? 0);
  const s16 = (v[i1] ?? 0) + (v[i6] ?? 0);
  const d16 = (v[i1] ?? 0) - (v[i6] ?? 0);
  const s25 = (v[i2] ?? 0) + (v[i5] ?? 0);
  const d25 = (v[i2] ?? 0) - (v[i5] ?? 0);
  const s34 = (v[i3] ?? 0) + (v[i4] ?? 0);
  const d34 = (v[i3] ?? 0) - (v[i4] ?? 0);
  v[start] = s07 + s34 + s16 + s25;
  v[i4] = s07 + s34 - s16 - s25;
  const turn = (s16 - s25 + s07 - s34) * Math.SQRT1_2;
  v[i2] = s07 - s34 + turn;
  v[i6] = s07 - s34 - turn;
  const low = d34 + d25;
  const high = d16 + d07;
  const shared = (low - high) * 0.382683433;
  const lower = 0.5411961 * low + shared;
  const upper = 1.306562965 * high + shared;
  const middle = (d25 + d16) * Math.SQRT1_2;
  v[i5] = d07 - middle + lower;
  v[i3] = d07 - middle - lower;
  v[i1] = d07 + middle + upper;
  v[i7] = d07 + middle - upper;
}
