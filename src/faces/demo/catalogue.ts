/**
 * A made-up catalogue, the same on every run: departments with categories three deep, and goods in materials and colours.
 */

/** Colours by name, as they are painted. */
export const colours: Readonly<Record<string, string>> = {
  Saffron: '#f4a430',
  Indigo: '#3f5196',
  Olive: '#7a843c',
  Terracotta: '#c86240',
  Ivory: '#e2d9bf',
  Charcoal: '#404248',
};

/** A colour such as `#f4a430` as red, green and blue, each 0 to 255. */
export function hexToColour(hex: string): readonly [number, number, number] {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

/** Materials that goods are made of. */
export const materials = ['Cotton', 'Linen', 'Wool', 'Leather', 'Copper', 'Walnut', 'Stoneware', 'Glass'] as const;

/** Sizes of clothes. */
export const sizes = ['S', 'M', 'L'] as const;

/** Goods of one category: every kind in each of its materials. */
export interface DemoGoods {
  /** The category, a child of its department; each material has a category below it. */
  readonly category: string;
  readonly kinds: readonly string[];
  readonly materials: readonly string[];
  /** Price of the first kind in the first material, in the base currency. */
  readonly base: number;
  /** Whether a kind in a material is one product to choose a colour of, rather than one for each colour. */
  readonly configurable?: true;
  /** Sizes to choose besides a colour. */
  readonly sizes?: readonly string[];
}

/** A department of the shop, with the goods that it sells. */
interface Department {
  readonly name: string;
  readonly goods: readonly DemoGoods[];
}

/** The departments of the demo shop. */
export const departments: readonly Department[] = [
  {
    name: 'Kitchen',
    goods: [
      {
        category: 'Pots and Pans',
        kinds: ['Saucepan', 'Stockpot', 'Kettle'],
        materials: ['Copper', 'Stoneware'],
        base: 48,
      },
      {
        category: 'Tableware',
        kinds: ['Bowl', 'Plate', 'Carafe', 'Mug'],
        materials: ['Stoneware', 'Glass'],
        base: 14,
      },
    ],
  },
  {
    name: 'Textiles',
    goods: [
      {
        category: 'Blankets',
        kinds: ['Throw', 'Blanket', 'Cushion'],
        materials: ['Wool', 'Cotton'],
        base: 59,
        configurable: true,
      },
      {
        category: 'Table Linen',
        kinds: ['Tablecloth', 'Runner', 'Napkin Set'],
        materials: ['Linen', 'Cotton'],
        base: 26,
      },
      {
        category: 'Aprons and Robes',
        kinds: ['Apron', 'Bathrobe'],
        materials: ['Linen', 'Cotton'],
        base: 39,
        configurable: true,
        sizes,
      },
    ],
  },
  {
    name: 'Travel',
    goods: [
      {
        category: 'Bags',
        kinds: ['Satchel', 'Weekender', 'Tote'],
        materials: ['Leather', 'Cotton'],
        base: 95,
        configurable: true,
      },
      {
        category: 'Small Goods',
        kinds: ['Wallet', 'Key Fob', 'Passport Cover'],
        materials: ['Leather'],
        base: 22,
        configurable: true,
      },
    ],
  },
  {
    name: 'Living',
    goods: [
      {
        category: 'Lighting',
        kinds: ['Lantern', 'Table Lamp', 'Candle Holder'],
        materials: ['Copper', 'Glass'],
        base: 37,
      },
      {
        category: 'Storage',
        kinds: ['Box', 'Tray', 'Shelf'],
        materials: ['Walnut', 'Leather'],
        base: 44,
      },
    ],
  },
];

/** Name of the category of goods in one material. */
export function materialCategory(material: string, category: string): string {
  return `${material} ${category}`;
}

/** SKU of a product by its material: `TOTE-LEATHER`, or with its colour `TOTE-LEATHER-OLIVE`. */
export function skuOf(...words: readonly string[]): string {
  return words.join('-').toUpperCase().replaceAll(' ', '-');
}
