import { face, type Point } from './canvas.ts';
import { ellipse, roundRectangle, smooth, type Pen, type Relief } from './pen.ts';
import { surfaces, type Surface } from './surfaces.ts';
import type { Drawing } from './vessels.ts';

/** Folds that fall down, `count` in 100 pixels, deeper towards the bottom. */
const folds =
  (count: number, depth: number, top: number, height: number): Relief =>
  (spot) => {
    const { x, y } = spot;
    const part = Math.max(0, Math.min(1, (y - top) / height));
    const angle = (x * count * 2 * Math.PI) / 100 + Math.sin(x * 0.013) * 2;
    face(spot, Math.cos(angle) * depth * part, 0.1, 1);
  };

/** The bulge of a cushion or a folded edge around the middle of a box. */
const bulge =
  (middle: Point, width: number, height: number, power = 3): Relief =>
  (spot) => {
    const { x, y } = spot;
    const [u, v] = [(x - middle[0]) / width, (y - middle[1]) / height];
    face(spot, Math.sign(u) * Math.abs(u) ** power, -Math.sign(v) * Math.abs(v) ** power + 0.15, 0.8);
  };

function fringe(pen: Pen, left: number, right: number, y: number, length: number, surface: Surface): void {
  for (let x = left; x <= right; x += 17) {
    const swing = Math.sin(x * 1.7) * 5;
    pen.bar([[x, y], [x + swing * 0.5, y + length * 0.6], [x + swing, y + length]], 9, surface); // prettier-ignore
  }
}

/** One layer of a folded cloth, seen from its rounded edge. */
function layer(pen: Pen, y: number, width: number, height: number, surface: Surface): void {
  pen.area(roundRectangle(-width / 2, y - height, width, height, height * 0.48), surface, (spot) => {
    const { x, y: py } = spot;
    const v = (py - y + height / 2) / (height / 2);
    face(spot, (x / width) * 0.5, -v * 0.95 + 0.1, Math.sqrt(Math.max(0.05, 1 - v * v)));
  });
}

/** A cloth over the back of a chair. */
const throwBlanket: Drawing = (pen, { body }) => {
  pen.shadow(10, 8, 270, 50, 0.4);
  for (const x of [-196, 196]) pen.bar([[x, 4], [x, -420]], 24, surfaces.oak); // prettier-ignore
  pen.bar([[-206, -400], [206, -400]], 28, surfaces.oak); // prettier-ignore
  pen.bar([[-196, -120], [196, -120]], 20, surfaces.oak); // prettier-ignore
  const hem = Array.from({ length: 9 }, (_, i): Point => [148 - i * 37, -62 + (i % 2) * 12]);
  const cloth: Point[] = [[-158, -404], [-140, -424], [140, -424], [158, -404], ...smooth(hem)]; // prettier-ignore
  const hanging = folds(1.35, 0.5, -424, 200);
  pen.area(cloth, body, (spot) => {
    hanging(spot);
    if (spot.y < -396) face(spot, spot.right, 0.8 - (spot.y + 424) / 40, 0.7);
  });
  fringe(pen, -142, 142, -62, 44, body);
};

const blanket: Drawing = (pen, { body }) => {
  pen.shadow(14, 4, 330, 54, 0.6);
  for (let i = 0; i < 4; i++) layer(pen.moved((i % 2) * 6 - 3, 0), -i * 66, 480 - (i % 2) * 10, 70, body);
  pen.area([[-236, -262], [-180, -330], [190, -330], [236, -262]], body, (spot) => face(spot, 0, 0.85, 0.5)); // prettier-ignore
  pen.area(roundRectangle(150, -52, 64, 36, 4), surfaces.paper);
};

const cushion: Drawing = (pen, { body }) => {
  pen.shadow(12, -6, 290, 64, 0.6);
  const side = (a: Point, b: Point, inset: Point): Point[] => [a, [(a[0] + b[0]) / 2 + inset[0], (a[1] + b[1]) / 2 + inset[1]]]; // prettier-ignore
  const [nw, ne, se, sw]: Point[] = [[-232, -398], [232, -398], [226, -2], [-226, -2]]; // prettier-ignore
  if (!nw || !ne || !se || !sw) return;
  const outline = [...side(nw, ne, [0, 34]), ...side(ne, se, [-28, 0]), ...side(se, sw, [0, -26]), ...side(sw, nw, [28, 0])]; // prettier-ignore
  pen.area(smooth(outline, true), body, bulge([0, -200], 250, 220, 2.4));
  pen.seam(smooth([[-206, -378], [0, -344], [206, -378]]), surfaces.thread); // prettier-ignore
};

/** A round table below a cloth. */
const tablecloth: Drawing = (pen, { body }) => {
  pen.shadow(16, 2, 320, 60, 0.5);
  for (const x of [-120, 120]) pen.bar([[x, 0], [x * 1.06, -200]], 20, surfaces.oak); // prettier-ignore
  const hem = Array.from({ length: 17 }, (_, i): Point => [288 - i * 36, -96 + Math.sin((i / 16) * Math.PI) * 34 + (i % 2) * 13]); // prettier-ignore
  const cloth: Point[] = [...ellipse(0, -330, 272, 66, Math.PI, 2 * Math.PI), ...smooth(hem)];
  pen.area(cloth, body, folds(1.55, 0.75, -330, 170));
  pen.area(ellipse(0, -330, 272, 66), body, (spot) => face(spot, -0.1, 0.78, 0.6));
};

/** A strip of cloth along a wooden table. */
const runner: Drawing = (pen, { body }) => {
  pen.shadow(10, 4, 330, 46, 0.5);
  for (const x of [-236, 236]) pen.bar([[x, 0], [x, -190]], 26, surfaces.oak); // prettier-ignore
  pen.area([[-290, -198], [-190, -326], [190, -326], [290, -198]], surfaces.oak, (spot) => face(spot, 0, 0.8, 0.6)); // prettier-ignore
  pen.area(roundRectangle(-292, -200, 584, 30, 6), surfaces.oak);
  pen.area([[-112, -198], [-74, -326], [74, -326], [112, -198]], body, (spot) => face(spot, 0, 0.8, 0.6)); // prettier-ignore
  pen.area([[-112, -199], [112, -199], [114, -66], [-114, -66]], body, folds(0.5, 0.3, -199, 120)); // prettier-ignore
  fringe(pen, -106, 106, -68, 34, body);
};

const napkins: Drawing = (pen, { body }) => {
  pen.shadow(14, -10, 300, 66, 0.5);
  for (let i = 0; i < 4; i++) layer(pen, -i * 24 - 4, 430 - i * 5, 30, body);
  const top: Point[] = [[-208, -94], [-130, -226], [130, -226], [208, -94]]; // prettier-ignore
  pen.area(top, body, (spot) => face(spot, -0.1, 0.72, 0.7));
  pen.area([[-208, -94], [-130, -226], [112, -98]], body, (spot) => face(spot, 0.22, 0.42, 0.9)); // prettier-ignore
  // A rolled one with a ring of wood.
  const roll = smooth([[-90, -150], [0, -172], [118, -198]]); // prettier-ignore
  pen.shadow(16, -136, 140, 30, 0.4);
  pen.bar(roll, 62, body);
  pen.bar(smooth([[-12, -200], [10, -170], [6, -138]]), 26, surfaces.oak); // prettier-ignore
};

const apron: Drawing = (pen, { body }) => {
  pen.bar([[-250, -520], [250, -520]], 12, surfaces.oak); // prettier-ignore
  pen.bar(smooth([[-70, -420], [-54, -500], [0, -524], [54, -500], [70, -420]]), 12, body); // prettier-ignore
  pen.bar(smooth([[-170, -268], [-218, -210], [-206, -110]]), 11, body); // prettier-ignore
  pen.bar(smooth([[170, -268], [222, -200], [212, -90]]), 11, body); // prettier-ignore
  const side = smooth([[88, -430], [98, -350], [136, -292], [176, -268], [184, -120], [180, 30]]); // prettier-ignore
  const mirrored = side.map(([x, y]): Point => [-x, y]).reverse();
  pen.area([...side, ...mirrored], body, folds(0.62, 0.3, -420, 300));
  pen.area(roundRectangle(-100, -170, 200, 128, 14), body, (spot) => face(spot, spot.x / 400, 0.28, 1));
  pen.seam([[-92, -158], [92, -158]], surfaces.thread); // prettier-ignore
  pen.seam([[-80, -416], [80, -416]], surfaces.thread); // prettier-ignore
  pen.seam([[0, -156], [0, -48]], surfaces.thread); // prettier-ignore
};

const bathrobe: Drawing = (pen, { body }) => {
  pen.bar(smooth([[-18, -500], [0, -530], [20, -512], [2, -490], [0, -470]]), 7, surfaces.iron); // prettier-ignore
  pen.bar(smooth([[-150, -420], [0, -474], [150, -420]]), 14, surfaces.oak); // prettier-ignore
  for (const side of [-1, 1]) {
    const arm: Point[] = [[130 * side, -420], [196 * side, -340], [262 * side, -130], [188 * side, -104], [122 * side, -300]]; // prettier-ignore
    pen.area(smooth(arm, true), body, (spot) => face(spot, (spot.x / 260) * 0.7 - 0.1, 0, 0.9));
    pen.area([[186 * side, -140], [258 * side, -166], [266 * side, -128], [190 * side, -100]], body, (spot) => face(spot, 0.1, 0.5, 0.9)); // prettier-ignore
  }
  const half = smooth([[40, -462], [132, -424], [142, -260], [168, 40]]); // prettier-ignore
  pen.area([...half, ...half.map(([x, y]): Point => [-x, y]).reverse()], body, folds(0.7, 0.42, -440, 320));
  pen.area([[-40, -462], [40, -462], [4, -250]], surfaces.gap); // prettier-ignore
  pen.bar(smooth([[-50, -462], [-26, -380], [10, -246], [22, 34]]), 40, body); // prettier-ignore
  pen.bar(smooth([[50, -462], [34, -380], [4, -262]]), 40, body); // prettier-ignore
  pen.bar(smooth([[-142, -236], [0, -226], [142, -236]]), 28, body); // prettier-ignore
  pen.bar(smooth([[6, -226], [-20, -150], [-28, -92]]), 22, body); // prettier-ignore
  pen.bar(smooth([[10, -226], [40, -160], [44, -110]]), 22, body); // prettier-ignore
};

/** Objects of cloth. */
export const fabrics: Readonly<Record<string, Drawing>> = {
  Throw: throwBlanket,
  Blanket: blanket,
  Cushion: cushion,
  Tablecloth: tablecloth,
  Runner: runner,
  'Napkin Set': napkins,
  Apron: apron,
  Bathrobe: bathrobe,
};
