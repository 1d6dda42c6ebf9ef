import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { drawPixels, encodePng, type Pixels } from '../../storage/files/draw-svg.ts';
import { libraryFile } from '../../storage/files/library-files.ts';

/** Size in pixels; a word of more letters makes it wider. */
const HEIGHT = 60;
const WIDTH = 180;
const LETTER_WIDTH = 32;

let font: Promise<Buffer> | undefined;

/** Draws a word that people can read and programs have trouble with; returns a PNG. */
export async function drawWord(word: string): Promise<Buffer> {
  const letters = [...word];
  const width = Math.max(WIDTH, (letters.length + 1) * LETTER_WIDTH);
  const step = (width - LETTER_WIDTH / 2) / letters.length;
  const content = [
    ...Array.from({ length: 120 }, () => dot(width)),
    ...letters.map((letter, i) => drawnLetter(letter, step * (i + 0.6))),
    ...Array.from({ length: 4 }, () => line(width)),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${content.join('')}</svg>`;
  font ??= readFile(libraryFile('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'));
  return encodePng(bend(await drawPixels(svg, await font)));
}

/** A random number of `least` to `most`, both of which may have a fraction. */
function between(least: number, most: number): number {
  return least + (most - least) * (randomInt(1_000_001) / 1_000_000);
}

function darkColor(): string {
  return `hsl(${randomInt(360)}, ${randomInt(40, 91)}%, ${randomInt(20, 41)}%)`;
}

function drawnLetter(letter: string, x: number): string {
  const size = randomInt(30, 39);
  const place = `translate(${x + between(-3, 3)} ${HEIGHT / 2 + between(-6, 6)}) rotate(${between(-23, 23)})`;
  const skew = `matrix(1 ${between(-0.15, 0.15)} ${between(-0.3, 0.3)} 1 0 0)`;
  // As a reference by number, which needs no other escape. The baseline is about a third of the size below the middle.
  return (
    `<text transform="${place} ${skew}" y="${size * 0.36}" text-anchor="middle" font-family="DejaVu Sans" font-weight="bold" ` +
    `font-size="${size}" fill="${darkColor()}">&#${letter.codePointAt(0)};</text>`
  );
}

function dot(width: number): string {
  const [x, y, w, h] = [randomInt(width), randomInt(HEIGHT), randomInt(1, 3), randomInt(1, 3)];
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${darkColor()}"/>`;
}

function line(width: number): string {
  const [from, first, second, to] = Array.from({ length: 4 }, () => randomInt(HEIGHT));
  return (
    `<path d="M0 ${from}C${width / 3} ${first} ${(2 * width) / 3} ${second} ${width} ${to}" fill="none" ` +
    `stroke="${darkColor()}" stroke-width="${between(1, 2.2)}"/>`
  );
}

/** The picture with its columns moved along a wave, so that letters do not stand on a line. */
function bend({ width, height, bytes }: Pixels): Pixels {
  const bent = new Uint8Array(bytes.length).fill(255);
  const [depth, length, start] = [between(3, 5), between(45, 80), between(0, 2 * Math.PI)];
  for (let x = 0; x < width; x++) {
    const shift = depth * Math.sin(start + (2 * Math.PI * x) / length);
    const whole = Math.floor(shift);
    // A pixel mixes the two that a move by a fraction puts there.
    const share = shift - whole;
    for (let y = Math.max(0, whole + 1); y < Math.min(height, height + whole); y++) {
      const [to, from] = [4 * (y * width + x), 4 * ((y - whole) * width + x)];
      for (let channel = 0; channel < 3; channel++) {
        const [here, above] = [bytes[from + channel] ?? 255, bytes[from - 4 * width + channel] ?? 255];
        bent[to + channel] = here * (1 - share) + above * share;
      }
    }
  }
  return { width, height, bytes: bent };
}
