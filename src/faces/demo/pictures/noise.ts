/** Side of the table of noise; a power of two. */
const SIDE = 256;

/** Random numbers from 0 to 1, the same on every run. */
const grains = makeGrains();

function makeGrains(): Float32Array {
  let state = 0x2545f491;
  return Float32Array.from({ length: SIDE * SIDE }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  });
}

/** A random number from 0 to 1 for a cell of a grid. */
export function grain(x: number, y: number): number {
  return grains[((Math.floor(y) & (SIDE - 1)) << 8) | (Math.floor(x) & (SIDE - 1))] ?? 0;
}

/** Smooth noise from 0 to 1, with one hill or valley a unit; repeats after 256 units. */
export function noise(x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  const upper = (top & (SIDE - 1)) << 8;
  const lower = ((top + 1) & (SIDE - 1)) << 8;
  const column = left & (SIDE - 1);
  const next = (left + 1) & (SIDE - 1);
  const a = grains[upper | column] ?? 0;
  const b = grains[upper | next] ?? 0;
  const c = grains[lower | column] ?? 0;
  const d = grains[lower | next] ?? 0;
  const across = fx * fx * (3 - 2 * fx);
  const over = a + (b - a) * across;
  return over + (c + (d - c) * across - over) * fy * fy * (3 - 2 * fy);
}
