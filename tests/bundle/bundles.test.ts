import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Fields = Record<string, unknown>;
const FIXED = '1';
const DYNAMIC = '0';

async function save(product: Fields = {}): Promise<Answer['body']> {
  const sku = unique('bundle');
  return ok(
    await souk.admin.store('all').post('/V1/products', {
      product: {
        sku,
        name: sku,
        attribute_set_id: 4,
        price: 10,
        extension_attributes: { stock_item: { qty: 5, is_in_stock: true } },
        ...product,
      },
    }),
  );
}
const link = ({ sku }: { sku: string }, over: Fields = {}): Fields => ({
  sku,
  qty: 1,
  position: 1,
  is_default: false,
  price: 3,
  price_type: 0,
  can_change_quantity: 1,
  ...over,
});
const option = (title: string, product_links: Fields[], over: Fields = {}): Fields => ({
  title,
  required: true,
  type: 'select',
  position: 1,
  product_links,
  ...over,
});
function bundle(options: Fields[], type = FIXED, over: Fields = {}): Promise<Answer['body']> {
  return save({
    type_id: 'bundle',
    price: 100,
    weight: 3,
    custom_attributes: [
      { attribute_code: 'price_type', value: type },
      { attribute_code: 'weight_type', value: type },
      { attribute_code: 'price_view', value: '0' },
    ],
    extension_attributes: { stock_item: { is_in_stock: true }, bundle_product_options: options },
    ...over,
  });
}
const optionsIn = (product: Answer['body']): Answer['body'] => product.extension_attributes.bundle_product_options;
const path = (rest: string): string => `/V1/bundle-products/${rest}`;
const load = async (sku: string): Promise<Answer['body']> => ok(await souk.admin.get(`/V1/products/${sku}`));
const children = async (sku: string): Promise<Answer['body']> => ok(await souk.admin.get(path(`${sku}/children`)));
const put = async (sku: string, options: Fields[]): Promise<Answer> =>
  await souk.admin.put(`/V1/products/${sku}`, {
    product: { extension_attributes: { bundle_product_options: options } },
  });
const status = async (sku: string): Promise<number> =>
  ok(await souk.admin.get(`/V1/stockStatuses/${sku}`)).stock_status;

describe('a bundle', () => {
  it('with a price of its own shows it, and the prices of its selections as they were sent', async () => {
    const [one, two] = [await save(), await save()];
    const made = await bundle([
      option('Base', [link(one, { is_default: true }), link(two, { position: 2, price: 10, price_type: 1 })]),
      option('Extra', [link(one)], { required: false, type: 'checkbox', position: 2 }),
    ]);
    const list = ok(await souk.admin.get(`/V1/products?${criteria([[{ field: 'sku', value: made.sku }]])}`));
    for (const shown of [made, await load(made.sku), list.items[0]]) {
      expect(shown).toMatchObject({ price: 100, weight: 3, type_id: 'bundle' });
      expect(optionsIn(shown)).toMatchObject([
        {
          title: 'Base',
          required: true,
          type: 'select',
          position: 1,
          sku: made.sku,
          product_links: [
            { sku: one.sku, qty: 1, is_default: true, price: 3, price_type: 0, can_change_quantity: 1 },
            { sku: two.sku, position: 2, price: 10, price_type: 1 },
          ],
        },
        { title: 'Extra', required: false, type: 'checkbox' },
      ]);
    }
  });

  it('with a dynamic price costs what is chosen, as it is now', async () => {
    const part = await save();
    const made = await bundle([option('Base', [link(part, { price: 99 })])], DYNAMIC);
    expect(made).toMatchObject({ price: 0, weight: 0 });
    expect(optionsIn(made)[0].product_links[0]).toMatchObject({ price: 10, price_type: null });
    await load(made.sku);
    ok(await souk.admin.store('all').put(`/V1/products/${part.sku}`, { product: { price: 12 } }));
    expect(optionsIn(await load(made.sku))[0].product_links[0].price).toBe(12);
    expect((await children(made.sku))[0]).toMatchObject({ price: null, price_type: null });
  });

  it('keeps its options when none are sent, changes those with an id, and loses the others', async () => {
    const [one, two] = [await save(), await save()];
    const made = await bundle([option('Base', [link(one)]), option('Extra', [link(two)], { position: 2 })]);
    const [base] = optionsIn(made);
    expect(optionsIn(ok(await souk.admin.put(`/V1/products/${made.sku}`, { product: { name: 'x' } })))).toHaveLength(2);
    const links = [base.product_links[0], link(two, { position: 2 })];
    const [left, added] = optionsIn(
      ok(await put(made.sku, [{ ...base, product_links: links }, option('More', [link(one)], { position: 3 })])),
    );
    expect(left).toMatchObject({ option_id: base.option_id, product_links: [base.product_links[0], { sku: two.sku }] });
    expect(added).toMatchObject({ title: 'More' });
    expect(optionsIn(await load(made.sku))).toHaveLength(2);
    expect(optionsIn(ok(await put(made.sku, [])))).toEqual([]);
  });

  it.each([
    ['an unknown product', async () => [option('x', [link({ sku: 'nobody' })])], 404],
    ['a composite product', async () => [option('x', [link(await bundle([]))])], 400],
    ['a product twice in an option', async (sku: string) => [option('x', [link({ sku }), link({ sku })])], 400],
    ['an unknown type', async (sku: string) => [option('x', [link({ sku })], { type: 'slider' })], 400],
    ['an option of another bundle', async (sku: string) => [option('x', [link({ sku })], { option_id: 999_999 })], 404],
  ])('refuses %s, and nothing is written', async (_, options, code) => {
    const part = await save();
    const made = await bundle([option('Base', [link(part)])]);
    fails(await put(made.sku, await options(part.sku)), code);
    expect(optionsIn(await load(made.sku))).toEqual(optionsIn(made));
  });

  it('can be sold while every required option can be met', async () => {
    const [one, two, extra] = [await save(), await save(), await save()];
    const made = await bundle([
      option('Base', [link(one), link(two)]),
      option('Extra', [link(extra)], { required: false, position: 2 }),
    ]);
    const sold = { product: { extension_attributes: { stock_item: { qty: 0 } } } };
    for (const [part, after] of [
      [extra, 1],
      [one, 1],
      [two, 0],
    ] as const) {
      ok(await souk.admin.put(`/V1/products/${part.sku}`, sold));
      expect(await status(made.sku)).toBe(after);
    }
  });
});

describe('options of a bundle', () => {
  it('are added, shown, changed and removed', async () => {
    const [one, two] = [await save(), await save()];
    const { sku } = await bundle([option('Base', [link(one)])]);
    const id = ok(await souk.admin.post(path('options/add'), { option: option('Added', [link(two)], { sku }) }));
    expect(id).toBeTypeOf('string');
    const shown = ok(await souk.admin.get(path(`${sku}/options/${id}`)));
    expect(shown).toMatchObject({ option_id: Number(id), title: 'Added', product_links: [{ sku: two.sku, price: 3 }] });
    const changed = await souk.admin.put(path(`options/${id}`), {
      option: { title: 'Changed', type: 'multi', required: false, sku },
    });
    expect(ok(changed)).toBe(Number(id));
    const all = ok(await souk.admin.get(path(`${sku}/options/all`)));
    expect(all[1]).toMatchObject({
      title: 'Changed',
      type: 'multi',
      required: false,
      product_links: [{ sku: two.sku }],
    });
    expect(ok(await souk.admin.store('all').get(path(`${sku}/options/${id}`))).title).toBe('Added');
    expect(ok(await souk.admin.delete(path(`${sku}/options/${id}`)))).toBe(true);
    fails(await souk.admin.get(path(`${sku}/options/${id}`)), 404, /The option that was requested/);
    fails(await souk.admin.delete(path(`${sku}/options/${id}`)), 404, /The option that was requested/);
  });

  it('of products that have none', async () => {
    const { sku } = await save();
    for (const rest of ['options/all', 'options/1', 'children']) {
      fails(await souk.admin.get(path(`${sku}/${rest}`)), 400, 'This is implemented for bundle products only.');
      fails(await souk.admin.get(path(`nobody/${rest}`)), 404, /The product that was requested/);
    }
    fails(await souk.admin.post(path('options/add'), { option: option('x', [], { sku }) }), 400);
    fails(await souk.admin.put(path('options/9'), { option: option('x', [], { sku: 'nobody' }) }), 404);
  });

  it('have four types', async () => {
    const types = ok(await souk.admin.get(path('options/types')));
    expect(types.map((type: { code: string }) => type.code)).toEqual(['select', 'radio', 'checkbox', 'multi']);
    fails(await souk.guest.get(path('options/types')), 401);
  });
});

describe('selections', () => {
  it('are added, changed and removed', async () => {
    const [one, two] = [await save(), await save()];
    const made = await bundle([option('Base', [link(one)])]);
    const [{ option_id }] = optionsIn(made);
    const id = ok(await souk.admin.post(path(`${made.sku}/links/${option_id}`), { linkedProduct: link(two) }));
    expect(id).toBeTypeOf('number');
    ok(await souk.admin.put(path(`${made.sku}/links/${id}`), { linkedProduct: { sku: two.sku, qty: 7 } }));
    expect((await children(made.sku))[1]).toMatchObject({ id: String(id), sku: two.sku, qty: 7, price: 3, option_id });
    const removed = await souk.admin.delete(path(`${made.sku}/options/${option_id}/children/${two.sku}`));
    expect(ok(removed)).toBe(true);
    expect(await children(made.sku)).toHaveLength(1);
    expect(ok(await souk.admin.get(path(`${made.sku}/children?optionId=999999`)))).toEqual([]);
  });

  it('are refused where they do not fit', async () => {
    const [one, other] = [await save(), await save()];
    const made = await bundle([option('Base', [link(one)])]);
    const [{ option_id }] = optionsIn(made);
    const add = (to: string | number, body: Fields, sku = made.sku): Promise<Answer> =>
      souk.admin.post(path(`${sku}/links/${to}`), { linkedProduct: body });
    fails(await add(option_id, link(one)), 400, /already assigned to product/);
    fails(await add(999_999, link(other)), 400, /does not contain option: "999999"/);
    fails(await add(option_id, link({ sku: 'nobody' })), 404);
    fails(await add(option_id, link(made)), 400, "The bundle product can't contain another composite product.");
    fails(await add(1, link(one), other.sku), 400, /isn't a bundle product/);
    fails(await add(option_id, link(other, { qty: -1 })), 400);
    const missing = await souk.admin.put(path(`${made.sku}/links/999999`), { linkedProduct: link(one) });
    fails(missing, 400, /The product link with the "999999" ID field/);
    const nothing = await souk.admin.delete(path(`${made.sku}/options/${option_id}/children/nobody`));
    fails(nothing, 404, "The bundle product doesn't exist. Review your request and try again.");
  });

  it('follow their products: renamed, deleted', async () => {
    const [one, two] = [await save(), await save()];
    const made = await bundle([option('Base', [link(one), link(two, { position: 2 })])]);
    await load(made.sku);
    const renamed = unique('renamed');
    ok(await souk.admin.store('all').put(`/V1/products/${renamed}`, { product: { id: one.id } }));
    expect(optionsIn(await load(made.sku))[0].product_links[0].sku).toBe(renamed);
    ok(await souk.admin.delete(`/V1/products/${renamed}`));
    const skus = optionsIn(await load(made.sku))[0].product_links.map((shown: { sku: string }) => shown.sku);
    expect(skus).toEqual([two.sku]);
    ok(await souk.admin.delete(`/V1/products/${made.sku}`));
    expect((await load(two.sku)).id).toBe(two.id);
  });
});
