import type { Sharp } from 'sharp';
import { MOST_PIXELS } from '../../kernel/image.ts';
import { pictureSize, type PictureFormat, type PictureRequest } from './picture-request.ts';

/** Quality of pictures whose address asks for none, by format; AVIF looks the same at lower numbers. */
const defaultQuality: Readonly<Record<PictureFormat, number>> = { jpeg: 80, webp: 80, avif: 50, png: 100 };
/** Effort of AVIF from 0 to 9: more takes three times as long for pictures a sixth smaller. */
const AVIF_EFFORT = 2;
/** Seconds after which a picture is given up. */
export const LONGEST_WORK = 15;
/** The formats that are read. SVG and documents are not: they are programs of their authors. */
const loaders = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`);

/** Typical work for a million pixels, in milliseconds of CPU: to read them, and to write them in a format. */
const READING = 25;
const writing: Readonly<Record<PictureFormat, number>> = { jpeg: 50, png: 120, webp: 120, avif: 1000 };

type Library = typeof import('sharp');

/** The result of resizing an original. */
interface MadePicture {
  /** Undefined where the original is the answer: it is as small already, or moves. */
  readonly picture?: Buffer;
  /** Typical work for it, in milliseconds of CPU: whatever else the machine does meanwhile. */
  readonly work: number;
}

/** Makes pictures of originals. */
export interface PictureMaker {
  /** Makes a picture. Throws for an original that cannot be read or has more than `MOST_PIXELS`. */
  make(original: Buffer, request: PictureRequest, format: PictureFormat): Promise<MadePicture>;
}

/** Loads the library of images; undefined where it has no binary for this platform. It works in threads of its own. */
export async function loadPictureMaker(): Promise<PictureMaker | undefined> {
  const sharp = await import('sharp').then(
    (library) => library.default,
    () => undefined,
  );
  if (!sharp) return undefined;
  // Each picture is made in one thread, and the cache of results is that of files.
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  return { make: (original, request, format) => make(sharp, original, request, format) };
}

async function make(
  sharp: Library['default'],
  original: Buffer,
  request: PictureRequest,
  format: PictureFormat,
): Promise<MadePicture> {
  const image = sharp(original, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
  const facts = await image.metadata();
  if ((facts.pages ?? 1) > 1) return { work: 1 };
  const before = facts.autoOrient;
  const size = pictureSize(before, request);
  const isSameSize = size.width === before.width && size.height === before.height;
  const isSame = isSameSize && (facts.format === format || (format === 'avif' && facts.format === 'heif'));
  if (isSame && request.quality === undefined) return { work: 1 };
  const resized = image.autoOrient().resize(size.width, size.height, {
    fit: request.width && request.height && request.fit === 'crop' ? 'cover' : 'fill',
  });
  const picture = await encode(resized, format, request.quality).timeout({ seconds: LONGEST_WORK }).toBuffer();
  const work = (READING * before.width * before.height + writing[format] * size.width * size.height) / 1e6;
  return isSame && picture.length >= original.length ? { work } : { picture, work };
}

function encode(image: Sharp, format: PictureFormat, asked: number | undefined): Sharp {
  const quality = asked ?? defaultQuality[format];
  switch (format) {
    case 'jpeg':
      return image.flatten({ background: '#ffffff' }).jpeg({ quality, progressive: true });
    case 'webp':
      return image.webp({ quality });
    case 'avif':
      return image.avif({ quality, effort: AVIF_EFFORT });
    case 'png':
      return image.png({ palette: quality < 100, quality });
  }
}
