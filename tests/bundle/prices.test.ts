import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, type Fields } from '../catalog/composites.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

/** An option whose selections add these amounts to a fixed price; those of a dynamic bundle cost as much themselves. */
async function option(type: string, required: boolean, prices: readonly number[]): Promise<Fields> {
  const parts = [];
  for (const price of prices) parts.push({ price, product: await makeProduct(souk, { price }) });
  const product_links = parts.map(({ price, product }) => ({
    sku: product.sku,
    qty: 1,
    price,
    price_type: 0,
    is_default: false,
  }));
  return { title: unique('choice'), required, type, product_links };
}

/** The prices of a bundle with these options. `price`: its fixed price. */
async function bundle(options: readonly Fields[], price?: number, attributes: Fields = {}): Promise<Answer['body']> {
  const custom = { price_type: price === undefined ? '0' : '1', price_view: '0', ...attributes };
  const { sku } = await makeProduct(souk, {
    type_id: 'bundle',
    price,
    custom_attributes: Object.entries(custom).map(([attribute_code, value]) => ({ attribute_code, value })),
    extension_attributes: { stock_item: { is_in_stock: true }, bundle_product_options: options },
  });
  const PRICES = `price_range { minimum_price { regular_price { value } final_price { value } } maximum_price { regular_price { value } final_price { value } } }
    ... on BundleProduct { price_details { main_price main_final_price discount_percentage }
      items { price_range { minimum_price { final_price { value } } maximum_price { final_price { value } } } } }`;
  const { products } = await graphqlClient(souk).data(
    `query($sku: String) { products(filter: { sku: { eq: $sku } }) { items { ${PRICES} } } }`,
    { sku },
  );
  const [{ price_range, price_details, items }] = products.items;
  const ends = ({ minimum_price, maximum_price }: Answer['body'], kind = 'final_price') => [
    minimum_price[kind].value,
    maximum_price[kind].value,
  ];
  return {
    final: ends(price_range),
    regular: ends(price_range, 'regular_price'),
    details: price_details,
    options: items.map((item: Answer['body']) => ends(item.price_range)),
  };
}

it('price_details of a fixed bundle leaves the choices out', async () => {
  const shown = await bundle([await option('select', true, [10])], 20, { special_price: '50' });
  expect(shown.details).toEqual({ main_price: 20, main_final_price: 10, discount_percentage: 50 });
  expect([shown.regular, shown.final]).toEqual([
    [30, 30],
    [15, 15],
  ]);
  const plain = await bundle([await option('select', true, [4])], 40);
  expect(plain.details).toEqual({ main_price: 40, main_final_price: 40, discount_percentage: 0 });
});

it.each(['checkbox', 'multi'])(
  'buyers take all of an option of the type %s at most, and the cheapest at least',
  async (type) => {
    const several = await option(type, true, [3, 5, 7]);
    const one = await option('select', true, [2, 4]);
    const free = await option(type, false, [1, 6]);
    const expected = {
      final: [5, 26],
      regular: [5, 26],
      options: [
        [3, 15],
        [2, 4],
        [1, 7],
      ],
    };
    expect(await bundle([several, one, free])).toMatchObject(expected);
    expect(await bundle([several, one, free], 100)).toMatchObject({
      ...expected,
      final: [105, 126],
      regular: [105, 126],
    });
    // Without required options, the cheapest of all is the least.
    expect(await bundle([free])).toMatchObject({ final: [1, 7] });
    expect(await bundle([free, await option('radio', false, [2, 9])], 10)).toMatchObject({ final: [11, 26] });
  },
);
