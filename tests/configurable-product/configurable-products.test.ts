import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Fields = Record<string, unknown>;
interface Select {
  id: string;
  code: string;
  values: number[];
}

/** A select that products of set 4 have, with `count` options. */
async function select(count = 2, over: Fields = {}): Promise<Select> {
  const attribute_code = unique('size').replaceAll('-', '_');
  const made = ok(
    await souk.admin.post('/V1/products/attributes', {
      attribute: {
        attribute_code,
        frontend_input: 'select',
        scope: 'global',
        is_required: false,
        frontend_labels: [{ store_id: 0, label: 'Size' }],
        options: Array.from({ length: count }, (_, i) => ({ label: `Size ${i}`, sort_order: i })),
        ...over,
      },
    }),
  );
  const groups = ok(
    await souk.admin.get(
      `/V1/products/attribute-sets/groups/list?${criteria([[{ field: 'attribute_set_id', value: 4 }]])}`,
    ),
  );
  ok(
    await souk.admin.post('/V1/products/attribute-sets/attributes', {
      attributeSetId: 4,
      attributeGroupId: groups.items[0].attribute_group_id,
      attributeCode: attribute_code,
      sortOrder: 9,
    }),
  );
  const values = made.options.flatMap(({ value }: { value: string }) => (value === '' ? [] : [Number(value)]));
  return { id: String(made.attribute_id), code: attribute_code, values };
}

async function save(product: Fields): Promise<Answer['body']> {
  const sku = unique('conf');
  return ok(
    await souk.admin.store('all').post('/V1/products', {
      product: { sku, name: sku, attribute_set_id: 4, price: 10, ...product },
    }),
  );
}
const variant = (attribute: Select, value: number | undefined, over: Fields = {}): Promise<Answer['body']> =>
  save({
    custom_attributes: value === undefined ? [] : [{ attribute_code: attribute.code, value: String(value) }],
    extension_attributes: { stock_item: { qty: 5, is_in_stock: true } },
    ...over,
  });
const option = ({ id, values }: Select, over: Fields = {}): Fields => ({
  attribute_id: id,
  label: 'Size',
  position: 0,
  values: values.map((value_index) => ({ value_index })),
  ...over,
});
/** A configurable product with one variant for each value of a new select. */
async function configurable(): Promise<{ parent: Answer['body']; children: Answer['body'][]; size: Select }> {
  const size = await select();
  const children = [];
  for (const value of size.values) children.push(await variant(size, value));
  const parent = await save({
    type_id: 'configurable',
    extension_attributes: {
      stock_item: { is_in_stock: true },
      configurable_product_options: [option(size)],
      configurable_product_links: children.map((child) => child.id),
    },
  });
  return { parent, children, size };
}
const path = (sku: string, rest: string): string => `/V1/configurable-products/${sku}/${rest}`;
const load = async (sku: string): Promise<Answer['body']> => ok(await souk.admin.get(`/V1/products/${sku}`));
const options = async (sku: string): Promise<Answer['body']> => ok(await souk.admin.get(path(sku, 'options/all')));
const childSkus = async (sku: string): Promise<string[]> =>
  ok(await souk.admin.get(path(sku, 'children'))).map((child: { sku: string }) => child.sku);
const status = async (sku: string): Promise<number> =>
  ok(await souk.admin.get(`/V1/stockStatuses/${sku}`)).stock_status;

describe('a configurable product', () => {
  it('is made with options and variants in one call, and has no price of its own', async () => {
    const { parent, children, size } = await configurable();
    const shown = {
      configurable_product_options: [
        {
          attribute_id: size.id,
          label: 'Size',
          position: 0,
          values: size.values.map((value_index) => ({ value_index })),
          product_id: parent.id,
        },
      ],
      configurable_product_links: children.map((child) => child.id),
    };
    expect(parent.price).toBe(0);
    expect(parent.extension_attributes).toMatchObject(shown);
    expect((await load(parent.sku)).extension_attributes).toMatchObject(shown);
    const list = ok(await souk.admin.get(`/V1/products?${criteria([[{ field: 'sku', value: parent.sku }]])}`));
    expect(list.items[0].extension_attributes).toMatchObject(shown);
    expect(list.items[0].price).toBe(0);
  });

  it('keeps both when neither is sent, and loses the variants with the options', async () => {
    const { parent } = await configurable();
    const kept = ok(await souk.admin.put(`/V1/products/${parent.sku}`, { product: { name: 'Another' } }));
    expect(kept.extension_attributes.configurable_product_links).toHaveLength(2);
    const emptied = ok(
      await souk.admin.put(`/V1/products/${parent.sku}`, {
        product: { extension_attributes: { configurable_product_options: [] } },
      }),
    );
    expect(emptied.extension_attributes).toMatchObject({
      configurable_product_options: [],
      configurable_product_links: [],
    });
  });

  it.each([
    ['that does not exist', async () => 999_999, 404, /requested doesn't exist/],
    ['without a value', async (size: Select) => (await variant(size, undefined)).id, 400, /does not contain required/],
    ['that is composite', async () => (await save({ type_id: 'configurable' })).id, 400, /another composite product/],
    ['like another', async (s: Select) => (await variant(s, s.values[0])).id, 400, /same set of attribute values/],
  ])('takes no variant %s, and nothing is written', async (_, make, code, message) => {
    const { parent, children, size } = await configurable();
    const links = [...children.map((child) => child.id), await make(size)];
    const answer = await souk.admin.put(`/V1/products/${parent.sku}`, {
      product: { name: 'Changed', extension_attributes: { configurable_product_links: links } },
    });
    fails(answer, code, message);
    const after = await load(parent.sku);
    expect(after.name).toBe(parent.name);
    expect(after.extension_attributes.configurable_product_links).toEqual(children.map((child) => child.id));
  });

  it('takes no attribute that is no global select', async () => {
    const size = await select();
    const local = await select(2, { scope: 'store' });
    const { sku } = await save({});
    fails(await souk.admin.post(path(sku, 'options'), { option: option(local) }), 400);
    fails(await souk.admin.post(path(sku, 'options'), { option: option({ ...size, id: '73' }) }), 400);
    fails(await souk.admin.post(path(sku, 'options'), { option: option({ ...size, id: '999999' }) }), 400);
    expect((await load(sku)).type_id).toBe('simple');
  });
});

describe('options', () => {
  it('are added, changed and removed; a simple product becomes configurable', async () => {
    const size = await select();
    const { sku } = await save({});
    const id = ok(await souk.admin.post(path(sku, 'options'), { option: option(size) }));
    expect(id).toBeTypeOf('string');
    expect((await load(sku)).type_id).toBe('configurable');
    expect(await options(sku)).toMatchObject([{ id: Number(id), attribute_id: size.id, label: 'Size', values: [] }]);
    expect(ok(await souk.admin.put(path(sku, `options/${id}`), { option: { label: 'Width', position: 4 } }))).toBe(
      Number(id),
    );
    expect(ok(await souk.admin.get(path(sku, `options/${id}`)))).toMatchObject({ label: 'Width', position: 4 });
    expect(ok(await souk.admin.post(path(sku, 'options'), { option: option(size, { label: 'Once more' }) }))).toBe(id);
    expect(ok(await souk.admin.delete(path(sku, `options/${id}`)))).toBe(true);
    expect(await options(sku)).toEqual([]);
  });

  it('have labels by store view', async () => {
    const { parent } = await configurable();
    const [{ id }] = await options(parent.sku);
    ok(await souk.admin.put(path(parent.sku, `options/${id}`), { option: { label: 'Here' } }));
    expect((await options(parent.sku))[0].label).toBe('Here');
    expect(ok(await souk.admin.store('all').get(path(parent.sku, 'options/all')))[0].label).toBe('Size');
  });

  it('take the variants with them', async () => {
    const { parent } = await configurable();
    const [{ id }] = await options(parent.sku);
    ok(await souk.admin.delete(path(parent.sku, `options/${id}`)));
    expect(await childSkus(parent.sku)).toEqual([]);
  });

  it('say what is missing, all at once', async () => {
    const { sku } = await save({ type_id: 'configurable' });
    const { errors } = fails(await souk.admin.post(path(sku, 'options'), { option: { label: 'Size' } }), 400);
    expect(errors.map((error: { message: string }) => error.message)).toEqual([
      'Option attribute ID is not specified.',
      'Option values are not specified.',
    ]);
    const without = { option: { attribute_id: '1', label: 'Size', values: [] } };
    fails(await souk.admin.post(path(sku, 'options'), without), 400, 'Option values are not specified.');
  });

  it('of products that have none', async () => {
    const { sku } = await save({});
    fails(
      await souk.admin.get(path(sku, 'options/all')),
      400,
      `This is implemented for the "${sku}" configurable product only.`,
    );
    fails(await souk.admin.get(path('nobody', 'options/all')), 404);
    const bare = await save({ type_id: 'configurable' });
    fails(await souk.admin.get(path(bare.sku, 'options/99999')), 404, /The "99999" entity/);
    fails(await souk.admin.put(path(bare.sku, 'options/99999'), { option: { label: 'x' } }), 404);
    fails(await souk.admin.delete(path(bare.sku, 'options/99999')), 404, /The option that was requested/);
  });

  it('keep their attribute, and their values go with the option', async () => {
    const { parent, size } = await configurable();
    ok(await souk.admin.delete(`/V1/products/attributes/${size.code}/options/${size.values[0]}`));
    const { extension_attributes: left } = await load(parent.sku);
    expect(left.configurable_product_options[0].values).toEqual([{ value_index: size.values[1] }]);
    const remove = (): Promise<Answer> => souk.admin.delete(`/V1/products/attributes/${size.code}`);
    fails(await remove(), 400, 'This attribute is used in configurable products.');
    expect((await load(parent.sku)).extension_attributes.configurable_product_options).toHaveLength(1);
    ok(await souk.admin.delete(`/V1/products/${parent.sku}`));
    ok(await remove());
  });
});

describe('variants', () => {
  it('are added and taken away', async () => {
    const { parent, children, size } = await configurable();
    expect(await childSkus(parent.sku)).toEqual(children.map((child) => child.sku));
    const [first] = children;
    expect(ok(await souk.admin.delete(path(parent.sku, `children/${first.sku}`)))).toBe(true);
    expect((await options(parent.sku))[0].values).toEqual([{ value_index: size.values[1] }]);
    expect(ok(await souk.admin.post(path(parent.sku, 'child'), { childSku: first.sku }))).toBe(true);
    expect(await childSkus(parent.sku)).toEqual([children[1].sku, first.sku]);
  });

  it('are refused twice, without a value, like another, or for another type', async () => {
    const { parent, children, size } = await configurable();
    const add = (childSku: string): Promise<Answer> => souk.admin.post(path(parent.sku, 'child'), { childSku });
    fails(await add(children[0].sku), 400, 'The product is already attached.');
    fails(await add('nobody'), 404);
    fails(await add((await variant(size, undefined)).sku), 400, new RegExp(`"${size.code}" attribute value`));
    const twin = await variant(size, size.values[1]);
    fails(
      await add(twin.sku),
      400,
      `Products "${twin.id}" and "${children[1].id}" have the same set of attribute values.`,
    );
    fails(await souk.admin.post(path(twin.sku, 'child'), { childSku: children[0].sku }), 400, /isn't a configurable/);
    fails(await souk.admin.delete(path(parent.sku, `children/${twin.sku}`)), 404);
    const bare = await save({ type_id: 'configurable' });
    fails(
      await souk.admin.post(path(bare.sku, 'child'), { childSku: twin.sku }),
      400,
      "The parent product doesn't have configurable product options.",
    );
    expect(ok(await souk.admin.get(path(twin.sku, 'children')))).toEqual([]);
  });

  it('leave their product when they are deleted, and the product leaves them', async () => {
    const { parent, children } = await configurable();
    await load(parent.sku);
    ok(await souk.admin.delete(`/V1/products/${children[0].sku}`));
    expect((await load(parent.sku)).extension_attributes.configurable_product_links).toEqual([children[1].id]);
    ok(await souk.admin.delete(`/V1/products/${parent.sku}`));
    expect((await load(children[1].sku)).id).toBe(children[1].id);
  });

  it('decide whether their product can be sold', async () => {
    const { parent, children } = await configurable();
    expect(await status(parent.sku)).toBe(1);
    for (const [i, child] of children.entries()) {
      const sold = { product: { extension_attributes: { stock_item: { qty: 0 } } } };
      ok(await souk.admin.put(`/V1/products/${child.sku}`, sold));
      expect(await status(parent.sku)).toBe(i === 0 ? 1 : 0);
    }
    const back = { product: { status: 2, extension_attributes: { stock_item: { qty: 9, is_in_stock: true } } } };
    ok(await souk.admin.store('all').put(`/V1/products/${children[0].sku}`, back));
    expect(await status(parent.sku)).toBe(0);
    ok(await souk.admin.store('all').put(`/V1/products/${children[0].sku}`, { product: { status: 1 } }));
    expect(await status(parent.sku)).toBe(1);
  });

  it('D16: are worked out for every combination, and not saved', async () => {
    const [size, shade] = [await select(), await select(3)];
    const sku = unique('combination');
    const made = ok(
      await souk.admin.put('/V1/configurable-products/variation', {
        product: { sku, name: 'Combination', attribute_set_id: 4, price: 5, type_id: 'configurable' },
        options: [option(size), option(shade)],
      }),
    );
    expect(made).toHaveLength(6);
    const [x, y] = [size.values[0], shade.values[0]];
    expect(made[0]).toMatchObject({
      sku: `${sku}-${x}-${y}`,
      name: `Combination-${x}-${y}`,
      price: 5,
      visibility: 1,
      status: 1,
      type_id: 'simple',
      custom_attributes: [
        { attribute_code: size.code, value: String(x) },
        { attribute_code: shade.code, value: String(y) },
      ],
    });
    const byCode = ok(
      await souk.admin.put('/V1/configurable-products/variation', {
        product: { sku, name: 'Combination', attribute_set_id: 4, price: 5, status: 2 },
        options: [size, shade].map((one) => ({ ...option(one), attribute_id: one.code })),
      }),
    );
    expect(byCode.map((one: { sku: string }) => one.sku)).toEqual(made.map((one: { sku: string }) => one.sku));
    expect(byCode[0].status).toBe(2);
    fails(await souk.admin.get(`/V1/products/${made[0].sku}`), 404);
    expect(ok(await souk.admin.put('/V1/configurable-products/variation', { product: { sku }, options: [] }))).toEqual(
      [],
    );
  });
});
