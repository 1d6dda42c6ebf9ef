import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeBundle,
  makeConfigurable,
  makeGrouped,
  makeProduct,
  makeSelect,
  makeVariants,
} from '../catalog/composites.ts';
import { buy } from '../support/bought.ts';
import { refuses, type GraphQLClient } from '../support/graphql.ts';
import { png } from '../support/png.ts';
import { addToSet, newAttribute } from '../support/products.ts';
import { ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { PRODUCT_FIELDS, serviceClient } from './service.ts';

type Body = Answer['body'];
let souk: Souk;
let service: GraphQLClient;
beforeAll(async () => {
  souk = await startSouk();
  service = serviceClient(souk);
});
afterAll(() => souk?.stop());

const PRODUCTS = `query GET_PRODUCT_DATA($skus: [String]) { products(skus: $skus) { ...PRODUCT } } ${PRODUCT_FIELDS}`;
const REFINE = `query REFINE($sku: String!, $optionIds: [String!]!) { refineProduct(sku: $sku, optionIds: $optionIds) { ...PRODUCT } } ${PRODUCT_FIELDS}`;
const read = async (...skus: (string | null)[]): Promise<Body> => (await service.data(PRODUCTS, { skus })).products;
const refine = async (sku: string, ...optionIds: string[]): Promise<Body> =>
  (await service.data(REFINE, { sku, optionIds })).refineProduct;
const money = (value: number) => ({ amount: { value, currency: 'USD' } });

describe('products', () => {
  it('have all that a product page shows', async () => {
    const code = unique('fabric').replaceAll('-', '_');
    await newAttribute(souk, { attribute_code: code, default_frontend_label: 'Fabric', is_visible_on_front: true });
    await addToSet(souk, code);
    const related = await makeProduct(souk, {});
    const sku = unique('page');
    const link = { sku, link_type: 'related', linked_product_sku: related.sku, position: 1 };
    const made = await makeProduct(souk, {
      sku,
      name: 'Copper pan',
      price: 20,
      custom_attributes: [
        { attribute_code: 'description', value: '<p>Holds heat</p>' },
        { attribute_code: 'meta_title', value: 'Pans' },
        { attribute_code: 'special_price', value: '15' },
        { attribute_code: code, value: 'Linen' },
      ],
      product_links: [link, { ...link, link_type: 'upsell' }],
      tier_prices: [
        { customer_group_id: 32_000, qty: 5, value: 12 },
        { customer_group_id: 32_000, qty: 10, value: 10 },
      ],
      options: [
        {
          product_sku: sku,
          title: 'Engraving',
          type: 'field',
          is_require: true,
          sort_order: 2,
          price: 4,
          price_type: 'fixed',
          sku: 'eng',
          max_characters: 20,
        },
      ],
      media_gallery_entries: [
        {
          media_type: 'image',
          label: 'Front',
          position: 1,
          disabled: false,
          types: ['image', 'small_image'],
          content: {
            base64_encoded_data: png([190, 90, 40], 8).toString('base64'),
            type: 'image/png',
            name: 'front.png',
          },
        },
      ],
    });
    const [product] = await read(sku);
    expect(product).toMatchObject({
      __typename: 'SimpleProductView',
      sku,
      name: 'Copper pan',
      description: '<p>Holds heat</p>',
      shortDescription: '',
      metaTitle: 'Pans',
      metaKeyword: null,
      inStock: true,
      addToCartAllowed: true,
      externalId: String(made.id),
      urlKey: sku,
      attributes: [{ name: code, label: 'Fabric', value: 'Linen', roles: ['visible_in_pdp'] }],
      links: [{ linkTypes: ['related', 'upsell'], product: { sku: related.sku } }],
      videos: [],
      price: {
        roles: ['visible'],
        regular: money(20),
        final: money(15),
        tiers: [
          { tier: money(12), quantity: [{ gte: 5, lt: 10 }] },
          { tier: money(10), quantity: [{ gte: 10, lt: null }] },
        ],
      },
    });
    expect(product.url).toMatch(new RegExp(`^https?://.+/${sku}\\.html$`));
    expect(product.images).toEqual([
      { label: 'Front', roles: ['image', 'small_image'], url: expect.stringMatching(/\/catalog\/product\/.+\.png$/) },
    ]);
    expect((await souk.guest.raw('GET', new URL(product.images[0].url).pathname)).status).toBe(200);
    expect(product.inputOptions).toMatchObject([
      {
        title: 'Engraving',
        type: 'field',
        required: true,
        markupAmount: 4,
        suffix: 'eng',
        sortOrder: 2,
        range: { from: 0, to: 20 },
      },
    ]);
    expect(Number.isNaN(Date.parse(product.lastModifiedAt))).toBe(false);
  });

  it('come in the order of the SKUs, each once, without unknown ones', async () => {
    const [a, b] = [await makeProduct(souk), await makeProduct(souk)];
    const found = await read(b.sku, 'unknown', null, a.sku.toUpperCase(), b.sku);
    expect(found.map(({ sku }: Body) => sku)).toEqual([b.sku, a.sku]);
    expect(await read()).toEqual([]);
  });

  it('are left out when they are hidden: disabled, without visibility, or of another website', async () => {
    const hidden = [
      await makeProduct(souk, { status: 2 }),
      await makeProduct(souk, { visibility: 1 }),
      await makeProduct(souk, { extension_attributes: { website_ids: [] } }),
    ];
    expect(await read(...hidden.map(({ sku }) => sku))).toEqual([]);
    for (const { sku } of hidden) expect(await refine(sku)).toBeNull();
  });

  it('filter images and attributes by roles and names', async () => {
    const codes = [unique('one'), unique('two')].map((code) => code.replaceAll('-', '_'));
    for (const [i, attribute_code] of codes.entries()) {
      await newAttribute(souk, { attribute_code, is_visible_on_front: i === 0, used_in_product_listing: true });
      await addToSet(souk, attribute_code);
    }
    const codeOfNone = unique('none').replaceAll('-', '_');
    await newAttribute(souk, { attribute_code: codeOfNone });
    await addToSet(souk, codeOfNone);
    const { sku } = await makeProduct(souk, {
      custom_attributes: [...codes, codeOfNone].map((attribute_code) => ({ attribute_code, value: 'x' })),
    });
    const data = await service.data(
      `query($skus: [String], $names: [String]) { products(skus: $skus) {
        all: attributes(roles: []) { name roles } pdp: attributes(roles: ["visible_in_pdp"]) { name } plp: attributes(roles: ["visible_in_plp"]) { name }
        named: attributes(names: $names) { name } images(roles: ["thumbnail"]) { url } } }`,
      { skus: [sku], names: [codes[1]] },
    );
    const named = (list: Body): string[] => list.map(({ name }: Body) => name).sort();
    const [{ all, pdp, plp, named: some, images }] = data.products;
    expect(named(all)).toEqual([...codes, codeOfNone].sort());
    expect(all).toContainEqual({ name: codeOfNone, roles: [] });
    expect(named(pdp)).toEqual([codes[0]]);
    expect(named(plp)).toEqual(codes.toSorted());
    expect(named(some)).toEqual([codes[1]]);
    expect(images).toEqual([]);
  });

  it('refuses too many SKUs', async () => {
    const skus = Array.from({ length: 501 }, (_, i) => `sku-${i}`);
    refuses(await service.send(PRODUCTS, { skus }), 'graphql-input', 'products accepts at most 500 values.');
  });
});

describe('configurable products', () => {
  it('are refined by their values down to a variant, whose uids carts take', async () => {
    const shade = await makeSelect(souk, ['Red', 'Blue'], {
      frontend_input: 'swatch_visual',
      options: [
        { label: 'Red', value: '#ff0000', sort_order: 0 },
        { label: 'Blue', value: '#0000ff', sort_order: 1 },
      ],
    });
    const variants = await makeVariants(souk, shade, [{ price: 10 }, { price: 15 }]);
    const { sku } = await makeConfigurable(souk, shade, variants);
    const [red, blue] = shade.values.map((value) => btoa(`configurable/${shade.id}/${value}`));
    const swatch = { __typename: 'ProductViewOptionValueSwatch', inStock: true, type: 'COLOR_HEX' };
    const [whole] = await read(sku);
    expect(whole).toMatchObject({
      __typename: 'ComplexProductView',
      options: [
        {
          id: shade.code,
          title: 'Shade',
          multi: false,
          values: [
            { ...swatch, id: red, title: 'Red', value: '#ff0000' },
            { ...swatch, id: blue, title: 'Blue', value: '#0000ff' },
          ],
        },
      ],
      priceRange: { minimum: { final: money(10), roles: ['visible'] }, maximum: { final: money(15) } },
    });
    expect(await refine(sku)).toMatchObject({ __typename: 'ComplexProductView', sku });
    expect(await refine(sku, blue!)).toMatchObject({
      __typename: 'SimpleProductView',
      sku: variants[1]!.sku,
      price: { final: money(15) },
    });
    expect(await refine(sku, 'unknown')).toBeNull();
    expect(await refine(sku, red!, blue!)).toBeNull();
    const { inCart } = await buy(
      souk,
      { sku, selected_options: [blue] },
      { cart: '... on ConfigurableCartItem { configured_variant { sku } }', order: 'product_sku' },
    );
    expect(inCart.configured_variant).toEqual({ sku: variants[1]!.sku });
  });

  it('with two options narrow the values and the prices of the other', async () => {
    const [shade, size] = [await makeSelect(souk, ['Red', 'Blue']), await makeSelect(souk, ['S', 'L'])];
    const variant = (a: number, b: number, price: number) =>
      makeProduct(souk, {
        visibility: 1,
        price,
        custom_attributes: [
          { attribute_code: shade.code, value: String(shade.values[a]) },
          { attribute_code: size.code, value: String(size.values[b]) },
        ],
      });
    const variants = [await variant(0, 0, 10), await variant(0, 1, 12), await variant(1, 1, 30)];
    const { sku } = await makeProduct(souk, {
      type_id: 'configurable',
      extension_attributes: {
        stock_item: { is_in_stock: true },
        configurable_product_options: [shade, size].map(({ id, values }) => ({
          attribute_id: id,
          label: 'Choice',
          values: values.map((value_index) => ({ value_index })),
        })),
        configurable_product_links: variants.map(({ id }) => id),
      },
    });
    const red = btoa(`configurable/${shade.id}/${shade.values[0]}`);
    const blue = btoa(`configurable/${shade.id}/${shade.values[1]}`);
    const large = btoa(`configurable/${size.id}/${size.values[1]}`);
    const left = await refine(sku, red);
    expect(left.options).toMatchObject([{ id: size.code, values: [{ title: 'S' }, { title: 'L' }] }]);
    expect(left.priceRange).toMatchObject({ minimum: { final: money(10) }, maximum: { final: money(12) } });
    expect((await refine(sku, blue)).options).toMatchObject([{ values: [{ title: 'L' }] }]);
    expect(await refine(sku, blue, large)).toMatchObject({ sku: variants[2]!.sku });

    const VARIANTS = `query($sku: String!, $optionIds: [String!], $size: Int, $cursor: String) {
      variants(sku: $sku, optionIds: $optionIds, pageSize: $size, cursor: $cursor) { cursor variants { selections product { sku } } } }`;
    const page = async (variables: object): Promise<Body> =>
      (await service.data(VARIANTS, { sku, ...variables })).variants;
    const skusOf = ({ variants: list }: Body): string[] => list.map(({ product }: Body) => product.sku);
    const all = await page({});
    expect(skusOf(all)).toEqual(variants.map((one) => one.sku));
    expect(all.cursor).toBeNull();
    expect(all.variants[2].selections.toSorted()).toEqual([blue, large].toSorted());
    expect(skusOf(await page({ optionIds: [red] }))).toEqual(variants.slice(0, 2).map((one) => one.sku));
    const first = await page({ size: 2 });
    expect(skusOf(first)).toHaveLength(2);
    const second = await page({ size: 2, cursor: first.cursor });
    expect(skusOf(second)).toEqual([variants[2]!.sku]);
    expect(second.cursor).toBeNull();
    refuses(await service.send(VARIANTS, { sku, size: 0 }), 'graphql-input', 'The page size must be from 1 to 100.');
    refuses(await service.send(VARIANTS, { sku, cursor: 'x!' }), 'graphql-input', 'The cursor is not valid.');
  });
});

describe('other composite products', () => {
  it('bundles offer their selections, whose uids carts take', async () => {
    const [a, b] = [await makeProduct(souk, { price: 3 }), await makeProduct(souk, { price: 5 })];
    const bundle = await makeBundle(souk, [[a, b]]);
    const [{ options, __typename }] = await read(bundle.sku);
    expect(__typename).toBe('ComplexProductView');
    expect(options).toMatchObject([
      {
        required: true,
        multi: false,
        values: [
          {
            __typename: 'ProductViewOptionValueProduct',
            title: a.sku,
            quantity: 1,
            isDefault: false,
            enabled: true,
            product: { sku: a.sku, price: { final: money(3) } },
          },
          { product: { sku: b.sku } },
        ],
      },
    ]);
    const chosen = options[0].values[1].id;
    expect(await refine(bundle.sku, chosen)).toMatchObject({ sku: bundle.sku, options: [] });
    const { inCart } = await buy(
      souk,
      { sku: bundle.sku, selected_options: [chosen] },
      { cart: '... on BundleCartItem { bundle_options { values { label } } }', order: 'product_sku' },
    );
    expect(inCart.bundle_options).toEqual([{ values: [{ label: b.sku }] }]);
  });

  it('groups offer their products', async () => {
    const [a, b] = [
      await makeProduct(souk, { price: 3 }),
      await makeProduct(souk, { price: 5 }, { qty: 0, is_in_stock: false }),
    ];
    const group = await makeGrouped(souk, [a, b]);
    ok(await souk.admin.get(`/V1/products/${group.sku}`));
    const [product] = await read(group.sku);
    expect(product).toMatchObject({
      __typename: 'ComplexProductView',
      priceRange: { minimum: { final: money(3) } },
      options: [{ required: true, values: [{ product: { sku: a.sku }, inStock: true, isDefault: true }] }],
    });
  });
});
