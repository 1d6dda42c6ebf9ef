import type { IncomingHttpHeaders } from 'node:http';
import { isAmong } from '../../kernel/narrow.ts';

/** Formats that pictures are converted into. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif';

/** How a picture fits into a box: whole, covering it, or covering it and cropped to it. */
type Fit = 'bounds' | 'cover' | 'crop';

/** A picture as an address asks for it, with sizes that are rounded up to a bounded set. */
export interface PictureRequest {
  /** In pixels; undefined: follows from the other side. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly fit: Fit;
  /** Whether it may become larger than the original. */
  readonly isEnlarged: boolean;
  /** Undefined: that of the original. */
  readonly format: PictureFormat | undefined;
  /** 1 to 100; undefined: the default of the format. */
  readonly quality: number | undefined;
  /** Whether the format depends on the header `Accept`. */
  readonly isNegotiated: boolean;
}

/** Longest side of a picture, in pixels. */
const LONGEST_SIDE = 4096;

/** Steps of sizes in pixels, each up to a size: a stranger cannot have a picture made in every size. */
const steps: readonly (readonly [upTo: number, step: number])[] = [
  [100, 10],
  [400, 20],
  [1000, 50],
  [2000, 100],
  [LONGEST_SIDE, 512],
];
/** Sizes that icons and browsers' libraries ask for. */
const usual = [
  16, 24, 32, 48, 64, 75, 96, 128, 150, 250, 256, 265, 350, 384, 512, 640, 750, 768, 828, 960, 1080, 1280, 1920,
];
const sizes = [
  ...new Set([
    ...usual,
    ...steps.flatMap(([upTo, step], i) => {
      const from = steps[i - 1]?.[0] ?? 0;
      return Array.from({ length: Math.ceil((upTo - from) / step) }, (_, n) => Math.min(upTo, from + (n + 1) * step));
    }),
    3840,
  ]),
].sort((a, b) => a - b);
const qualities = [10, 20, 30, 40, 50, 60, 65, 70, 75, 80, 85, 90, 95, 100];
const HIGHEST_DENSITY = 4;

/** Names of formats; the progressive, baseline, lossy and lossless forms of a format are not told apart. */
const formats: Readonly<Record<string, PictureFormat>> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  pjpg: 'jpeg',
  pjpeg: 'jpeg',
  bjpg: 'jpeg',
  bjpeg: 'jpeg',
  png: 'png',
  png8: 'png',
  webp: 'webp',
  webply: 'webp',
  webpll: 'webp',
  avif: 'avif',
};

/**
 * Reads the parameters of Fastly's image optimization that an address has: `width`, `height`, `fit`, `dpr`, `format`, `auto`,
 * `quality` and `enable=upscale`. Unknown parameters and values are ignored. Undefined: the original is asked for.
 */
export function readPictureRequest(
  query: URLSearchParams,
  accept: IncomingHttpHeaders['accept'],
): PictureRequest | undefined {
  const density = numberOf(query.get('dpr'), HIGHEST_DENSITY) ?? 1;
  const [width, height] = [sizeOf(query.get('width'), density), sizeOf(query.get('height'), density)];
  const fit = query.get('fit') ?? '';
  const quality = numberOf(query.get('quality'), 100);
  const offered = autoFormats(query.get('auto'));
  const request: PictureRequest = {
    width,
    height,
    fit: isAmong(['cover', 'crop'], fit) ? fit : 'bounds',
    isEnlarged: query.get('enable') === 'upscale',
    format: offered.find((format) => accept?.includes(`image/${format}`)) ?? formats[query.get('format') ?? ''],
    quality: quality === undefined ? undefined : roundUp(qualities, quality),
    isNegotiated: offered.length > 0,
  };
  const isOriginal = !width && !height && !request.format && !request.quality && !request.isNegotiated;
  return isOriginal ? undefined : request;
}

/** The formats of `auto=webp` or `auto=avif,webp`, the smallest first. */
function autoFormats(text: string | null): PictureFormat[] {
  const names = (text ?? '').split(',');
  return (['avif', 'webp'] as const).filter((format) => names.includes(format));
}

/** A side in pixels of the set; undefined without one, or with one that is no number. */
function sizeOf(text: string | null, density: number): number | undefined {
  const size = numberOf(text, Number.MAX_SAFE_INTEGER);
  return size === undefined ? undefined : roundUp(sizes, Math.min(size * density, LONGEST_SIDE));
}

/** A positive number, limited to `most`; undefined for other texts. */
function numberOf(text: string | null, most: number): number | undefined {
  if (text === null || !/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return undefined;
  const number = Number(text);
  return number >= 1 ? Math.min(number, most) : undefined;
}

/** The first of the ascending `values` that is not below `least`. */
function roundUp(values: readonly number[], least: number): number {
  return values.find((value) => value >= least) ?? least;
}

/** The size of a picture in pixels. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size of the picture that is made of an original: never enlarged unless asked for, and without distortion. */
export function pictureSize(original: PictureSize, request: PictureRequest): PictureSize {
  const { width = 0, height = 0, fit, isEnlarged } = request;
  const both = width > 0 && height > 0;
  if (both && fit === 'crop') {
    const shrink = isEnlarged ? 1 : Math.min(1, original.width / width, original.height / height);
    return inPixels({ width: width * shrink, height: height * shrink });
  }
  const scales = [width / original.width, height / original.height].filter((scale) => scale > 0);
  const wanted = scales.length === 0 ? 1 : fit === 'cover' ? Math.max(...scales) : Math.min(...scales);
  const longest = LONGEST_SIDE / Math.max(original.width, original.height);
  const scale = Math.min(wanted, longest, isEnlarged ? Infinity : 1);
  return inPixels({ width: original.width * scale, height: original.height * scale });
}

function inPixels({ width, height }: PictureSize): PictureSize {
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}
