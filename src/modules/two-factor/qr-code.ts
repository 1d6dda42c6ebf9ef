import { encode } from 'uqr';
import { encodePng } from '../../storage/files/draw-svg.ts';

/** Width of a module of the code, in pixels. */
const SCALE = 6;
/** White modules around the code, as its standard demands. */
const BORDER = 4;

/** A QR code of a text, as a PNG. */
export function qrCode(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const width = size * SCALE;
  const bytes = new Uint8Array(width * width * 4).fill(255);
  for (let y = 0; y < width; y++) {
    const row = data[Math.floor(y / SCALE)] ?? [];
    for (let x = 0; x < width; x++)
      if (row[Math.floor(x / SCALE)]) bytes.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  }
  return encodePng({ width, height: width, bytes });
}
