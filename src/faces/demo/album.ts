import { setTimeout as pause } from 'node:timers/promises';
import { colours, departments, hexToColour, type DemoGoods } from './catalogue.ts';
import { encodeJpeg, type Colour } from './pictures/jpeg.ts';
import { drawDetail, drawFront, drawSetting, type Subject } from './pictures/scenes.ts';
import type { TransformedPicture } from './pictures/transform.ts';

/** A picture of the demo. */
interface DemoPicture {
  /** File name of the upload. */
  readonly name: string;
  /** A JPEG in base64. */
  readonly content: string;
}

/** The pictures of the demo by their keys: those of `frontKey`, `detailKey`, `settingKey`, and names of single ones. */
export type Album = ReadonlyMap<string, DemoPicture>;

/** Key of a product alone, in a colour. */
export function frontKey(kind: string, material: string, colour: string): string {
  return `${material} ${kind} ${colour}`;
}

/** Key of a material from near by, in a colour. */
export function detailKey(material: string, colour: string): string {
  return `detail ${material} ${colour}`;
}

/** Key of all kinds of goods in a material, on a table. */
export function settingKey(goods: Pick<DemoGoods, 'category'>, material: string): string {
  return `setting ${material} ${goods.category}`;
}

/** Pictures of products that are not made in all colours. */
export const singlePictures = {
  breakfast: 'breakfast set',
  gifts: 'gift box',
  book: 'recipe book',
  course: 'cooking course',
  knife: 'knife sharpening',
  card: 'gift card',
} as const;

const palette = Object.entries(colours).map(([name, hex]) => ({ name, colour: hexToColour(hex) }));

/** Draws all pictures of the demo. Other work gets its turn between two of them. */
export async function drawAlbum(): Promise<Album> {
  const album = new Map<string, DemoPicture>();
  const add = (key: string, picture: TransformedPicture, colour: Colour): void => {
    const name = `${key.toLowerCase().replaceAll(' ', '-')}.jpg`;
    album.set(key, { name, content: encodeJpeg(picture, colour).toString('base64') });
  };
  const goods = departments.flatMap((department) => department.goods);
  for (const one of goods) {
    for (const material of one.materials) {
      for (const kind of one.kinds) {
        const picture = drawFront({ kind, material });
        for (const { name, colour } of palette) add(frontKey(kind, material, name), picture, colour);
        await pause(0);
      }
      add(settingKey(one, material), drawSetting(inColours(one.kinds, material)), [0, 0, 0]);
    }
  }
  for (const material of new Set(goods.flatMap(({ materials }) => materials))) {
    const picture = drawDetail(material);
    for (const { name, colour } of palette) add(detailKey(material, name), picture, colour);
    await pause(0);
  }
  for (const [key, picture] of drawSingles()) {
    add(key, picture(), hexToColour(colours.Terracotta ?? ''));
  }
  return album;
}

/** Kinds of goods, each in another colour. */
function inColours(kinds: readonly string[], material: string): Subject[] {
  return kinds.map((kind, i) => ({ kind, material, colour: palette[(i * 4 + 1) % palette.length]?.colour }));
}

function drawSingles(): Map<string, () => TransformedPicture> {
  return new Map([
    [singlePictures.breakfast, () => drawSetting(inColours(['Plate', 'Bowl', 'Mug'], 'Stoneware'))],
    [
      singlePictures.gifts,
      () => drawSetting([{ kind: 'Box', material: 'Walnut' }, ...inColours(['Candle Holder', 'Mug'], 'Glass')]),
    ],
    [singlePictures.book, () => drawFront({ kind: 'Recipe Book', material: 'Linen' })],
    [
      singlePictures.course,
      () =>
        drawSetting([
          { kind: 'Stockpot', material: 'Copper' },
          { kind: 'Recipe Book', material: 'Linen' },
          { kind: 'Saucepan', material: 'Copper' },
        ]),
    ],
    [singlePictures.knife, () => drawFront({ kind: 'Knife', material: 'Walnut' })],
    [singlePictures.card, () => drawFront({ kind: 'Gift Card', material: 'Cotton' })],
  ]);
}
