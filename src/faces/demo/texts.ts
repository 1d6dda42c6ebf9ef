import { elementAt } from '../../kernel/lists.ts';
import type { GoodsVariety } from './varieties.ts';

/** The words of a language that descriptions are composed of. */
export interface Wording {
  /** Name of a product; without a colour: of all colours. */
  name(kind: string, material: string, colour?: string): string;
  /** The use of a kind, in several wordings. */
  readonly uses: Readonly<Record<string, readonly string[]>>;
  /** How a material is made and how it feels. */
  readonly materials: Readonly<Record<string, readonly string[]>>;
  /** The look of a colour. */
  readonly colours: Readonly<Record<string, readonly string[]>>;
  /** For a product that leaves the colour open. */
  readonly anyColour: readonly string[];
  /** How to look after a material. */
  readonly care: Readonly<Record<string, string>>;
  readonly endings: readonly string[];
  readonly origins: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<'material' | 'dimensions' | 'care' | 'origin', string>>;
  readonly materialNames: Readonly<Record<string, string>>;
  short(kind: string, material: string, colour?: string): string;
}

/** Country that each material's goods are made in. */
export const originOf: Readonly<Record<string, string>> = {
  Copper: 'France',
  Stoneware: 'Portugal',
  Glass: 'Czechia',
  Wool: 'Scotland',
  Cotton: 'India',
  Linen: 'Lithuania',
  Leather: 'Italy',
  Walnut: 'Germany',
};

/** Size of each kind, in centimetres or litres. */
const dimensions: Readonly<Record<string, string>> = {
  Saucepan: '⌀ 16 × 9 cm, 1.6 l',
  Stockpot: '⌀ 24 × 17 cm, 7 l',
  Kettle: '⌀ 19 × 21 cm, 2 l',
  Bowl: '⌀ 15 × 7 cm',
  Plate: '⌀ 27 × 2 cm',
  Carafe: '⌀ 11 × 25 cm, 1 l',
  Mug: '⌀ 9 × 10 cm, 0.35 l',
  Throw: '130 × 180 cm',
  Blanket: '150 × 220 cm',
  Cushion: '45 × 45 cm',
  Tablecloth: '⌀ 160 cm',
  Runner: '40 × 150 cm',
  'Napkin Set': '4 × 45 × 45 cm',
  Apron: '70 × 85 cm (M)',
  Bathrobe: '115 cm (M)',
  Satchel: '36 × 27 × 10 cm',
  Weekender: '52 × 30 × 24 cm',
  Tote: '38 × 34 × 14 cm',
  Wallet: '11 × 9 × 2 cm',
  'Key Fob': '3 × 11 cm',
  'Passport Cover': '10 × 14 cm',
  Lantern: '⌀ 17 × 32 cm',
  'Table Lamp': '⌀ 28 × 46 cm',
  'Candle Holder': '⌀ 14 × 12 cm',
  Box: '30 × 20 × 14 cm',
  Tray: '46 × 32 × 5 cm',
  Shelf: '60 × 22 × 70 cm',
};

/** Size of a kind as text. */
export function dimensionsOf(kind: string): string {
  return dimensions[kind] ?? '';
}

/** The texts of a product in a language, as attributes. Without a colour they suit all of them. */
export function textsOf(wording: Wording, make: GoodsVariety, colour?: string): Readonly<Record<string, string>> {
  const { kind, material, k, m } = make;
  const seed = k * 5 + m * 3 + [...`${kind}${colour ?? ''}`].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const pick = (list: readonly string[] | undefined, step: number): string =>
    list && list.length > 0 ? elementAt(list, (seed * step + k + m) % list.length) : '';
  const name = wording.name(kind, material, colour);
  const shade = colour ? pick(wording.colours[colour], 3) : pick(wording.anyColour, 1);
  const { labels, materialNames, origins } = wording;
  const facts = [
    [labels.material, materialNames[material]],
    [labels.dimensions, dimensionsOf(kind)],
    [labels.origin, origins[originOf[material] ?? '']],
    [labels.care, wording.care[material]],
  ];
  const description = [
    `<p>${pick(wording.uses[kind], 1)} ${pick(wording.materials[material], 2)} ${shade}</p>`,
    `<p>${pick(wording.endings, 7)}</p>`,
    `<ul>${facts.map(([label, value]) => `<li>${label}: ${value}</li>`).join('')}</ul>`,
  ].join('\n');
  const short = wording.short(kind, material, colour);
  return {
    description,
    short_description: `<p>${short}</p>`,
    meta_title: name,
    meta_description: short,
    meta_keyword: [kind, material, colour].filter(Boolean).join(', '),
    demo_care: wording.care[material] ?? '',
  };
}
