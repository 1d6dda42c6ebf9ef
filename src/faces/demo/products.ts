import { detailKey, frontKey, settingKey, type Album } from './album.ts';
import { colours, skuOf } from './catalogue.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import { dimensionsOf, originOf, textsOf } from './texts.ts';
import { categoriesOf, goodsVarieties, isReduced, linksOf, placeOf, shownSku, type GoodsVariety } from './varieties.ts';

/** A product as on the wire. */
export type ProductBody = Readonly<Record<string, unknown>>;

/** Entities created before the products, which need them. */
export interface DemoIds {
  /** Ids of categories by name. */
  readonly categories: ReadonlyMap<string, number>;
  /** Ids of choices by attribute code and label: `demo_colour:Olive`. */
  readonly options: ReadonlyMap<string, string>;
  /** Ids of attributes by code. */
  readonly attributes: ReadonlyMap<string, number>;
  readonly album: Album;
}

/** Attribute set that the demo's attributes are added to: the default one of a fresh installation. */
export const ATTRIBUTE_SET = 4;

/** `visibility`: in no list, as a variant; in lists and searches. */
const HIDDEN = 1;
const VISIBLE = 4;

/** A custom attribute for each value that there is. */
export function custom(values: Readonly<Record<string, unknown>>): { attribute_code: string; value: unknown }[] {
  return Object.entries(values).flatMap(([attribute_code, value]) =>
    value === undefined ? [] : [{ attribute_code, value }],
  );
}

/** Pictures of a product by their keys, the first in all roles. */
export function gallery({ album }: Pick<DemoIds, 'album'>, label: string, ...keys: readonly string[]): object[] {
  return keys.flatMap((key, i) => {
    const picture = album.get(key);
    if (!picture) throw new Error(`no picture ${key}`);
    const content = { type: 'image/jpeg', name: picture.name, base64_encoded_data: picture.content };
    const types = i === 0 ? ['image', 'small_image', 'thumbnail'] : [];
    return { media_type: 'image', label, position: i + 1, disabled: false, types, content };
  });
}

/** Price of a variety in its first colour, in cents. */
function centsOf({ goods, k, m }: GoodsVariety): number {
  return Math.round(goods.base * (1 + k * 0.35 + m * 0.2) * 100) - 5;
}

/** Every kind of goods in each of its materials, in every colour and size. */
export function simpleProducts(ids: DemoIds): ProductBody[] {
  return goodsVarieties().flatMap((make) =>
    Object.keys(colours).flatMap((colour, c) =>
      make.goods.sizes
        ? make.goods.sizes.map((size, s) => simple(ids, make, colour, c, size, s))
        : [simple(ids, make, colour, c)],
    ),
  );
}

function picturesOf(ids: DemoIds, { goods, kind, material }: GoodsVariety, colour: string, label: string): object[] {
  return gallery(
    ids,
    label,
    frontKey(kind, material, colour),
    settingKey(goods, material),
    detailKey(material, colour),
  );
}

function simple(ids: DemoIds, make: GoodsVariety, colour: string, c: number, size = '', s = 0): ProductBody {
  const { goods, kind, material, k, m } = make;
  const price = (centsOf(make) + c * 150 + s * 300) / 100;
  const name = [english.name(kind, material, colour), size].filter(Boolean).join(' ');
  const place = placeOf(make, c) + s;
  const reduced = isReduced(make);
  return {
    sku: size ? skuOf(kind, material, colour, size) : skuOf(kind, material, colour),
    name,
    attribute_set_id: ATTRIBUTE_SET,
    type_id: 'simple',
    price,
    weight: Math.round((0.2 + k * 0.45 + m * 0.3) * 100) / 100,
    status: 1,
    visibility: goods.configurable ? HIDDEN : VISIBLE,
    // A variant adds its colour to the pictures of the product that it belongs to.
    media_gallery_entries: goods.configurable
      ? gallery(ids, name, frontKey(kind, material, colour), detailKey(material, colour))
      : picturesOf(ids, make, colour, name),
    // By the dozen for everybody, by the pair for the trade.
    tier_prices: place % 5 === 0 ? tierPrices(price) : [],
    extension_attributes: {
      category_links: goods.configurable ? [] : categoryLinks(ids, categoriesOf(make)),
      stock_item: stockAt(place),
    },
    custom_attributes: custom({
      ...textsOf(english, make, colour),
      ...factsOf(ids, make),
      demo_colour: ids.options.get(`demo_colour:${colour}`),
      demo_size: size ? ids.options.get(`demo_size:${size}`) : undefined,
      url_key: size ? skuOf(kind, material, colour, size).toLowerCase() : undefined,
      tax_class_id: '2',
      special_price: reduced ? Math.round(price * 80) / 100 : undefined,
      special_from_date: reduced ? '2020-01-01 00:00:00' : undefined,
    }),
  };
}

/** Stock of a product: every 23rd is sold out, every 17th nearly so. */
function stockAt(place: number): object {
  if (place % 23 === 22) return { qty: 0, is_in_stock: false };
  return { qty: place % 17 === 14 ? 3 : 20 + (place % 90), is_in_stock: true };
}

/** Values of the attributes that product pages show. */
function factsOf(ids: DemoIds, { kind, material }: GoodsVariety): Record<string, string | undefined> {
  return {
    demo_material: ids.options.get(`demo_material:${material}`),
    demo_origin: ids.options.get(`demo_origin:${originOf[material] ?? ''}`),
    demo_dimensions: dimensionsOf(kind),
  };
}

/** `customer_group_id` for all groups, and that of wholesale customers in a fresh installation. */
const ALL_GROUPS = 32000;
const WHOLESALE = 2;

function tierPrices(price: number): object[] {
  const share = (percent: number): number => Math.round(price * percent) / 100;
  return [
    { customer_group_id: ALL_GROUPS, qty: 12, value: share(90) },
    { customer_group_id: WHOLESALE, qty: 2, value: share(75) },
  ];
}

/** Links to categories by their names. */
function categoryLinks(ids: DemoIds, names: readonly string[]): object[] {
  return names.map((name, position) => ({ category_id: String(ids.categories.get(name)), position }));
}

/** A kind in a material to choose a colour of, and a size; `idOf` gives the id of a variant. */
export function configurableProducts(ids: DemoIds, idOf: (sku: string) => number): ProductBody[] {
  return goodsVarieties()
    .filter(({ goods }) => goods.configurable)
    .map((make) => configurable(ids, make, idOf));
}

function configurable(ids: DemoIds, make: GoodsVariety, idOf: (sku: string) => number): ProductBody {
  const { goods, kind, material, k, m } = make;
  const names = Object.keys(colours);
  const option = (code: string, label: string, values: readonly string[], position: number): object => ({
    attribute_id: String(ids.attributes.get(code)),
    label,
    position,
    values: values.map((value) => ({ value_index: Number(ids.options.get(`${code}:${value}`)) })),
  });
  const variants = names.flatMap((colour) =>
    goods.sizes ? goods.sizes.map((size) => skuOf(kind, material, colour, size)) : [skuOf(kind, material, colour)],
  );
  const name = english.name(kind, material);
  return {
    sku: skuOf(kind, material),
    name,
    attribute_set_id: ATTRIBUTE_SET,
    type_id: 'configurable',
    status: 1,
    visibility: VISIBLE,
    media_gallery_entries: picturesOf(ids, make, names[(k * 2 + m * 3) % names.length] ?? '', name),
    extension_attributes: {
      category_links: categoryLinks(ids, categoriesOf(make)),
      stock_item: { is_in_stock: true },
      configurable_product_options: [
        option('demo_colour', 'Colour', names, 0),
        ...(goods.sizes ? [option('demo_size', 'Size', goods.sizes, 1)] : []),
      ],
      configurable_product_links: variants.map(idOf),
    },
    custom_attributes: custom({ ...textsOf(english, make), ...factsOf(ids, make), tax_class_id: '2' }),
  };
}

/** A German name as part of a URL. */
export function germanUrlKey(name: string): string {
  const plain: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
  return name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => plain[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-');
}

/** The German texts of all products that visitors see, with their links to others. */
export function germanProducts(): ProductBody[] {
  return goodsVarieties().flatMap((make) => {
    const shades = make.goods.configurable ? [undefined] : Object.keys(colours);
    return shades.map((colour) => {
      const name = german.name(make.kind, make.material, colour);
      const sku = shownSku(make, colour ?? '');
      return {
        sku,
        name,
        product_links: linksOf(make, colour ?? 'Olive'),
        custom_attributes: custom({ ...textsOf(german, make, colour), url_key: germanUrlKey(name) }),
      };
    });
  });
}
