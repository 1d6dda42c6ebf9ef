import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guestCart, makeProduct } from '../quote/shop.ts';
import { product as simple } from '../support/products.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Fields = Record<string, unknown>;
const colours = (...values: Fields[]): Fields => ({ title: 'Colour', type: 'drop_down', is_require: true, values });
const value = (title: string, sku = '', price = 1): Fields => ({ title, sku, price, price_type: 'fixed' });
const text: Fields = { title: 'Engraving', type: 'field', is_require: false, price: 2, price_type: 'fixed' };

describe('D303: a product that is saved again without the ids of its choices', () => {
  const save = async (product: Fields) => ok(await souk.admin.store('all').post('/V1/products', { product }));

  it('keeps its custom options and their values, by title and by SKU, and carts keep their choices', async () => {
    const sku = await makeProduct(souk);
    const options = (...all: Fields[]) => save({ sku, options: all.map((one) => ({ ...one, product_sku: sku })) });
    const body = [colours(value('Red', 'r'), value('Blue', 'b')), text];
    const [colour, engraving] = (await options(...body)).options;
    const { path, id } = await guestCart(souk);
    const chosen = [{ option_id: String(colour.option_id), option_value: String(colour.values[1].option_type_id) }];
    const product_option = { extension_attributes: { custom_options: chosen } };
    ok(await souk.guest.post(`${path}/items`, { cartItem: { sku, qty: 1, quote_id: id, product_option } }));

    expect((await options(...body)).options).toEqual([colour, engraving]);
    const changed = await options(text, colours(value('Dark red', 'r', 3), value('Green'), value('Blue', 'azure')));
    const idsOf = (values: Fields[]) => Object.fromEntries(values.map((one) => [one.title, one.option_type_id]));
    const [red, blue] = colour.values.map((one: Fields) => one.option_type_id);
    const found = changed.options.find((one: Fields) => one.title === 'Colour');
    expect(found.option_id).toBe(colour.option_id);
    expect(idsOf(found.values)).toEqual({ 'Dark red': red, Blue: blue, Green: expect.any(Number) });
    const [item] = ok(await souk.guest.get(`${path}/items`));
    expect(item.product_option.extension_attributes.custom_options).toEqual(chosen);

    // Another type is another option.
    const other = await options({ ...text, type: 'area' });
    expect(other.options).toHaveLength(1);
    expect(other.options[0].option_id).not.toBe(engraving.option_id);
  });

  it('keeps the options of a bundle and their selections', async () => {
    const [one, two] = [await makeProduct(souk), await makeProduct(souk)];
    const option = (title: string, sku: string, qty: number): Fields => ({
      title,
      type: 'select',
      required: true,
      product_links: [{ sku, qty, price: 1, price_type: 0, is_default: false, can_change_quantity: 0 }],
    });
    const bundle = (product: Fields, ...options: Fields[]) =>
      save({ ...product, type_id: 'bundle', extension_attributes: { bundle_product_options: options } });
    const own = Object.entries({ price_type: '1', weight_type: '1', price_view: '0' });
    const product = simple({ custom_attributes: own.map(([attribute_code, value]) => ({ attribute_code, value })) });
    const idsOf = ({ extension_attributes: { bundle_product_options: all } }: { extension_attributes: Fields }) =>
      Object.fromEntries(
        (all as Fields[]).map(({ title, option_id, product_links }) => [
          title,
          [option_id, (product_links as Fields[]).map(({ id }) => id)],
        ]),
      );
    const before = idsOf(await bundle(product, option('Mug', one, 1), option('Bag', two, 1)));
    const after = idsOf(await bundle(product, option('Bag', two, 2), option('Mug', one, 2), option('Box', one, 1)));
    expect(after).toMatchObject(before);
    expect(Object.keys(after)).toHaveLength(3);
  });

  it('keeps the links and samples of a downloadable product', async () => {
    const url = { link_type: 'url', link_url: 'https://example.com/a.zip', is_shareable: 1, number_of_downloads: 0 };
    const product = simple({ type_id: 'downloadable' });
    const downloads = async (...titles: string[]) => {
      const saved = await save({
        ...product,
        extension_attributes: {
          downloadable_product_links: titles.map((title, i) => ({ ...url, title, price: i, sort_order: i })),
          downloadable_product_samples: titles.map((title, i) => ({
            title,
            sort_order: i,
            sample_type: 'url',
            sample_url: 'https://example.com/b.zip',
          })),
        },
      });
      const { downloadable_product_links: links, downloadable_product_samples: samples } = saved.extension_attributes;
      return [links, samples].map((all: Fields[]) => Object.fromEntries(all.map(({ title, id }) => [title, id])));
    };
    const before = await downloads('One', 'Two');
    expect(await downloads('Two', 'One', 'Three')).toMatchObject(before);
  });
});
