import { createRequire } from 'node:module';
import { randomInt } from 'node:crypto';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';

/** Size in pixels; a word of more letters makes it wider. */
const HEIGHT = 60;
const WIDTH = 180;
const LETTER_WIDTH = 32;
const FONT = 'Souk Captcha';

type Drawing = typeof import('@napi-rs/canvas');
let drawing: Promise<Drawing> | undefined;

/** The library with its font, loaded for the first picture: most shops never show one, and it takes memory. */
async function load(): Promise<Drawing> {
  const library = await import('@napi-rs/canvas');
  const file = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');
  if (!library.GlobalFonts.registerFromPath(file, FONT)) throw new Error(`the font ${file} cannot be read`);
  return library;
}

/** Draws a word that people can read and programs have trouble with; gives a PNG. */
export async function drawWord(word: string): Promise<Buffer> {
  const { createCanvas } = await (drawing ??= load());
  const letters = [...word];
  const width = Math.max(WIDTH, (letters.length + 1) * LETTER_WIDTH);
  const canvas = createCanvas(width, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, HEIGHT);
  drawDots(context, width);
  const step = (width - LETTER_WIDTH / 2) / letters.length;
  letters.forEach((letter, i) => drawLetter(context, letter, step * (i + 0.6)));
  for (let i = 0; i < 4; i++) drawLine(context, width);
  return bend(canvas, createCanvas(width, HEIGHT)).encode('png');
}

/** A random number of `least` to `most`, both of which may have a fraction. */
function between(least: number, most: number): number {
  return least + (most - least) * (randomInt(1_000_001) / 1_000_000);
}

function darkColor(): string {
  return `hsl(${randomInt(360)} ${randomInt(40, 91)}% ${randomInt(20, 41)}%)`;
}

function drawLetter(context: SKRSContext2D, letter: string, x: number): void {
  context.save();
  context.translate(x + between(-3, 3), HEIGHT / 2 + between(-6, 6));
  context.rotate(between(-0.4, 0.4));
  context.transform(1, between(-0.15, 0.15), between(-0.3, 0.3), 1, 0, 0);
  context.font = `${randomInt(30, 39)}px "${FONT}"`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = darkColor();
  context.fillText(letter, 0, 0);
  context.restore();
}

function drawDots(context: SKRSContext2D, width: number): void {
  for (let i = 0; i < 120; i++) {
    context.fillStyle = darkColor();
    context.fillRect(randomInt(width), randomInt(HEIGHT), randomInt(1, 3), randomInt(1, 3));
  }
}

function drawLine(context: SKRSContext2D, width: number): void {
  context.beginPath();
  context.moveTo(0, randomInt(HEIGHT));
  context.bezierCurveTo(width / 3, randomInt(HEIGHT), (2 * width) / 3, randomInt(HEIGHT), width, randomInt(HEIGHT));
  context.lineWidth = between(1, 2.2);
  context.strokeStyle = darkColor();
  context.stroke();
}

/** Draws the picture once more with its columns moved along a wave, so that letters do not stand on a line. */
function bend(canvas: Canvas, bent: Canvas): Canvas {
  const { width } = canvas;
  const context = bent.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, HEIGHT);
  const [depth, length, start] = [between(3, 5), between(45, 80), between(0, 2 * Math.PI)];
  for (let x = 0; x < width; x++) {
    const y = depth * Math.sin(start + (2 * Math.PI * x) / length);
    context.drawImage(canvas, x, 0, 1, HEIGHT, x, y, 1, HEIGHT);
  }
  return bent;
}
