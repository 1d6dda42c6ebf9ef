import { face, type Point } from './canvas.ts';
import { ellipse, roundRectangle, smooth, type Pen, type Relief } from './pen.ts';
import { surfaces, type Surface } from './surfaces.ts';
import type { Drawing } from './vessels.ts';

/** A soft box: round at its edges. */
const soft =
  (middle: Point, width: number, height: number): Relief =>
  (spot) => {
    const { x, y } = spot;
    const [u, v] = [(x - middle[0]) / width, (y - middle[1]) / height];
    // As products: a power costs more than the rest of the spot.
    face(spot, u * (u * u * u * u * 1.2 + 0.12), 0.1 - v * (v * v * v * v * 1.2 + 0.1), 0.9);
  };

/** Stitches along the inside of a rectangle. */
function stitched(pen: Pen, x: number, y: number, width: number, height: number): void {
  pen.seam([...roundRectangle(x, y, width, height, 16), [x + width, y + height - 16]], surfaces.thread);
}

function buckle(pen: Pen, x: number, y: number): void {
  pen.area(roundRectangle(x - 20, y - 16, 40, 32, 6), surfaces.brass, (spot) => face(spot, (spot.x - x) / 24, 0.3, 0.8)); // prettier-ignore
  pen.area(roundRectangle(x - 10, y - 8, 20, 16, 3), surfaces.gap);
}

const satchel: Drawing = (pen, { body }) => {
  pen.shadow(12, 4, 300, 50, 0.6);
  pen.bar(smooth([[-190, -220], [-196, -400], [0, -470], [196, -400], [190, -220]]), 20, body); // prettier-ignore
  pen.area(roundRectangle(-224, -272, 448, 274, 34), body, soft([0, -135], 224, 137));
  const flap: Point[] = [[-226, -284], [226, -284], ...smooth([[226, -170], [180, -112], [0, -98], [-180, -112], [-226, -170]])]; // prettier-ignore
  pen.area(flap.map(([x, y]): Point => [x, y + 7]), surfaces.gap); // prettier-ignore
  pen.area(flap, body, (spot) => face(spot, (spot.x / 226) ** 5 * 0.8, spot.y < -264 ? 0.7 : 0.22, 0.9));
  pen.seam(smooth([[-210, -264], [-210, -176], [-172, -126], [0, -112], [172, -126], [210, -176], [210, -264]]), surfaces.thread); // prettier-ignore
  for (const x of [-112, 112]) {
    pen.area(roundRectangle(x - 17, -230, 34, 176, 12), body, soft([x, -142], 17, 88));
    buckle(pen, x, -96);
  }
};

const weekender: Drawing = (pen, { body }) => {
  pen.shadow(12, 4, 340, 52, 0.6);
  for (const shift of [-8, 8]) {
    pen.bar(smooth([[-112, -214], [-104 + shift, -356], [0, -404 + shift], [104 + shift, -356], [112, -214]]), 18, body); // prettier-ignore
  }
  const outline = smooth([[-262, -20], [-272, -150], [-226, -246], [0, -266], [226, -246], [272, -150], [262, -20], [0, 2]], true); // prettier-ignore
  pen.area(outline, body, soft([0, -130], 274, 140));
  pen.bar(smooth([[-214, -250], [0, -268], [214, -250]]), 9, surfaces.brass); // prettier-ignore
  for (const x of [-112, 112]) {
    pen.area(roundRectangle(x - 20, -250, 40, 250, 10), body, soft([x, -125], 20, 125));
    pen.seam([[x - 13, -244], [x - 13, -8]], surfaces.thread); // prettier-ignore
    pen.seam([[x + 13, -244], [x + 13, -8]], surfaces.thread); // prettier-ignore
    pen.area(ellipse(x, -212, 15, 15), surfaces.brass);
  }
  stitched(pen, -84, -170, 168, 110);
};

const tote: Drawing = (pen, { body }) => {
  pen.shadow(12, 4, 260, 44, 0.6);
  pen.bar(smooth([[-92, -310], [-86, -446], [0, -496], [86, -446], [92, -310]]), 18, body); // prettier-ignore
  pen.area([[-206, -334], [206, -334], [190, -300], [-190, -300]], surfaces.gap); // prettier-ignore
  const outline: Point[] = [[-210, -330], [210, -330], ...smooth([[200, -170], [184, -12], [160, 0], [0, 3], [-160, 0], [-184, -12], [-200, -170]])]; // prettier-ignore
  const front = soft([0, -165], 210, 168);
  pen.area(outline, body, (spot) => {
    const { x, y } = spot;
    front(spot);
    face(spot, spot.right + 0.14 * Math.sin(x * 0.03 + y * 0.012), spot.up, spot.front);
  });
  pen.bar(smooth([[-92, -262], [-88, -420], [0, -466], [88, -420], [92, -262]]), 18, body); // prettier-ignore
  for (const x of [-92, 92]) pen.area(roundRectangle(x - 18, -292, 36, 50, 6), body, soft([x, -267], 18, 25));
  pen.seam([[-200, -312], [200, -312]], surfaces.thread); // prettier-ignore
};

const wallet: Drawing = (pen, { body }) => {
  pen.shadow(16, -8, 300, 60, 0.6);
  for (const [i, surface] of [surfaces.paper, surfaces.brass, surfaces.paper].entries()) {
    pen.area(roundRectangle(-196 + i * 8, -316 + i * 14, 360, 120, 12), surface);
  }
  pen.area(roundRectangle(-226, -276, 440, 272, 24), body, soft([-6, -140], 220, 136));
  stitched(pen, -212, -262, 412, 244);
  pen.area([...roundRectangle(96, -176, 150, 74, 30)], body, soft([171, -139], 76, 38));
  pen.area(ellipse(150, -139, 15, 15), surfaces.brass, (spot) => face(spot, (spot.x - 150) / 15, -(spot.y + 139) / 15, 0.8)); // prettier-ignore
};

const keyFob: Drawing = (pen, { body }) => {
  pen.shadow(20, -120, 170, 150, 0.4);
  pen.bar(ellipse(0, -424, 66, 62), 12, surfaces.brass);
  const strap = smooth([[-40, -392], [-62, -300], [-74, -120], [-52, -18], [0, -2], [52, -18], [74, -120], [62, -300], [40, -392]]); // prettier-ignore
  pen.area(strap, body, soft([0, -196], 76, 200));
  pen.seam(smooth([[-30, -372], [-48, -296], [-58, -120], [-38, -32], [0, -20], [38, -32], [58, -120], [48, -296], [30, -372]]), surfaces.thread); // prettier-ignore
  pen.area(ellipse(0, -342, 20, 20), surfaces.brass, (spot) => face(spot, spot.x / 20, -(spot.y + 342) / 20, 0.8));
  pen.bar([[62, -406], [150, -292], [196, -226]], 16, surfaces.brass); // prettier-ignore
  pen.bar([[168, -268], [192, -286]], 12, surfaces.brass); // prettier-ignore
  pen.bar([[186, -242], [206, -258]], 12, surfaces.brass); // prettier-ignore
};

const passportCover: Drawing = (pen, { body }) => {
  pen.shadow(16, -4, 230, 46, 0.6);
  pen.area(roundRectangle(-150, -420, 320, 416, 12), surfaces.paper);
  pen.area(roundRectangle(-168, -428, 326, 428, 20), body, soft([-5, -214], 163, 214));
  stitched(pen, -154, -414, 298, 400);
  pen.bar(ellipse(-5, -250, 58, 58), 5, surfaces.thread);
  pen.bar(ellipse(-5, -250, 24, 58), 4, surfaces.thread);
  pen.bar([[-62, -250], [52, -250]], 4, surfaces.thread); // prettier-ignore
  pen.area(roundRectangle(-60, -132, 110, 12, 4), surfaces.thread);
};

const upper: Relief = (spot) => face(spot, 0, 0.85, 0.5);

/** A box with a lid in the open colour, or all of leather. */
const box: Drawing = (pen, { body, accent }) => {
  pen.shadow(18, 2, 310, 54, 0.6);
  pen.area([[-222, -190], [222, -190], [222, -4], [-222, -4]], body, (spot) => face(spot, spot.x > 216 ? 0.5 : 0, 0.1, 1)); // prettier-ignore
  for (const side of [-1, 1]) {
    for (let i = 0; i < 4; i++) {
      pen.area(roundRectangle(side * 204 - 16, -176 + i * 44, 32, 20, 2), body, (spot) => face(spot, 0.5, -0.2, 0.6)); // prettier-ignore
    }
  }
  pen.area([[-236, -250], [-186, -338], [186, -338], [236, -250]], accent, upper); // prettier-ignore
  pen.area(roundRectangle(-236, -252, 472, 64, 6), accent);
  pen.area(roundRectangle(-30, -206, 60, 46, 8), surfaces.brass, (spot) => face(spot, spot.x / 40, 0.2, 0.9));
  pen.area(ellipse(0, -182, 7, 7), surfaces.gap);
};

const tray: Drawing = (pen, { body, accent }) => {
  pen.shadow(16, -30, 340, 92, 0.55);
  const board = (size: number, drop: number): Point[] => [[-286 * size, -70 + drop], [-226 * size, -236 + drop + (1 - size) * 160], [226 * size, -236 + drop + (1 - size) * 160], [286 * size, -70 + drop]]; // prettier-ignore
  pen.area([[-286, -72], [286, -72], [280, -24], [-280, -24]], body); // prettier-ignore
  pen.area(board(1, 0), body, upper);
  pen.area(board(0.93, -8), accent, upper);
  pen.area([[-262, -78], [-212, -216], [212, -216], [202, -196], [-198, -196], [-240, -78]], surfaces.gap); // prettier-ignore
  pen.area(board(0.9, -8), accent, upper);
  for (const x of [-1, 1]) {
    pen.bar(smooth([[x * 262, -112], [x * 292, -160], [x * 268, -206], [x * 236, -196]]), 14, surfaces.brass); // prettier-ignore
  }
};

/** A shelf of two boards between sides. */
const shelf: Drawing = (pen, { body, accent }) => {
  pen.shadow(16, 4, 300, 44, 0.5);
  pen.area(roundRectangle(-226, -440, 452, 440, 6), accent, (spot) => face(spot, 0.2, 0, 1));
  for (const y of [-440, -300, -160, -22]) {
    pen.shadow(0, y + 36, 216, 26, 0.3);
    pen.area([[-226, y + 2], [-206, y - 22], [206, y - 22], [226, y + 2]], body, upper); // prettier-ignore
    pen.area(roundRectangle(-230, y, 460, 24, 3), body);
  }
  for (const x of [-236, 212]) {
    pen.area(roundRectangle(x, -462, 24, 466, 4), rotated(body), (spot) => face(spot, (spot.x - x - 12) / 20, 0, 1));
  }
  const books: readonly (readonly [number, number, number, Surface])[] = [
    [-196, 34, 96, surfaces.linen],
    [-160, 28, 84, surfaces.paper],
    [-130, 40, 104, surfaces.leather],
  ];
  for (const [x, width, height, surface] of books) {
    pen.area(roundRectangle(x, -160 - height, width, height, 3), surface, (spot) => face(spot, (spot.x - x) / width - 0.5, 0, 1)); // prettier-ignore
  }
};

/** The same surface with its grain upright. */
const rotated =
  (surface: Surface): Surface =>
  (spot) => {
    const { x, y } = spot;
    spot.x = y;
    spot.y = x;
    surface(spot);
    spot.x = x;
    spot.y = y;
  };

const recipeBook: Drawing = (pen, { body }) => {
  pen.shadow(16, 0, 240, 46, 0.6);
  pen.area(roundRectangle(-164, -424, 352, 424, 6), surfaces.paper, (spot) => face(spot, spot.x > 170 ? 0.4 : 0, 0, 1));
  pen.area(roundRectangle(-184, -436, 356, 438, 10), body, soft([-6, -217], 200, 240));
  pen.area(roundRectangle(-184, -436, 44, 438, 10), body, (spot) => face(spot, (spot.x + 162) / 26, 0, 0.7));
  pen.area(roundRectangle(-92, -356, 212, 128, 6), surfaces.paper);
  for (const [y, width] of [[-330, 150], [-300, 110], [-270, 130]] as const) pen.bar([[14 - width / 2, y], [14 + width / 2, y]], 7, surfaces.iron); // prettier-ignore
  pen.bar(smooth([[-36, -120], [-30, -76], [14, -64], [58, -76], [64, -120]]), 8, surfaces.thread); // prettier-ignore
  pen.bar([[-56, -124], [84, -124]], 8, surfaces.thread); // prettier-ignore
};

const giftCard: Drawing = (pen) => {
  pen.shadow(16, -6, 300, 60, 0.5);
  pen.area(roundRectangle(-250, -330, 500, 316, 26), surfaces.paper, (spot) => face(spot, -0.1, 0.3, 1));
  pen.area([[-110, -330], [-50, -330], [-50, -14], [-110, -14]], surfaces.enamel, (spot) => face(spot, 0.1, 0.3, 1)); // prettier-ignore
  pen.area([[-250, -212], [250, -212], [250, -160], [-250, -160]], surfaces.enamel, (spot) => face(spot, 0, 0.4, 1)); // prettier-ignore
  for (const side of [-1, 1]) {
    pen.bar(smooth([[-80, -186], [-80 + side * 62, -258], [-80 + side * 108, -210], [-80, -186]]), 22, surfaces.enamel); // prettier-ignore
    pen.bar(smooth([[-80, -186], [-80 + side * 34, -140], [-80 + side * 66, -108]]), 18, surfaces.enamel); // prettier-ignore
  }
  pen.area(ellipse(-80, -186, 24, 22), surfaces.enamel, (spot) => face(spot, (spot.x + 80) / 24, -(spot.y + 186) / 22, 0.7)); // prettier-ignore
  for (const [y, width] of [[-104, 190], [-72, 120]] as const) pen.bar([[30, y], [30 + width, y]], 9, surfaces.iron); // prettier-ignore
};

const knife: Drawing = (pen) => {
  pen.shadow(14, -60, 320, 50, 0.45);
  pen.area(roundRectangle(-280, -84, 560, 52, 12), surfaces.oak);
  pen.area([[-40, -156], [-40, -96], ...smooth([[100, -96], [220, -112], [286, -152], [230, -158], [100, -158]])], surfaces.tin, (spot) => face(spot, spot.x / 200 - 0.5, spot.y > -112 ? 0.9 : 0.1, 0.7)); // prettier-ignore
  pen.bar(smooth([[-40, -128], [-150, -132], [-262, -118]]), 44, surfaces.walnut); // prettier-ignore
  for (const x of [-90, -150, -210]) pen.area(ellipse(x, -129, 7, 7), surfaces.brass);
};

/** Bags, small goods and things to store others in. */
export const solids: Readonly<Record<string, Drawing>> = {
  Satchel: satchel,
  Weekender: weekender,
  Tote: tote,
  Wallet: wallet,
  'Key Fob': keyFob,
  'Passport Cover': passportCover,
  Box: box,
  Tray: tray,
  Shelf: shelf,
  'Recipe Book': recipeBook,
  'Gift Card': giftCard,
  Knife: knife,
};
