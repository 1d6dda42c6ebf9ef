import type { SKRSContext2D } from '@napi-rs/canvas';
import type { PictureShape } from './catalogue.ts';

const SIZE = 240;

/** Draws a shape in the current colour. */
const drawings: Readonly<Record<PictureShape, (paint: SKRSContext2D) => void>> = {
  pot: (paint) => {
    paint.fillRect(60, 96, 120, 84);
    paint.fillRect(36, 104, 168, 14);
    paint.fillRect(54, 80, 132, 12);
    paint.fillRect(110, 64, 20, 14);
  },
  cup: (paint) => {
    paint.fillRect(66, 76, 92, 100);
    paint.lineWidth = 14;
    paint.beginPath();
    paint.arc(160, 122, 30, -Math.PI / 2, Math.PI / 2);
    paint.stroke();
    paint.fillRect(52, 182, 120, 10);
  },
  cloth: (paint) => {
    paint.fillRect(48, 56, 144, 116);
    for (let x = 50; x < 192; x += 12) paint.fillRect(x, 176, 5, 18);
  },
  bag: (paint) => {
    paint.fillRect(50, 104, 140, 88);
    paint.lineWidth = 12;
    paint.beginPath();
    paint.arc(120, 104, 42, Math.PI, 0);
    paint.stroke();
  },
  wallet: (paint) => {
    paint.fillRect(50, 80, 140, 84);
    paint.clearRect(50, 112, 140, 4);
    paint.fillRect(176, 108, 30, 28);
  },
  lamp: (paint) => {
    paint.beginPath();
    paint.moveTo(92, 60);
    paint.lineTo(148, 60);
    paint.lineTo(178, 128);
    paint.lineTo(62, 128);
    paint.fill();
    paint.fillRect(114, 128, 12, 52);
    paint.fillRect(84, 180, 72, 12);
  },
  box: (paint) => {
    paint.fillRect(54, 92, 132, 92);
    paint.fillRect(44, 70, 152, 16);
  },
};

/** A PNG of a shape in a colour on a pale ground: demo products have something to show, and no file has to be stored for it. */
export async function drawPicture(shape: PictureShape, colour: string): Promise<Buffer> {
  // Loaded where it is needed: it takes memory.
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(SIZE, SIZE);
  const paint = canvas.getContext('2d');
  paint.fillStyle = colour;
  paint.strokeStyle = colour;
  drawings[shape](paint);
  paint.globalCompositeOperation = 'destination-over';
  paint.fillStyle = '#f8f6f2';
  paint.fillRect(0, 0, SIZE, SIZE);
  return canvas.toBuffer('image/png');
}
