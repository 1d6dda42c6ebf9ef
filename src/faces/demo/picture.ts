import { drawSvg } from '../../storage/files/draw-svg.ts';
import type { PictureShape } from './catalogue.ts';

const SIZE = 240;

const rectangle = (x: number, y: number, width: number, height: number, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}"${more}/>`;
const line = (path: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="currentColor" stroke-width="${width}"/>`;

/** SVG elements of each shape, in the current colour. */
const shapes: Readonly<Record<PictureShape, readonly string[]>> = {
  pot: [
    rectangle(60, 96, 120, 84),
    rectangle(36, 104, 168, 14),
    rectangle(54, 80, 132, 12),
    rectangle(110, 64, 20, 14),
  ],
  cup: [rectangle(66, 76, 92, 100), line('M160 92a30 30 0 0 1 0 60', 14), rectangle(52, 182, 120, 10)],
  cloth: [rectangle(48, 56, 144, 116), ...Array.from({ length: 12 }, (_, i) => rectangle(50 + 12 * i, 176, 5, 18))],
  bag: [rectangle(50, 104, 140, 88), line('M78 104a42 42 0 0 1 84 0', 12)],
  wallet: [rectangle(50, 80, 140, 84), rectangle(50, 112, 140, 4, ' fill="#f8f6f2"'), rectangle(176, 108, 30, 28)],
  lamp: ['<path d="M92 60h56l30 68H62z"/>', rectangle(114, 128, 12, 52), rectangle(84, 180, 72, 12)],
  box: [rectangle(54, 92, 132, 92), rectangle(44, 70, 152, 16)],
};

/** A PNG of a shape in a colour on a pale ground: demo products have something to show, and no file has to be stored for it. */
export function drawPicture(shape: PictureShape, colour: string): Promise<Buffer> {
  return drawSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">` +
      rectangle(0, 0, SIZE, SIZE, ' fill="#f8f6f2"') +
      `<g color="${colour}" fill="currentColor">${shapes[shape].join('')}</g></svg>`,
  );
}
