/**
 * A made-up catalogue, the same on every run: departments with categories, and goods in materials, colours and sizes.
 */

/** A category below the default root, with its children. */
export interface DemoCategory {
  readonly name: string;
  readonly children: readonly string[];
}

export interface DemoProduct {
  readonly sku: string;
  readonly name: string;
  /** Price in the base currency. */
  readonly price: number;
  readonly weight: number;
  readonly quantity: number;
  readonly description: string;
  readonly shortDescription: string;
  /** Name of a child category. */
  readonly category: string;
  readonly colour: string;
  readonly material: string;
}

/** Colours by name, as RGB for the product's picture. */
export const colours: Readonly<Record<string, readonly [number, number, number]>> = {
  Saffron: [244, 164, 48],
  Indigo: [63, 81, 150],
  Olive: [122, 132, 60],
  Terracotta: [200, 98, 64],
  Ivory: [240, 234, 214],
  Charcoal: [64, 66, 72],
};

export const materials = ['Cotton', 'Linen', 'Wool', 'Leather', 'Copper', 'Walnut', 'Stoneware', 'Glass'] as const;

interface Goods {
  readonly category: string;
  readonly kinds: readonly string[];
  readonly materials: readonly string[];
  readonly base: number;
}

const departments: readonly (DemoCategory & { readonly goods: readonly Goods[] })[] = [
  {
    name: 'Kitchen',
    children: ['Pots and Pans', 'Tableware'],
    goods: [
      {
        category: 'Pots and Pans',
        kinds: ['Saucepan', 'Stockpot', 'Kettle'],
        materials: ['Copper', 'Stoneware'],
        base: 48,
      },
      { category: 'Tableware', kinds: ['Bowl', 'Plate', 'Carafe', 'Mug'], materials: ['Stoneware', 'Glass'], base: 14 },
    ],
  },
  {
    name: 'Textiles',
    children: ['Blankets', 'Table Linen'],
    goods: [
      { category: 'Blankets', kinds: ['Throw', 'Blanket', 'Cushion'], materials: ['Wool', 'Cotton'], base: 59 },
      {
        category: 'Table Linen',
        kinds: ['Tablecloth', 'Runner', 'Napkin Set'],
        materials: ['Linen', 'Cotton'],
        base: 26,
      },
    ],
  },
  {
    name: 'Travel',
    children: ['Bags', 'Small Goods'],
    goods: [
      { category: 'Bags', kinds: ['Satchel', 'Weekender', 'Tote'], materials: ['Leather', 'Cotton'], base: 95 },
      { category: 'Small Goods', kinds: ['Wallet', 'Key Fob', 'Passport Cover'], materials: ['Leather'], base: 22 },
    ],
  },
  {
    name: 'Living',
    children: ['Lighting', 'Storage'],
    goods: [
      {
        category: 'Lighting',
        kinds: ['Lantern', 'Table Lamp', 'Candle Holder'],
        materials: ['Copper', 'Glass'],
        base: 37,
      },
      { category: 'Storage', kinds: ['Box', 'Tray', 'Shelf'], materials: ['Walnut', 'Leather'], base: 44 },
    ],
  },
];

/** The departments, as categories with children. */
export const demoCategories: readonly DemoCategory[] = departments.map(({ name, children }) => ({ name, children }));

/** Every kind of goods in each of its materials and in every colour: a few hundred products. */
export function demoProducts(): DemoProduct[] {
  const products: DemoProduct[] = [];
  for (const { goods } of departments) {
    for (const { category, kinds, materials: made, base } of goods) {
      for (const [k, kind] of kinds.entries()) {
        for (const [m, material] of made.entries()) {
          for (const [c, colour] of Object.keys(colours).entries())
            products.push(product(category, kind, material, colour, base, k, m, c));
        }
      }
    }
  }
  return products;
}

function product(
  category: string,
  kind: string,
  material: string,
  colour: string,
  base: number,
  k: number,
  m: number,
  c: number,
): DemoProduct {
  const name = `${colour} ${material} ${kind}`;
  return {
    sku: `${kind}-${material}-${colour}`.toUpperCase().replaceAll(' ', '-'),
    name,
    price: Math.round(base * (1 + k * 0.35 + m * 0.2) * 100 + c * 150 - 5) / 100,
    weight: Math.round((0.2 + k * 0.45 + m * 0.3) * 100) / 100,
    quantity: 5 + ((k * 31 + m * 17 + c * 7) % 90),
    description: `<p>A ${kind.toLowerCase()} of ${material.toLowerCase()} in ${colour.toLowerCase()}, made in small batches.</p>`,
    shortDescription: `${kind} of ${material.toLowerCase()}, ${colour.toLowerCase()}.`,
    category,
    colour,
    material,
  };
}
