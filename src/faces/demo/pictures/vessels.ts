import { face, type Point } from './canvas.ts';
import { ellipse, smooth, TILT, type Pen, type Profile } from './pen.ts';
import { surfaces, type Surface } from './surfaces.ts';

/** The surfaces of an object in a material. */
export interface Skin {
  readonly body: Surface;
  /** Handles, lids and other parts in the open colour. */
  readonly accent: Surface;
  readonly inside: Surface;
  /** The foot that the glaze leaves free. */
  readonly foot: Surface;
  readonly isClear: boolean;
}

/** Paints an object whose base is at the pen's place. */
export type Drawing = (pen: Pen, skin: Skin) => void;

/** A turned vessel that is open above: body, rim and the view inside. */
function vessel(pen: Pen, skin: Skin, profile: Profile, wall = 9): void {
  const [top, radius] = profile[0] ?? [0, 0];
  const [base, foot] = profile.at(-1) ?? [0, 0];
  pen.shadow(24, 6, foot * 1.55 + 40, foot * 0.42 + 22, skin.isClear ? 0.34 : 0.55);
  if (skin.isClear) pen.disc(0, top, radius, surfaces.glass);
  pen.turned(0, profile, skin.body);
  if (!skin.isClear) {
    if (skin.foot !== skin.body) pen.band(0, [[base + 12, foot + 1], [base, foot]], skin.foot); // prettier-ignore
    pen.disc(0, top, radius, skin.body);
    pen.disc(0, top, radius - wall, skin.inside);
    return;
  }
  pen.disc(0, base + 8, foot * 0.86, surfaces.glass);
  rim(pen, 0, top, radius);
}

/** The bright edge of a glass. */
function rim(pen: Pen, x: number, height: number, radius: number): void {
  pen.bar(ellipse(x, -height, radius - 2, (radius - 2) * TILT), 6, surfaces.glass);
}

function knob(pen: Pen, height: number, surface: Surface): void {
  pen.turned(0, [[height + 34, 12], [height + 24, 24], [height + 10, 20], [height, 12]], surface); // prettier-ignore
}

/** A lid that lies on a vessel. */
function lid(pen: Pen, height: number, radius: number, surface: Surface, handle: Surface): void {
  pen.turned(0, [[height + 38, 16], [height + 30, radius * 0.55], [height + 12, radius * 0.97], [height, radius]], surface); // prettier-ignore
  knob(pen, height + 36, handle);
}

const saucepan: Drawing = (pen, skin) => {
  const handle: Point[] = smooth([[150, -176], [230, -190], [330, -206], [372, -208]]); // prettier-ignore
  pen.shadow(250, 4, 160, 20, 0.2);
  vessel(pen, skin, [[200, 168], [186, 162], [60, 160], [18, 156], [0, 138]]); // prettier-ignore
  pen.bar(handle, 30, skin.accent);
  pen.bar([[146, -174], [196, -183]], 20, surfaces.brass); // prettier-ignore
};

const stockpot: Drawing = (pen, skin) => {
  for (const side of [-1, 1]) {
    pen.bar(smooth([[176 * side, -226], [236 * side, -232], [240 * side, -178], [178 * side, -172]]), 20, skin.accent); // prettier-ignore
  }
  vessel(pen, skin, [[280, 190], [262, 184], [60, 184], [20, 178], [0, 160]]); // prettier-ignore
  lid(pen, 278, 190, skin.body, skin.accent);
};

const kettle: Drawing = (pen, skin) => {
  pen.bar(smooth([[120, -110], [190, -150], [222, -226], [262, -250]]), 40, skin.body); // prettier-ignore
  vessel(pen, skin, [[232, 74], [218, 96], [150, 162], [70, 176], [16, 160], [0, 140]]); // prettier-ignore
  lid(pen, 232, 74, skin.body, skin.accent);
  pen.bar(smooth([[-128, -196], [-132, -320], [0, -392], [132, -320], [128, -196]]), 22, skin.accent); // prettier-ignore
};

const bowl: Drawing = (pen, skin) =>
  vessel(pen, skin, [[178, 238], [150, 228], [90, 184], [40, 118], [18, 84], [0, 84]]); // prettier-ignore

const plate: Drawing = (pen, skin) => {
  pen.shadow(20, -66, 320, 140, 0.5);
  const ring = (radius: number, surface: Surface, up: number): void =>
    pen.area(ellipse(0, -120, radius, radius * 0.48), surface, (spot) => {
      const { x, y } = spot;
      face(spot, (-up * x) / radius, 0.9 + (up * (y + 120)) / radius, 0.62);
    });
  pen.area(ellipse(0, -106, 278, 278 * 0.48), skin.isClear ? surfaces.glass : skin.foot);
  ring(284, skin.body, -0.3);
  ring(274, skin.body, 0.35);
  ring(186, skin.body, 0.75);
  ring(176, skin.body, 0.02);
};

const carafe: Drawing = (pen, skin) => {
  vessel(pen, skin, [[420, 66], [400, 56], [330, 48], [270, 62], [190, 124], [80, 142], [16, 128], [0, 112]], 7); // prettier-ignore
  if (!skin.isClear) pen.bar(smooth([[54, -344], [134, -340], [168, -250], [132, -160]]), 24, skin.body); // prettier-ignore
};

const mug: Drawing = (pen, skin) => {
  pen.bar(smooth([[124, -214], [206, -216], [226, -142], [190, -84], [120, -66]]), 30, skin.body); // prettier-ignore
  vessel(pen, skin, [[266, 144], [250, 140], [60, 138], [16, 130], [0, 114]]); // prettier-ignore
};

const lantern: Drawing = (pen, skin) => {
  const frame = skin.isClear ? surfaces.iron : skin.body;
  pen.shadow(24, 4, 220, 70, 0.5);
  pen.bar(smooth([[-70, -372], [-66, -470], [0, -496], [66, -470], [70, -372]]), 12, frame); // prettier-ignore
  pen.turned(0, [[40, 148], [24, 154], [0, 154]], frame); // prettier-ignore
  pen.disc(0, 40, 148, frame);
  candle(pen.moved(0, -40, 0.8), surfaces.paper);
  pen.turned(0, [[300, 122], [170, 128], [44, 122]], surfaces.glass); // prettier-ignore
  for (const x of [-118, -44, 44, 118]) pen.bar([[x, -40], [x * 0.98, -304]], 9, frame); // prettier-ignore
  pen.turned(0, [[382, 40], [362, 58], [330, 112], [300, 150], [288, 150]], frame); // prettier-ignore
  pen.turned(0, [[398, 26], [380, 40]], skin.accent); // prettier-ignore
};

function candle(pen: Pen, wax: Surface): void {
  pen.turned(0, [[150, 40], [0, 40]], wax); // prettier-ignore
  pen.disc(0, 150, 40, wax);
  pen.bar([[0, -150], [3, -170]], 5, surfaces.iron); // prettier-ignore
  pen.area(smooth([[0, -234], [15, -196], [0, -168], [-14, -194]], true), surfaces.glow); // prettier-ignore
}

const tableLamp: Drawing = (pen, skin) => {
  pen.turned(0, [[16, 108], [8, 116], [0, 116]], skin.body); // prettier-ignore
  vessel(pen.moved(0, -10), skin, [[236, 18], [210, 24], [150, 74], [70, 92], [16, 60], [0, 62]], 2); // prettier-ignore
  pen.bar([[0, -240], [0, -300]], 14, surfaces.brass); // prettier-ignore
  pen.turned(0, [[456, 108], [250, 206]], skin.isClear ? surfaces.linen : surfaces.enamel); // prettier-ignore
  pen.disc(0, 456, 106, surfaces.glow);
};

const candleHolder: Drawing = (pen, skin) => {
  pen.shadow(20, 2, 220, 62, 0.5);
  pen.turned(0, [[22, 150], [12, 160], [0, 150]], skin.body); // prettier-ignore
  pen.disc(0, 22, 146, skin.body);
  pen.turned(0, [[150, 52], [136, 50], [110, 24], [60, 22], [34, 44], [20, 64]], skin.body); // prettier-ignore
  pen.disc(0, 150, 50, skin.body);
  const column = pen.moved(0, -148);
  const wax = skin.isClear ? surfaces.paper : surfaces.wax;
  column.turned(0, [[230, 28], [0, 30]], wax); // prettier-ignore
  column.disc(0, 230, 28, wax);
  column.bar([[0, -230], [2, -250]], 5, surfaces.iron); // prettier-ignore
  column.area(smooth([[0, -318], [16, -276], [0, -246], [-15, -274]], true), surfaces.glow); // prettier-ignore
  if (!skin.isClear) pen.bar(smooth([[140, -20], [206, -30], [214, -70], [168, -64]]), 14, skin.body); // prettier-ignore
};

/** Objects that are turned on a lathe. */
export const vessels: Readonly<Record<string, Drawing>> = {
  Saucepan: saucepan,
  Stockpot: stockpot,
  Kettle: kettle,
  Bowl: bowl,
  Plate: plate,
  Carafe: carafe,
  Mug: mug,
  Lantern: lantern,
  'Table Lamp': tableLamp,
  'Candle Holder': candleHolder,
};
