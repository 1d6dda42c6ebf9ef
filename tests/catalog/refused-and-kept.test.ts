import { afterAll, beforeAll, expect, it } from 'vitest';
import { attribute, newAttribute, product } from '../support/products.ts';
import { fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

// What a PIM writes with a product that is refused, or comes back in another form.

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const create = (over: object, sku = unique('pim')): Promise<Answer> =>
  souk.admin.post('/V1/products', { product: product({ sku, price: 5, ...over }) });
const put = (sku: string, product: object, store = ''): Promise<Answer> =>
  souk.admin.store(store).put(`/V1/products/${sku}`, { product });
const valueOf = ({ body }: Answer, code: string): unknown =>
  body.custom_attributes.find((one: { attribute_code: string }) => one.attribute_code === code)?.value;

it('an empty gallery sets the roles to no_selection, whether there were images or not', async () => {
  const made = await create({ media_gallery_entries: [] });
  ok(made);
  expect(valueOf(made, 'image')).toBe('no_selection');
  const plain = ok(await create({}));
  const emptied = await put(plain.sku, { media_gallery_entries: [] });
  ok(emptied);
  for (const role of ['image', 'small_image', 'thumbnail']) expect(valueOf(emptied, role)).toBe('no_selection');
});

it('a media type that does not exist is refused', async () => {
  const entry = { media_type: 'hologram', label: 'x', position: 1, disabled: false, types: [] };
  const refused = await create({ media_gallery_entries: [entry] });
  fails(refused, 400, 'Invalid value of "hologram" provided for the media_type field.');
});

it('an option for files without sizes shows none', async () => {
  const sku = unique('pim');
  const option = { product_sku: sku, title: 'Doc', type: 'file', sort_order: 1, is_require: false };
  const price = { price: 1, price_type: 'fixed', file_extension: 'pdf' };
  const made = ok(await create({ options: [{ ...option, ...price }] }, sku));
  expect(made.options[0]).toMatchObject({ title: 'Doc', file_extension: 'pdf' });
  for (const size of ['image_size_x', 'image_size_y']) expect(made.options[0]).not.toHaveProperty(size);
});

it('a bundle says how it shows its price', async () => {
  const message = 'The "Price View" attribute value is empty. Set the attribute and try again.';
  fails(await create({ type_id: 'bundle' }), 400, message);
  ok(await create({ type_id: 'bundle', custom_attributes: [{ attribute_code: 'price_view', value: '0' }] }));
});

it('a price of null says nothing in a store view, and is refused for all of them', async () => {
  const { sku } = ok(await create({}));
  expect(ok(await put(sku, { price: null })).price).toBe(5);
  fails(await put(sku, { price: null }, 'all'), 400, /"Price" attribute value is empty/);
});

it('a tier price is for a group and a website that are there', async () => {
  const tier = { customer_group_id: 0, qty: 2, value: 3 };
  const exact = ok(await create({ tier_prices: [{ ...tier, value: 3.12345 }] }));
  expect(exact.tier_prices[0].value).toBe(3.12345);
  ok(await create({ tier_prices: [tier, { ...tier, customer_group_id: 32_000, qty: 3 }] }));
  const { sku } = ok(await create({}));
  for (const wrong of [
    { ...tier, customer_group_id: 99 },
    { ...tier, extension_attributes: { website_id: 99 } },
  ]) {
    const message = 'The product was unable to be saved. Please try again.';
    fails(await create({ tier_prices: [wrong] }), 400, message);
    fails(await put(sku, { tier_prices: [wrong] }), 400, message);
  }
});

it('an attribute filters only where it has choices', async () => {
  const text = { attribute: attribute({ is_filterable: true }) };
  fails(await souk.admin.post('/V1/products/attributes', text), 400, /provided for the is_filterable field/);
  await newAttribute(souk, { is_filterable: true, frontend_input: 'price' });
});

it('an option of a bundle has a title and a type that there is', async () => {
  const child = ok(await create({})).sku;
  const links = { product_links: [{ sku: child, qty: 1, position: 1 }] };
  const bundle = (option: object): Promise<Answer> =>
    create({
      type_id: 'bundle',
      custom_attributes: [{ attribute_code: 'price_view', value: '0' }],
      extension_attributes: { bundle_product_options: [{ ...links, ...option }] },
    });
  const { sku } = ok(await bundle({ title: 'One', type: 'select' }));
  const add = (option: object): Promise<Answer> =>
    souk.admin.post('/V1/bundle-products/options/add', { option: { sku, ...links, ...option } });
  for (const send of [bundle, add]) {
    fails(await send({ title: '', type: 'select' }), 400, /is required/);
    fails(await send({ title: ' ', type: 'select' }), 400, /is required/);
    fails(await send({ title: 'Two', type: 'hologram' }), 400, /provided for the type field/);
  }
  expect(ok(await souk.admin.get(`/V1/bundle-products/${sku}/options/all`))).toHaveLength(1);
});

it('a link says whether it is a file or an address', async () => {
  const link = { title: 'File', sort_order: 1, is_shareable: 1, price: 1, number_of_downloads: 0 };
  const message = 'The link type is invalid. Verify and try again.';
  for (const type of [{}, { link_type: '' }, { link_type: 'paper' }]) {
    const downloadable_product_links = [{ ...link, link_url: 'http://example.com/a', ...type }];
    fails(
      await create({ type_id: 'downloadable', extension_attributes: { downloadable_product_links } }),
      400,
      message,
    );
  }
});

it('an amount as text is a number that fits its place', async () => {
  const made = (value: unknown): Promise<Answer> =>
    create({ custom_attributes: [{ attribute_code: 'special_price', value }] });
  for (const [sent, kept] of [
    ['3.5', '3.500000'],
    [' 7', '7.000000'],
    ['1e3', '1000.000000'],
    ['.5', '0.500000'],
  ]) {
    const answer = await made(sent);
    ok(answer);
    expect(valueOf(answer, 'special_price')).toBe(kept);
  }
  for (const wrong of ['3,5', 'abc', '12abc', '0x10', 'Infinity', [1]]) {
    fails(await made(wrong), 400, /The "float" type was expected/);
  }
  fails(await made('100000000000000'), 400, 'The product was unable to be saved. Please try again.');
  fails(await create({ price: 1e20 }), 400, 'The product was unable to be saved. Please try again.');
});

it('a code has 60 signs at most, and a swatch may be the default', async () => {
  const code = unique('pim').replaceAll('-', '_');
  await newAttribute(souk, { attribute_code: code.padEnd(60, 'x') });
  const long = { attribute: attribute({ attribute_code: code.padEnd(61, 'x') }) };
  fails(await souk.admin.post('/V1/products/attributes', long), 400, /provided for the attribute_code field/);
  const options = [
    { label: 'A', sort_order: 1 },
    { label: 'B', sort_order: 2, is_default: true },
  ];
  const swatch = await newAttribute(souk, { frontend_input: 'swatch_visual', options });
  const chosen = swatch.options.find((option: { label: string }) => option.label === 'B');
  expect(swatch.default_value).toBe(chosen.value);
});
