import { colours, departments, materialCategory, skuOf, type DemoGoods } from './catalogue.ts';

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
  /** Pictures in base64, by shape and colour: `pot:Olive`. */
  readonly pictures: ReadonlyMap<string, string>;
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

/** The picture of a product, in all roles. */
export function gallery(ids: DemoIds, goods: Pick<DemoGoods, 'shape'>, colour: string, label: string): object[] {
  const content = {
    type: 'image/png',
    name: `${goods.shape}-${colour.toLowerCase()}.png`,
    base64_encoded_data: ids.pictures.get(`${goods.shape}:${colour}`),
  };
  const types = ['image', 'small_image', 'thumbnail'];
  return [{ media_type: 'image', label, position: 1, disabled: false, types, content }];
}

/** One kind of goods in one material. */
interface GoodsVariety {
  readonly goods: DemoGoods;
  readonly kind: string;
  readonly material: string;
  /** Places of kind and material among those of the goods. */
  readonly k: number;
  readonly m: number;
}

/** Everything that is made, in order. */
function goodsVarieties(): GoodsVariety[] {
  return departments
    .flatMap(({ goods }) => goods)
    .flatMap((goods) =>
      goods.kinds.flatMap((kind, k) => goods.materials.map((material, m) => ({ goods, kind, material, k, m }))),
    );
}

/** Price of a make in its first colour, in cents. */
function centsOf({ goods, k, m }: GoodsVariety): number {
  return Math.round(goods.base * (1 + k * 0.35 + m * 0.2) * 100) - 5;
}

/** Every kind of goods in each of its materials and in every colour. */
export function simpleProducts(ids: DemoIds): ProductBody[] {
  return goodsVarieties().flatMap((make) => Object.keys(colours).map((colour, c) => simple(ids, make, colour, c)));
}

function simple(ids: DemoIds, make: GoodsVariety, colour: string, c: number): ProductBody {
  const { goods, kind, material, k, m } = make;
  const price = (centsOf(make) + c * 150) / 100;
  const name = `${colour} ${material} ${kind}`;
  const place = k * 31 + m * 17 + c * 7;
  return {
    sku: skuOf(kind, material, colour),
    name,
    attribute_set_id: ATTRIBUTE_SET,
    type_id: 'simple',
    price,
    weight: Math.round((0.2 + k * 0.45 + m * 0.3) * 100) / 100,
    status: 1,
    visibility: goods.configurable ? HIDDEN : VISIBLE,
    media_gallery_entries: gallery(ids, goods, colour, name),
    // By the dozen for everybody, by the pair for the trade.
    tier_prices: place % 5 === 0 ? tierPrices(price) : [],
    extension_attributes: {
      category_links: goods.configurable ? [] : linksTo(ids, make),
      stock_item: { qty: place % 23 === 22 ? 0 : 20 + (place % 90), is_in_stock: place % 23 !== 22 },
    },
    custom_attributes: custom({
      ...texts(make, colour),
      demo_colour: ids.options.get(`demo_colour:${colour}`),
      demo_material: ids.options.get(`demo_material:${material}`),
      tax_class_id: '2',
      special_price: place % 7 === 0 ? Math.round(price * 80) / 100 : undefined,
      special_from_date: place % 7 === 0 ? '2020-01-01 00:00:00' : undefined,
    }),
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

/** A make belongs into its category, and into the one of its material below that. */
function linksTo(ids: DemoIds, { goods, material }: Pick<GoodsVariety, 'goods' | 'material'>): object[] {
  return [goods.category, materialCategory(material, goods.category)].map((name, position) => ({
    category_id: String(ids.categories.get(name)),
    position,
  }));
}

/** Description texts of a variety. */
function texts({ kind, material }: GoodsVariety, colour?: string): Readonly<Record<string, string>> {
  const [thing, stuff] = [kind.toLowerCase(), material.toLowerCase()];
  const shade = colour ? ` in ${colour.toLowerCase()}` : ', in a colour of your choice';
  return {
    description: `<p>A ${thing} of ${stuff}${shade}, made in small batches.</p>`,
    short_description: `${kind} of ${stuff}${shade}.`,
  };
}

/** A kind in a material to choose a colour of, for the goods that are sold so; `idOf` gives the id of a variant. */
export function configurableProducts(ids: DemoIds, idOf: (sku: string) => number): ProductBody[] {
  const attribute_id = String(ids.attributes.get('demo_colour'));
  const values = Object.keys(colours).map((colour) => ({
    value_index: Number(ids.options.get(`demo_colour:${colour}`)),
  }));
  return goodsVarieties()
    .filter(({ goods }) => goods.configurable)
    .map((make) => ({
      sku: skuOf(make.kind, make.material),
      name: `${make.material} ${make.kind}`,
      attribute_set_id: ATTRIBUTE_SET,
      type_id: 'configurable',
      status: 1,
      visibility: VISIBLE,
      media_gallery_entries: gallery(ids, make.goods, 'Saffron', `${make.material} ${make.kind}`),
      extension_attributes: {
        category_links: linksTo(ids, make),
        stock_item: { is_in_stock: true },
        configurable_product_options: [{ attribute_id, label: 'Colour', position: 0, values }],
        configurable_product_links: Object.keys(colours).map((colour) => idOf(skuOf(make.kind, make.material, colour))),
      },
      custom_attributes: custom({
        ...texts(make),
        demo_material: ids.options.get(`demo_material:${make.material}`),
        tax_class_id: '2',
      }),
    }));
}
