import { clearCanvas, face, newCanvas, PICTURE_SIZE, type Canvas, type Point } from './canvas.ts';
import { fabrics } from './fabrics.ts';
import type { Colour } from './jpeg.ts';
import { noise } from './noise.ts';
import { Pen, smooth } from './pen.ts';
import { solids } from './solids.ts';
import { surfaces, type Surface } from './surfaces.ts';
import { newTransformedPicture, transformSquares, type TransformedPicture } from './transform.ts';
import { vessels, type Drawing, type Skin } from './vessels.ts';

const drawings: Readonly<Record<string, Drawing>> = { ...vessels, ...fabrics, ...solids };

const { clay, copper, cotton, enamel, glass, inside, leather, linen, stoneware, tin, walnut, wool } = surfaces;
const skin = (body: Surface, more: Partial<Skin> = {}): Skin => ({
  body,
  accent: body,
  inside,
  foot: body,
  isClear: false,
  ...more,
});
const skins: Readonly<Record<string, Skin>> = {
  Copper: skin(copper, { accent: enamel, inside: tin }),
  Stoneware: skin(stoneware, { foot: clay }),
  Glass: skin(glass, { isClear: true }),
  Cotton: skin(cotton),
  Linen: skin(linen),
  Wool: skin(wool),
  Leather: skin(leather),
  Walnut: skin(walnut, { accent: enamel }),
};

/** A product to draw: `kind` is a name of a drawing, `material` one of the catalogue's. */
export interface Subject {
  readonly kind: string;
  readonly material: string;
  /** Its own colour among products of several colours. */
  readonly colour?: Colour | undefined;
}

/** A canvas with its background; the transform of both is updated where a picture differs from the one before. */
interface Stage {
  readonly background: Canvas;
  readonly canvas: Canvas;
  readonly picture: TransformedPicture;
}

const stages = new Map<typeof studio, Stage>();

/** Paints on a background. The picture is valid until the next one on the same background. */
function paint(background: typeof studio, paintOn: (canvas: Canvas) => void): TransformedPicture {
  const stage = stages.get(background) ?? newStage(background());
  stages.set(background, stage);
  const { canvas, picture } = stage;
  const before = canvas.touched.slice();
  clearCanvas(canvas, stage.background);
  paintOn(canvas);
  transformSquares(canvas, picture, (square) => Boolean(before[square] || canvas.touched[square]));
  return picture;
}

function newStage(background: Canvas): Stage {
  const canvas = newCanvas();
  canvas.touched.fill(1);
  return { background, canvas, picture: newTransformedPicture() };
}

/** A product alone in the studio. */
export function drawFront({ kind, material }: Subject): TransformedPicture {
  return paint(studio, (canvas) => drawSubject(frontPen(canvas, kind), { kind, material }));
}

/** Extent of the drawings around their base, as left, top, right and bottom, that differs from most. */
const extents: Readonly<Record<string, readonly [number, number, number, number]>> = {
  Saucepan: [-180, -240, 390, 40],
  Stockpot: [-245, -370, 245, 40],
  Kettle: [-180, -405, 275, 40],
  Bowl: [-240, -230, 240, 30],
  Plate: [-290, -260, 290, 40],
  Carafe: [-150, -440, 175, 30],
  Mug: [-150, -300, 235, 30],
  Lantern: [-160, -500, 160, 35],
  'Table Lamp': [-210, -480, 210, 30],
  'Candle Holder': [-165, -470, 220, 40],
  Throw: [-220, -440, 220, 10],
  Blanket: [-250, -330, 250, 10],
  Cushion: [-245, -410, 245, 10],
  Tablecloth: [-295, -400, 295, 10],
  Runner: [-295, -330, 295, 10],
  'Napkin Set': [-220, -240, 220, 10],
  Apron: [-255, -530, 255, 40],
  Bathrobe: [-270, -530, 270, 45],
  Satchel: [-230, -480, 230, 10],
  Weekender: [-275, -420, 275, 10],
  Tote: [-215, -500, 215, 10],
  Wallet: [-235, -330, 250, 5],
  'Key Fob': [-90, -500, 210, 10],
  'Passport Cover': [-175, -435, 180, 5],
  Box: [-240, -345, 240, 5],
  Tray: [-295, -245, 295, -20],
  Shelf: [-240, -470, 240, 10],
  'Recipe Book': [-190, -440, 200, 5],
  'Gift Card': [-270, -350, 270, 5],
  Knife: [-290, -170, 290, -20],
};

/** A pen with which the drawing fills the picture but for a margin. */
function frontPen(canvas: Canvas, kind: string): Pen {
  const [left, top, right, bottom] = extents[kind] ?? [-300, -400, 300, 20];
  const scale = Math.min(590 / (right - left), 590 / (bottom - top), 1.5);
  return new Pen(canvas, 400 - (scale * (left + right)) / 2, 405 - (scale * (top + bottom)) / 2, scale);
}

function drawSubject(pen: Pen, { kind, material }: Subject): void {
  const [drawing, itsSkin] = [drawings[kind], skins[material]];
  if (!drawing || !itsSkin) throw new Error(`no drawing of ${kind} in ${material}`);
  drawing(pen, itsSkin);
}

/** Products together on a wooden table, the first ones behind. */
export function drawSetting(subjects: readonly Subject[]): TransformedPicture {
  const places = settingPlaces[subjects.length] ?? [];
  return paint(table, (canvas) => {
    for (const [i, subject] of subjects.entries()) {
      const [x, y, scale] = places[i] ?? [400, 640, 0.7];
      drawSubject(new Pen(canvas, x, y, scale, subject.colour), subject);
    }
  });
}

const settingPlaces: Readonly<Record<number, readonly (readonly [x: number, y: number, scale: number])[]>> = {
  1: [[400, 640, 1]],
  2: [[250, 590, 0.9], [560, 690, 0.9]],
  3: [[220, 530, 0.84], [560, 540, 0.84], [400, 720, 0.8]],
  4: [[200, 500, 0.74], [560, 540, 0.72], [230, 710, 0.72], [570, 720, 0.74]],
}; // prettier-ignore

/** A material from near by, with an edge or a fold. */
export function drawDetail(material: string): TransformedPicture {
  const itsSkin = skins[material];
  if (!itsSkin) throw new Error(`no surface of ${material}`);
  return paint(studio, (canvas) => paintDetail(new Pen(canvas, 400, 800, 2.4), material, itsSkin));
}

function paintDetail(pen: Pen, material: string, itsSkin: Skin): void {
  if (['Copper', 'Stoneware', 'Glass'].includes(material)) {
    pen.shadow(-60, -190, 260, 70, 0.3);
    pen.turned(40, [[270, 214], [258, 206], [120, 204], [-60, 200]], itsSkin.body); // prettier-ignore
    pen.disc(40, 270, 214, itsSkin.body);
    pen.disc(40, 270, 203, itsSkin.isClear ? surfaces.glass : itsSkin.inside);
    if (material === 'Copper') pen.band(40, [[100, 207], [60, 206]], itsSkin.accent); // prettier-ignore
  } else if (material === 'Walnut') {
    const plank: Point[] = [[-170, -340], [170, -340], [170, 0], [-170, 0]]; // prettier-ignore
    pen.area(plank, itsSkin.body, (spot) => face(spot, -0.1, 0.35, 1));
    pen.area([[-170, -96], [170, -150], [170, 0], [-170, 0]], itsSkin.accent, (spot) => face(spot, 0, 0.2, 1)); // prettier-ignore
  } else cloth(pen, itsSkin.body, material === 'Leather');
}

/** Cloth that fills the picture, with a fold across it. */
function cloth(pen: Pen, surface: Surface, hasSeam: boolean): void {
  const all: Point[] = [[-170, -340], [170, -340], [170, 0], [-170, 0]]; // prettier-ignore
  pen.area(all, surface, (spot) => {
    const { x, y } = spot;
    const wave = Math.sin((x + y * 0.55) * 0.026);
    face(spot, wave * 0.55, wave * 0.3 + 0.15, 1);
  });
  const edge = smooth([[-180, -96], [-90, -128], [20, -118], [120, -160], [180, -176]]); // prettier-ignore
  pen.shadow(0, -132, 260, 56, 0.25);
  pen.area([...edge, [180, 20], [-180, 20]], surface, (spot) => {
    const { x, y } = spot;
    const depth = Math.max(0, 1 - (y + 140 + x * 0.2) / 46);
    face(spot, Math.sin(x * 0.02) * 0.25, 0.1 + depth * 0.7, 0.9);
  });
  if (hasSeam) pen.seam(edge.map(([x, y]): Point => [x, y + 16]), surfaces.thread, 3.4); // prettier-ignore
}

/** A pale wall that bends into the ground. */
function studio(): Canvas {
  return background((y, x) => {
    const ground = Math.max(0, Math.min(1, (y - 460) / 130));
    const side = 1 - (((x - 330) / PICTURE_SIZE) ** 2 + ((y - 330) / PICTURE_SIZE) ** 2) * 0.16;
    const bright = side * (0.955 - ground * ground * (3 - 2 * ground) * 0.035);
    return [bright, bright * 0.985, bright * 0.957];
  });
}

/** A plastered wall behind a table of oak. */
function table(): Canvas {
  const edge = 330;
  return background((y, x) => {
    if (y < edge) {
      const plaster = 0.8 - y * 0.00008 + 0.035 * (noise(x * 0.018, y * 0.018) - 0.5) - ((x - 250) / PICTURE_SIZE) ** 2 * 0.14;
      return [plaster * 0.98, plaster * 0.99, plaster * 0.965];
    }
    const depth = 1 + (y - edge) / 300;
    const across = (x - 400) / depth;
    const board = Math.floor(across / 92 + 40);
    const joint = Math.abs(across / 92 - Math.round(across / 92)) * 92 < 0.9 ? 0.72 : 1;
    const fibre = noise(across * 0.5 + board * 31, y * 0.011 + board * 7) * 0.6 + noise(across * 0.16, y * 0.02 + board) * 0.4;
    const bright = joint * (0.7 + 0.2 * fibre + 0.05 * ((board * 7) % 3)) * Math.min(1, 0.86 + (y - edge) / 500);
    return [bright * 0.9, bright * 0.73, bright * 0.55];
  });
} // prettier-ignore

function background(lightAt: (y: number, x: number) => readonly [number, number, number]): Canvas {
  const made = newCanvas();
  for (let y = 0; y < PICTURE_SIZE; y++) {
    for (let x = 0; x < PICTURE_SIZE; x++) {
      const at = y * PICTURE_SIZE + x;
      const [red, green, blue] = lightAt(y, x);
      made.red[at] = red;
      made.green[at] = green;
      made.blue[at] = blue;
    }
  }
  return made;
}
