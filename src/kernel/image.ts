import { platformErrors } from './errors.ts';

/** The properties of an image, from its bytes. */
interface ImageFacts {
  readonly mime: 'image/png' | 'image/jpeg' | 'image/gif';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Largest number of pixels of an image: one of 20 KB may have a hundred times as many, and takes gigabytes of memory to draw. Cameras
 * of full frame have 50 million.
 */
export const MOST_PIXELS = 64_000_000;

/** The file extension of each type. */
const extensions: Readonly<Record<ImageFacts['mime'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
};

/** The type and size of an image, from its first bytes; undefined if it is not PNG, JPEG or GIF. */
export function imageFacts(content: Buffer): ImageFacts | undefined {
  const facts = readPng(content) ?? readGif(content) ?? readJpeg(content);
  return facts && facts.width > 0 && facts.height > 0 ? facts : undefined;
}

/** Throws 400 for an image that would take too much memory to draw. */
export function requireDrawable({ width, height }: ImageFacts): void {
  if (width * height > MOST_PIXELS) throw platformErrors.tooManyPixels([MOST_PIXELS]);
}

const forbidden = /[\\/?*:";<>()|{}]/;
const MAX_NAME_LENGTH = 90;

/** Whether a client's file name contains only allowed characters; an empty name is invalid. */
export function isImageName(name: string): boolean {
  return name !== '' && !forbidden.test(name);
}

/** A safe file name: `second image` → `second_image.png`. */
export function imageFileName(name: string, { mime }: ImageFacts): string {
  const extension = extensions[mime];
  const dot = name.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, ''];
  // The extension decides how the file is served, so only image extensions are allowed.
  const usedExtension = /^(?:png|jpe?g|gif)$/i.test(end) ? end : extension;
  const safe = (usedExtension === end ? stem : name).replace(/[^a-z0-9_.-]+/gi, '_').replace(/^[._]+$/, 'file');
  return `${safe.slice(0, MAX_NAME_LENGTH)}.${usedExtension}`;
}

/** The bytes of a base64 text; undefined if it is invalid. Blanks are ignored. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  // Nearly all texts are as they would be written again. To compare takes a sixth of the check of each sign.
  if (bytes.length > 0 && bytes.toString('base64') === text) return bytes;
  const signs = /\s/.test(text) ? text.replace(/\s+/g, '') : text;
  if (signs === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(signs)) return undefined;
  return Buffer.from(signs, 'base64');
}

function readPng(content: Buffer): ImageFacts | undefined {
  const isPng = content.length >= 24 && content.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n';
  if (!isPng || content.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { mime: 'image/png', width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

function readGif(content: Buffer): ImageFacts | undefined {
  if (content.length < 10 || !/^GIF8[79]a$/.test(content.toString('latin1', 0, 6))) return undefined;
  return { mime: 'image/gif', width: content.readUInt16LE(6), height: content.readUInt16LE(8) };
}

/** Walks through the segments up to the frame header, which contains the size. */
function readJpeg(content: Buffer): ImageFacts | undefined {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= content.length && content[at] === 0xff) {
    const marker = content.readUInt8(at + 1);
    if (isFrameHeader(marker)) {
      return { mime: 'image/jpeg', width: content.readUInt16BE(at + 7), height: content.readUInt16BE(at + 5) };
    }
    // Fill bytes, and markers without a length.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + content.readUInt16BE(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15, except the tables DHT, JPG and DAC between them. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
