import { setFlagsFromString } from 'node:v8';

/** Limits uncollected garbage in this process: by default, V8 lets a heap of 100 MB grow fourfold before it collects. */
export function limitGarbage(): void {
  setFlagsFromString('--heap-growing-percent=20');
}
