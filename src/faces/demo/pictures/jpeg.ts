import { PICTURE_SIZE } from './canvas.ts';
import { huffmanCodes, jpegHeader } from './jpeg-tables.ts';
import type { TransformedPicture, TransformedPlane } from './transform.ts';

const BLOCKS = PICTURE_SIZE / 8;

/** A colour as red, green and blue, each 0 to 255. */
export type Colour = readonly [number, number, number];

const out = Buffer.alloc(PICTURE_SIZE * PICTURE_SIZE);
/** Bits of two rows of blocks, before they are packed into bytes: values, and how many bits each has, 24 at most. */
const values = new Int32Array(PICTURE_SIZE * 32);
const counts = new Uint8Array(PICTURE_SIZE * 32);
let waiting = 0;
let length = 0;
let bits = 0;
let bitCount = 0;

/** Encodes a picture in a colour as JPEG. */
export function encodeJpeg({ light, blueness, redness }: TransformedPicture, [red, green, blue]: Colour): Buffer {
  const tone = 0.299 * red + 0.587 * green + 0.114 * blue;
  const [blueTone, redTone] = [(blue - tone) * 0.564, (red - tone) * 0.713];
  length = jpegHeader.copy(out);
  bits = 0;
  bitCount = 0;
  let [lastLight, lastBlue, lastRed] = [0, 0, 0];
  for (let y = 0; y < BLOCKS; y += 2) {
    for (let x = 0; x < BLOCKS; x += 2) {
      for (let quarter = 0; quarter < 4; quarter++) {
        const at = (y + (quarter >> 1)) * BLOCKS + x + (quarter & 1);
        lastLight = writeBlock(light, at, tone, lastLight, huffmanCodes.luma);
      }
      const at = ((y / 2) * BLOCKS) / 2 + x / 2;
      lastBlue = writeBlock(blueness, at, blueTone, lastBlue, huffmanCodes.chroma);
      lastRed = writeBlock(redness, at, redTone, lastRed, huffmanCodes.chroma);
    }
    packBits();
  }
  write(0x7f, 7);
  packBits();
  out[length++] = 0xff;
  out[length++] = 0xd9;
  return Buffer.from(out.subarray(0, length));
}

type Codes = (typeof huffmanCodes)['luma'];

/** Writes a block; returns its first level, from which the next block of the plane counts. */
function writeBlock(plane: TransformedPlane, at: number, tone: number, before: number, codes: Codes): number {
  const { base, weight, open } = plane;
  const start = at * 64;
  const end = start + (plane.openCounts[at] ?? 0);
  const first = rounded((base[start] ?? 0) + (weight[start] ?? 0) * tone);
  writeLevel(codes.first[sizeOf(first - before)] ?? 0, first - before);
  let last = 0;
  for (let i = start; i < end; i++) {
    const place = open[i] ?? 0;
    const value = (base[start + place] ?? 0) + (weight[start + place] ?? 0) * tone;
    if (Math.abs(value) < 0.5) continue;
    const level = rounded(value);
    let zeros = place - last - 1;
    for (; zeros > 15; zeros -= 16) writeLevel(codes.others[0xf0] ?? 0, 0);
    writeLevel(codes.others[(zeros << 4) | sizeOf(level)] ?? 0, level);
    last = place;
  }
  if (last < 63) writeLevel(codes.others[0] ?? 0, 0);
  return first;
}

/** The nearest integer. */
function rounded(value: number): number {
  return (value + (value < 0 ? -0.5 : 0.5)) | 0;
}

/** Number of bits of a level. */
function sizeOf(level: number): number {
  return 32 - Math.clz32(level < 0 ? -level : level);
}

/** Writes a code, which has its length in the upper half, and the level after it. */
function writeLevel(code: number, level: number): void {
  const size = sizeOf(level);
  const value = level < 0 ? level + (1 << size) - 1 : level;
  const codeSize = code >>> 16;
  if (codeSize + size > 24) {
    write(code & 0xffff, codeSize);
    write(value, size);
  } else write(((code & 0xffff) << size) | value, codeSize + size);
}

function write(value: number, count: number): void {
  values[waiting] = value;
  counts[waiting++] = count;
}

/** Packs the waiting codes into bytes. */
function packBits(): void {
  let [held, heldCount, end] = [bits, bitCount, length];
  for (let i = 0; i < waiting; i++) {
    const count = counts[i] ?? 0;
    held = (held << count) | (values[i] ?? 0);
    heldCount += count;
    while (heldCount >= 8) {
      heldCount -= 8;
      const byte = (held >>> heldCount) & 0xff;
      out[end++] = byte;
      if (byte === 0xff) out[end++] = 0;
    }
  }
  waiting = 0;
  bits = held & ((1 << heldCount) - 1);
  bitCount = heldCount;
  length = end;
}
