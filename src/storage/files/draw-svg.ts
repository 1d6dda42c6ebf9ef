import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { libraryFile } from './library-files.ts';

/** Pixels of a picture, row by row, in four bytes each: red, green, blue and opacity. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

type Library = typeof import('@resvg/resvg-wasm');
let library: Promise<Library> | undefined;

/** Loads the library for the first picture: most processes draw none, and it takes memory. */
async function load(): Promise<Library> {
  const loaded = await import('@resvg/resvg-wasm');
  await loaded.initWasm(await readFile(libraryFile('@resvg/resvg-wasm/index_bg.wasm')));
  return loaded;
}

/** Draws an SVG document. `font`: the content of the font file of its texts. */
export async function drawPixels(svg: string, font?: Buffer): Promise<Pixels> {
  const { Resvg } = await (library ??= load());
  const drawing = new Resvg(svg, { font: font ? { fontBuffers: [font] } : { loadSystemFonts: false } });
  const image = drawing.render();
  const { width, height } = image;
  const bytes = Uint8Array.from(image.pixels);
  image.free();
  drawing.free();
  return { width, height, bytes };
}

/** Draws an SVG document as a PNG. */
export async function drawSvg(svg: string): Promise<Buffer> {
  return encodePng(await drawPixels(svg));
}

/** Encodes pixels as a PNG, with eight bits a channel and no filters. */
export function encodePng({ width, height, bytes }: Pixels): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  // Depth, and the colour type of red, green, blue and opacity.
  header.set([8, 6], 8);
  const rows = Buffer.alloc((width * 4 + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(bytes.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
