import { colours, departments, materialCategory, skuOf, type DemoGoods } from './catalogue.ts';

/** One kind of goods in one material. */
export interface GoodsVariety {
  readonly goods: DemoGoods;
  readonly kind: string;
  readonly material: string;
  /** Places of kind and material among those of the goods. */
  readonly k: number;
  readonly m: number;
}

/** All varieties, in order. */
export function goodsVarieties(): GoodsVariety[] {
  return departments
    .flatMap(({ goods }) => goods)
    .flatMap((goods) =>
      goods.kinds.flatMap((kind, k) => goods.materials.map((material, m) => ({ goods, kind, material, k, m }))),
    );
}

/** A number for each product, by which some of them are reduced, sold out or cheaper by the dozen. */
export function placeOf({ k, m }: GoodsVariety, c: number): number {
  return k * 31 + m * 17 + c * 7;
}

/** Whether a product is in the sale. Colours of a variety are reduced together. */
export function isReduced(make: GoodsVariety): boolean {
  return placeOf(make, 0) % 7 === 0;
}

/** SKU of the visible product of a variety: the one in a colour, or the one that leaves the colour open. */
export function shownSku({ goods, kind, material }: GoodsVariety, colour: string): string {
  return goods.configurable ? skuOf(kind, material) : skuOf(kind, material, colour);
}

/** Goods that are offered in the cart, by category: suitable additions. */
const companions: Readonly<Record<string, readonly (readonly [kind: string, material: string])[]>> = {
  'Pots and Pans': [['Apron', 'Linen'], ['Bowl', 'Stoneware']],
  Tableware: [['Runner', 'Linen'], ['Napkin Set', 'Linen'], ['Tray', 'Walnut']],
  Blankets: [['Cushion', 'Wool'], ['Lantern', 'Copper']],
  'Table Linen': [['Plate', 'Stoneware'], ['Candle Holder', 'Glass']],
  'Aprons and Robes': [['Mug', 'Stoneware'], ['Tote', 'Cotton']],
  Bags: [['Wallet', 'Leather'], ['Key Fob', 'Leather']],
  'Small Goods': [['Tote', 'Leather'], ['Satchel', 'Leather']],
  Lighting: [['Throw', 'Wool'], ['Tray', 'Walnut']],
  Storage: [['Table Lamp', 'Copper'], ['Mug', 'Stoneware']],
}; // prettier-ignore

/** Links of a product: others for the same use, better ones, and suitable additions. */
export function linksOf(make: GoodsVariety, colour: string): object[] {
  const all = goodsVarieties();
  const own = shownSku(make, colour);
  const inGoods = all.filter(({ goods }) => goods === make.goods);
  const related = inGoods.filter(({ kind, material }) => kind !== make.kind && material === make.material);
  const better = inGoods.filter(({ k, m }) => (k === make.k && m !== make.m) || (k === make.k + 1 && m === make.m));
  const wanted = companions[make.goods.category] ?? [];
  const fitting = all.filter((one) =>
    wanted.some(([kind, material]) => one.kind === kind && one.material === material),
  );
  const otherColour = Object.keys(colours).find((one) => one !== colour) ?? colour;
  const lists = {
    related: [
      ...related.map((one) => shownSku(one, colour)),
      ...(make.goods.configurable ? [] : [shownSku(make, otherColour)]),
    ],
    upsell: better.map((one) => shownSku(one, colour)),
    crosssell: fitting.map((one) => shownSku(one, colour)),
  };
  return Object.entries(lists).flatMap(([link_type, skus]) =>
    skus
      .filter((sku) => sku !== own)
      .map((linked_product_sku, position) => ({ sku: own, link_type, linked_product_sku, position })),
  );
}

/** Names of the categories of a variety: of its goods, of its material, and the sale. */
export function categoriesOf(make: GoodsVariety): string[] {
  const { goods, material } = make;
  return [goods.category, materialCategory(material, goods.category), ...(isReduced(make) ? [SALE] : [])];
}

/** Name of the category of reduced products. */
export const SALE = 'Sale';
