import { crc32, deflateSync, inflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

/** A PNG of `size` × `size` pixels: a disc of `colour` on a pale ground. */
export function png(colour: Colour, size = 240): Buffer {
  const rows = Buffer.alloc(size * (1 + size * 3));
  const middle = (size - 1) / 2;
  for (let y = 0; y < size; y++) {
    const start = y * (1 + size * 3);
    for (let x = 0; x < size; x++) {
      const inside = Math.hypot(x - middle, y - middle) < size * 0.38;
      const [red, green, blue] = inside ? colour : [248, 246, 242];
      rows.set([red, green, blue], start + 1 + x * 3);
    }
  }
  return file(size, [8, 2, 0, 0, 0], rows);
}

/** A black PNG of `size` × `size` pixels, of one bit each. One of 30,000 takes 110 KB as a file, and 900 MB in memory. */
export function blackPng(size: number): Buffer {
  return file(size, [1, 0, 0, 0, 0], Buffer.alloc(size * (1 + Math.ceil(size / 8))));
}

/** `form`: depth of a channel, colour type, compression, filter, interlace. */
function file(size: number, form: readonly number[], rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set(form, 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The pixels of a PNG with four channels of eight bits and no filters. */
export function readPixels(image: Buffer): { width: number; height: number; at(x: number, y: number): Buffer } {
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)];
  const parts: Buffer[] = [];
  for (let start = 8; start < image.length; start += 12 + image.readUInt32BE(start)) {
    const length = image.readUInt32BE(start);
    if (image.toString('latin1', start + 4, start + 8) === 'IDAT')
      parts.push(image.subarray(start + 8, start + 8 + length));
  }
  const rows = inflateSync(Buffer.concat(parts));
  return {
    width,
    height,
    at: (x, y) => rows.subarray(y * (1 + width * 4) + 1 + x * 4).subarray(0, 4),
  };
}
