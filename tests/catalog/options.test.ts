import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProduct, product as simple } from '../support/products.ts';
import { fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Fields = Record<string, unknown>;
const value = (title: string, over: Fields = {}): Fields => ({
  title,
  sort_order: 1,
  price: 10,
  price_type: 'fixed',
  sku: `${title} sku`,
  ...over,
});
const common = (title: string, type: string, sort_order: number): Fields => ({
  title,
  type,
  sort_order,
  is_require: false,
});
/** One option of every type, as they are sent and shown. */
const everyType = (): Fields[] => [
  { ...common('Engraving', 'field', 1), price: 4.5, price_type: 'percent', sku: 'cn', max_characters: 12 },
  { ...common('Letter', 'area', 2), price: 20, price_type: 'fixed', sku: 'le', max_characters: 500 },
  {
    ...common('Drawing', 'file', 3),
    price: 30,
    price_type: 'percent',
    sku: 'dr',
    file_extension: 'jpg, png',
    image_size_x: 10,
    image_size_y: 0,
  },
  ...['drop_down', 'radio', 'checkbox', 'multiple'].map((type, i) => ({
    ...common(`Pick ${type}`, type, 4 + i),
    values: [value(`${type} A`), value(`${type} B`, { sort_order: 2, price_type: 'percent' })],
  })),
  ...['date', 'date_time', 'time'].map((type, i) => ({
    ...common(`When ${type}`, type, 8 + i),
    price: 1.25,
    price_type: 'fixed',
    sku: type,
  })),
];

function product(options?: Fields[] | null, over: Fields = {}): Promise<Answer['body']> {
  const sku = unique('opt');
  const sent = options?.map((option) => ({ ...option, product_sku: sku }));
  return newProduct(souk, { sku, options: sent, ...over });
}
const read = async (sku: string): Promise<Answer['body']> => ok(await souk.admin.get(`/V1/products/${sku}`));
const optionsOf = async (sku: string): Promise<Answer['body']> =>
  ok(await souk.admin.get(`/V1/products/${sku}/options`));
const put = async (sku: string, over: Fields, as = souk.admin): Promise<Answer> =>
  as.put(`/V1/products/${sku}`, { product: over });
const flags = (body: Answer['body']): unknown[] =>
  ['has_options', 'required_options'].map(
    (code) => body.custom_attributes.find((a: Fields) => a.attribute_code === code)?.value,
  );
/** Options as they were sent. */
const bare = (options: Answer['body']): Fields[] =>
  options.map(({ option_id, product_sku, values, ...rest }: Fields) => {
    expect([typeof option_id, typeof product_sku]).toEqual(['number', 'string']);
    return values ? { ...rest, values: (values as Fields[]).map(({ option_type_id: __, ...one }) => one) } : rest;
  });

describe('custom options with the product', () => {
  it('keeps every type and price mode and shows them everywhere', async () => {
    const made = await product(everyType());
    expect(bare(made.options)).toEqual(everyType());
    expect((await read(made.sku)).options).toEqual(made.options);
    expect(await optionsOf(made.sku)).toEqual(made.options);
    const list = ok(
      await souk.admin.get(
        `/V1/products?searchCriteria[filterGroups][0][filters][0][field]=sku&searchCriteria[filterGroups][0][filters][0][value]=${made.sku}`,
      ),
    );
    expect(list.items[0].options).toEqual(made.options);
    const first = made.options[0];
    expect(ok(await souk.admin.get(`/V1/products/${made.sku}/options/${first.option_id}`))).toEqual(first);
  });

  it('leaves them alone when absent or null, replaces the list otherwise, and removes them by an empty one', async () => {
    const made = await product([everyType()[0]!, everyType()[3]!]);
    expect(ok(await put(made.sku, { name: 'Renamed' })).options).toEqual(made.options);
    expect(ok(await put(made.sku, { options: null })).options).toEqual(made.options);
    const [, pick] = made.options;
    pick.values.push(value('C', { sort_order: 3, sku: undefined }));
    const added = { ...everyType()[8]!, product_sku: made.sku };
    const changed = ok(await put(made.sku, { options: [pick, added] }));
    expect(changed.options).toHaveLength(2);
    expect(changed.options[0].option_id).toBe(pick.option_id);
    expect(changed.options[0].values.map((one: Fields) => one.title)).toEqual(['drop_down A', 'drop_down B', 'C']);
    expect(changed.options[0].values[0].option_type_id).toBe(pick.values[0].option_type_id);
    expect((await read(made.sku)).options).toEqual(changed.options);
    expect(ok(await put(made.sku, { options: [] })).options).toEqual([]);
    expect(await optionsOf(made.sku)).toEqual([]);
  });

  it('tells on the product whether it has options and whether one is required', async () => {
    const made = await product([{ ...everyType()[0]!, is_require: true }, everyType()[1]!]);
    expect(flags(made)).toEqual(['1', '1']);
    expect(flags(await read(made.sku))).toEqual(['1', '1']);
    ok(await souk.admin.delete(`/V1/products/${made.sku}/options/${made.options[0].option_id}`));
    expect(flags(await read(made.sku))).toEqual(['1', '0']);
    expect(flags(ok(await put(made.sku, { options: [] })))).toEqual(['0', '0']);
  });

  it('refuses a product whose options are wrong as a whole', async () => {
    const sku = unique('opt');
    const send = (option: Fields): Promise<Answer> =>
      souk.admin.post('/V1/products', { product: simple({ sku, options: [option] }) });
    fails(await send(everyType()[0]!), 400, 'The ProductSku is empty. Set the ProductSku and try again.');
    fails(
      await send({ ...everyType()[0]!, product_sku: sku, title: '' }),
      400,
      'Missed values for option required fields',
    );
    fails(await souk.admin.get(`/V1/products/${sku}`), 404);
    const made = await product([everyType()[0]!]);
    const [own] = made.options;
    fails(await put(made.sku, { name: 'X', options: [own, { ...own, option_id: 999_999 }] }), 404, 'No such entity.');
    expect(await read(made.sku)).toEqual({ ...made, product_links: [], tier_prices: [] });
  });
});

describe('custom options by themselves', () => {
  it('lists the types', async () => {
    const types = ok(await souk.admin.get('/V1/products/options/types'));
    expect(types).toHaveLength(10);
    expect(types[3]).toEqual({ label: 'Drop-down', code: 'drop_down', group: 'Select' });
    fails(await souk.guest.get('/V1/products/options/types'), 401);
  });

  it('are added and changed; ids of new values are not told', async () => {
    const { sku } = await product();
    const sent = { ...everyType()[4]!, product_sku: sku, is_require: true };
    const made = ok(await souk.admin.post('/V1/products/options', { option: sent }));
    expect(made).toEqual({ ...sent, option_id: made.option_id });
    const before = await read(sku);
    expect(flags(before)).toEqual(['1', '1']);
    const [stored] = await optionsOf(sku);
    stored.values.push(value('New', { sort_order: 9 }));
    const changed = ok(await souk.admin.put(`/V1/products/options/${made.option_id}`, { option: stored }));
    expect(changed.values.map((one: Fields) => one.title)).toEqual(['radio A', 'radio B', 'New']);
    const alone = ok(
      await souk.admin.put(`/V1/products/options/${made.option_id}`, {
        option: { ...sent, is_require: false, values: [value('Only')] },
      }),
    );
    expect(alone.values).toEqual([value('Only')]);
    const after = await read(sku);
    expect(flags(after)).toEqual(['1', '0']);
    expect(after.options).toEqual(await optionsOf(sku));
  });

  it('come back with their values in the order they were sent in, and are shown by their places', async () => {
    const { sku } = await product();
    const titles = (option: Answer['body']): string[] => option.values.map((one: Fields) => one.title);
    const values = [value('C', { sort_order: 3 }), value('A'), value('B', { sort_order: 2 })];
    const option = { ...common('Pick', 'drop_down', 1), product_sku: sku, values };
    const made = ok(await souk.admin.post('/V1/products/options', { option }));
    expect(made.values).toEqual(values);
    const path = `/V1/products/${sku}/options/${made.option_id}`;
    const stored = ok(await souk.admin.get(path));
    expect(titles(stored)).toEqual(['A', 'B', 'C']);
    const [a, b, c] = stored.values;
    const changed = { ...option, option_id: made.option_id, values: [c, value('D', { sort_order: 0 }), b, a] };
    const put = ok(await souk.admin.put(`/V1/products/options/${made.option_id}`, { option: changed }));
    expect(put.values).toEqual(changed.values);
    expect(titles(ok(await souk.admin.get(path)))).toEqual(['D', 'A', 'B', 'C']);
  });

  it('become what was sent when their type changes', async () => {
    const { sku, options } = await product([everyType()[0]!]);
    const { option_id } = options[0];
    const sent = { product_sku: sku, ...common('Letter', 'area', 3), price: 1, price_type: 'fixed' };
    expect(ok(await souk.admin.put(`/V1/products/options/${option_id}`, { option: sent }))).toEqual({
      ...sent,
      option_id,
    });
    const [shown] = await optionsOf(sku);
    expect(shown).toEqual({ ...sent, option_id });
  });

  it.each([
    ['without a title', { ...everyType()[0], title: '' }, 'Missed values for option required fields'],
    ['of an unknown type', { ...common('X', 'nope', 1) }, 'Invalid option type\nInvalid option value'],
    ['with a negative image size', { ...everyType()[2], image_size_x: -10 }, 'Invalid option value'],
    ['with a negative length', { ...everyType()[0], max_characters: -1 }, 'Invalid option value'],
    ['without a price', { ...common('X', 'field', 1) }, 'Invalid option value'],
    ['to choose from, without values', { ...common('X', 'radio', 1) }, 'Invalid option value'],
    ['with a value without a title', { ...common('X', 'radio', 1), values: [value('')] }, 'Invalid option value'],
    [
      'with an unknown price type',
      { ...common('X', 'checkbox', 1), values: [value('A', { price_type: 'fixed_one' })] },
      'Invalid option value',
    ],
  ])('are refused %s', async (_, option, message) => {
    const { sku } = await product();
    fails(await souk.admin.post('/V1/products/options', { option: { ...option, product_sku: sku } }), 400, message);
    expect(await optionsOf(sku)).toEqual([]);
  });

  it('must belong to a product that exists, and be one of its own', async () => {
    const missing = "The product that was requested doesn't exist. Verify the product and try again.";
    const option = everyType()[0]!;
    fails(await souk.admin.post('/V1/products/options', { option }), 400, /^The ProductSku is empty/);
    fails(await souk.admin.post('/V1/products/options', { option: { ...option, product_sku: 'nope' } }), 404, missing);
    fails(await souk.admin.get('/V1/products/nope/options'), 404, missing);
    const one = await product([option]);
    const other = await product([option]);
    const { option_id } = other.options[0];
    fails(
      await souk.admin.get(`/V1/products/${one.sku}/options/${option_id}`),
      404,
      `No such entity with optionId = ${option_id}`,
    );
    fails(
      await souk.admin.delete(`/V1/products/${one.sku}/options/${option_id}`),
      404,
      `No such entity with optionId = ${option_id}`,
    );
    fails(
      await souk.admin.put(`/V1/products/options/${option_id}`, { option: { ...option, product_sku: one.sku } }),
      404,
      'No such entity.',
    );
    expect(await optionsOf(other.sku)).toHaveLength(1);
  });
});

describe('custom options in store views', () => {
  it('have a title of their own there, and one price for all', async () => {
    const { sku, options } = await product([everyType()[0]!, everyType()[3]!]);
    const [field, pick] = options;
    const sent = [
      { ...field, title: 'Gravur', price: 7 },
      { ...pick, values: [{ ...pick.values[0], title: 'Erster' }, pick.values[1]] },
    ];
    const changed = ok(await put(sku, { options: sent }, souk.admin.store('default')));
    expect(changed.options.map((option: Fields) => option.title)).toEqual(['Gravur', 'Pick drop_down']);
    const all = ok(await souk.admin.store('all').get(`/V1/products/${sku}/options`));
    expect(all[0]).toMatchObject({ title: 'Engraving', price: 7 });
    expect(all[1].values[0].title).toBe('drop_down A');
    expect((await optionsOf(sku))[1].values[0].title).toBe('Erster');
  });
});
