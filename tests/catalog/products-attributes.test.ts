import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addToSet, newAttribute, product } from '../support/products.ts';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

let counter = 0;
/** A new attribute in the default set; gives its code and the ids of its options. */
async function attribute(over: object): Promise<{ code: string; options: string[] }> {
  const attribute_code = `pa_${++counter}`;
  const made = await newAttribute(souk, { attribute_code, ...over });
  await addToSet(souk, attribute_code);
  return { code: attribute_code, options: made.options.map((o: { value: string }) => o.value).filter(Boolean) };
}

const save = (values: Record<string, unknown>, over: object = {}): Promise<Answer> => {
  const custom_attributes = Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value }));
  return souk.admin.post('/V1/products', { product: product({ custom_attributes, ...over }) });
};
const valueOf = (product: Answer['body'], code: string): unknown =>
  product.custom_attributes.find((a: { attribute_code: string }) => a.attribute_code === code)?.value;
const read = async (sku: string, code: string, store = ''): Promise<unknown> =>
  valueOf(ok(await souk.admin.store(store).get(`/V1/products/${sku}`)), code);
const search = async (field: string, value: unknown, condition_type = 'eq'): Promise<string[]> =>
  ok(await souk.admin.get(`/V1/products?${criteria([[{ field, value, condition_type }]])}`)).items.map(
    (item: { sku: string }) => item.sku,
  );

const three = [{ label: 'One' }, { label: 'Two' }, { label: 'Three' }];

describe('an attribute that users have made', () => {
  it('has its values checked, kept in its form and searched at once', async () => {
    const fee = await attribute({ frontend_input: 'price' });
    const date = await attribute({ frontend_input: 'date' });
    const flag = await attribute({ frontend_input: 'boolean' });
    const choice = await attribute({ frontend_input: 'select', options: three });
    const many = await attribute({ frontend_input: 'multiselect', options: three });
    const [, two, last] = many.options;
    const product = ok(
      await save({ [fee.code]: 3.5, [date.code]: '2026-12-24', [flag.code]: 1, [choice.code]: choice.options[1], [many.code]: `${two},${last}` }),
    );
    expect(valueOf(product, fee.code)).toBe('3.500000');
    expect(valueOf(product, date.code)).toBe('2026-12-24 00:00:00');
    expect(valueOf(product, flag.code)).toBe('1');
    expect(valueOf(product, choice.code)).toBe(choice.options[1]);
    expect(valueOf(product, many.code)).toBe(`${two},${last}`);
    for (const [field, value, condition] of [
      [fee.code, '3.5', 'eq'],
      [date.code, '2026-12-01', 'gt'],
      [flag.code, 'true', 'eq'],
      [choice.code, choice.options[1], 'eq'],
      [choice.code, choice.options.join(), 'in'],
      [many.code, last, 'finset'],
    ]) {
      expect(await search(field!, value, condition), `${field} ${condition}`).toEqual([product.sku]);
    }
    expect(await search(many.code, many.options[0], 'finset')).toEqual([]);
    fails(await save({ [many.code]: [two] }), 400, /invalid value/);
    fails(await save({ [flag.code]: true }), 400, /"int" type was expected/);
    fails(await save({ [date.code]: 'soon' }), 400, /^Invalid value of "soon" provided for the /);
  }); // prettier-ignore

  it('gives new products its default, and only those of its types', async () => {
    const { code, options } = await attribute({
      frontend_input: 'select',
      options: [{ label: 'Red', is_default: true }, { label: 'Blue' }],
      apply_to: ['simple'],
    });
    expect(valueOf(ok(await save({})), code)).toBe(options[0]);
    expect(valueOf(ok(await save({ [code]: options[1] })), code)).toBe(options[1]);
    expect(valueOf(ok(await save({ [code]: options[1] }, { type_id: 'virtual', price: 1 })), code)).toBeUndefined();
  });

  it('must have a value where it is required', async () => {
    const { code } = await attribute({ is_required: true, default_frontend_label: 'Maker' });
    fails(await save({}), 400, 'The "Maker" attribute value is empty. Set the attribute and try again.');
    const { sku } = ok(await save({ [code]: 'x' }));
    const clear = { product: { custom_attributes: [{ attribute_code: code, value: null }] } };
    fails(await souk.admin.store('all').put(`/V1/products/${sku}`, clear), 400, /"Maker" attribute value is empty/);
    ok(await souk.admin.delete(`/V1/products/attributes/${code}`));
    ok(await save({}));
  });

  it('may be taken once where it is unique', async () => {
    const { code } = await attribute({ is_unique: '1', default_frontend_label: 'Vendor number' });
    const { sku } = ok(await save({ [code]: 'V-1' }));
    fails(await save({ [code]: 'v-1' }), 400, 'The value of the "Vendor number" attribute isn\'t unique. Set a unique value and try again.');
    ok(await souk.admin.put(`/V1/products/${sku}`, { product: { custom_attributes: [{ attribute_code: code, value: 'V-1' }] } }));
    const other = ok(await save({ [code]: 'V-2' }));
    fails(await souk.admin.put(`/V1/products/${other.sku}`, { product: { custom_attributes: [{ attribute_code: code, value: 'V-1' }] } }), 400);
    expect(await read(other.sku, code)).toBe('V-2');
  }); // prettier-ignore

  it('takes its values with it when it is deleted', async () => {
    const { code } = await attribute({ scope: 'store' });
    const { sku } = ok(await save({ [code]: 'global' }));
    ok(await souk.admin.put(`/V1/products/${sku}`, { product: { custom_attributes: [{ attribute_code: code, value: 'own' }] } }));
    ok(await souk.admin.delete(`/V1/products/attributes/${code}`));
    expect(await read(sku, code)).toBeUndefined();
    fails(await souk.admin.get(`/V1/products?${criteria([[{ field: code, value: 'own' }]])}`), 400);
    await newAttribute(souk, { attribute_code: code, scope: 'store' });
    await addToSet(souk, code);
    expect([await read(sku, code), await read(sku, code, 'all')]).toEqual([undefined, undefined]);
  }); // prettier-ignore

  it('takes an option out of the values when the option is deleted', async () => {
    const choice = await attribute({ frontend_input: 'select', options: three, scope: 'store' });
    const many = await attribute({ frontend_input: 'multiselect', options: three });
    const [one, two] = choice.options;
    const [first, second, third] = many.options;
    const { sku } = ok(await save({ [choice.code]: one, [many.code]: `${first},${second},${third}` }));
    ok(await souk.admin.put(`/V1/products/${sku}`, { product: { custom_attributes: [{ attribute_code: choice.code, value: two }] } }));
    const drop = async (code: string, id: string): Promise<void> => {
      ok(await souk.admin.delete(`/V1/products/attributes/${code}/options/${id}`));
    };
    await drop(many.code, second!);
    expect(await read(sku, many.code)).toBe(`${first},${third}`);
    expect(await search(many.code, second, 'finset')).toEqual([]);
    expect(await search(many.code, third, 'finset')).toEqual([sku]);
    await drop(choice.code, two!);
    expect([await read(sku, choice.code), await read(sku, choice.code, 'all')]).toEqual([one, one]);
    expect(await search(choice.code, one)).toEqual([sku]);
    await drop(choice.code, one!);
    expect(await read(sku, choice.code)).toBeUndefined();
    expect(await search(choice.code, one)).toEqual([]);
  }); // prettier-ignore
});

it('an attribute set takes its products with it', async () => {
  const set = ok(
    await souk.admin.post('/V1/products/attribute-sets', {
      attributeSet: { attribute_set_name: unique('Set'), sort_order: 1 },
      skeletonId: 4,
    }),
  );
  const { sku } = ok(await save({}, { attribute_set_id: set.attribute_set_id }));
  const stays = ok(await save({}));
  ok(await souk.admin.delete(`/V1/products/attribute-sets/${set.attribute_set_id}`));
  fails(await souk.admin.get(`/V1/products/${sku}`), 404);
  fails(await souk.admin.get(`/V1/stockItems/${sku}`), 404);
  ok(await souk.admin.get(`/V1/products/${stays.sku}`));
});
