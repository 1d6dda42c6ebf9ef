import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addToSet, newAttribute } from '../support/products.ts';
import { fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

const ATTRIBUTES = '/V1/products/attributes';
let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

let counter = 0;
const newCode = (stem = 'attr'): string => `${stem}_${++counter}`;
const post = (attribute: object): Promise<Answer> => souk.admin.post(ATTRIBUTES, { attribute });
const make = (over: object = {}): Promise<Answer['body']> =>
  newAttribute(souk, { attribute_code: newCode(), default_frontend_label: 'A label', ...over });
const get = async (code: string, store = ''): Promise<Answer['body']> =>
  ok(await souk.admin.store(store).get(`${ATTRIBUTES}/${code}`));
const put = (code: string, attribute: object): Promise<Answer> =>
  souk.admin.put(`${ATTRIBUTES}/${code}`, { attribute: { attribute_code: code, ...attribute } });

describe('reading a product attribute', () => {
  it('gives every field of a system attribute', async () => {
    expect(await get('status')).toEqual({
      extension_attributes: { is_pagebuilder_enabled: false },
      is_wysiwyg_enabled: false,
      is_html_allowed_on_front: false,
      used_for_sort_by: false,
      is_filterable: false,
      is_filterable_in_search: false,
      is_used_in_grid: false,
      is_visible_in_grid: false,
      is_filterable_in_grid: false,
      position: 0,
      apply_to: [],
      is_searchable: '1',
      is_visible_in_advanced_search: '0',
      is_comparable: '0',
      is_used_for_promo_rules: '0',
      is_visible_on_front: '0',
      used_in_product_listing: '1',
      is_visible: true,
      scope: 'website',
      attribute_id: 97,
      attribute_code: 'status',
      frontend_input: 'select',
      entity_type_id: '4',
      is_required: false,
      options: [
        { label: 'Enabled', value: '1' },
        { label: 'Disabled', value: '2' },
      ],
      is_user_defined: false,
      default_frontend_label: 'Enable Product',
      frontend_labels: [],
      backend_type: 'int',
      source_model: 'Magento\\Catalog\\Model\\Product\\Attribute\\Source\\Status',
      default_value: '1',
      is_unique: '0',
      validation_rules: [],
    });
  });

  it('names the source of stored options though none is set', async () => {
    expect(await get('color')).toMatchObject({
      options: [{ label: ' ', value: '' }],
      source_model: 'Magento\\Eav\\Model\\Entity\\Attribute\\Source\\Table',
    });
  });

  it('is 404 for an unknown code, and 401 for a guest', async () => {
    expect(fails(await souk.admin.get(`${ATTRIBUTES}/nope`), 404)).toEqual({
      message: 'The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.',
      parameters: ['nope'],
    });
    fails(await souk.guest.get(`${ATTRIBUTES}/status`), 401);
  });

  it('lists the input types of the catalogue', async () => {
    expect(ok(await souk.admin.get(`${ATTRIBUTES}/types`))).toEqual([
      { value: 'price', label: 'Price' },
      { value: 'media_image', label: 'Media Image' },
    ]);
  });
});

describe('creating a product attribute', () => {
  it.each([
    ['text', 'varchar', undefined, undefined],
    ['textarea', 'text', undefined, undefined],
    ['boolean', 'int', undefined, 'Magento\\Eav\\Model\\Entity\\Attribute\\Source\\Boolean'],
    ['date', 'datetime', 'Magento\\Eav\\Model\\Entity\\Attribute\\Backend\\Datetime', undefined],
    ['price', 'decimal', 'Magento\\Catalog\\Model\\Product\\Attribute\\Backend\\Price', undefined],
    ['select', 'int', undefined, 'Magento\\Eav\\Model\\Entity\\Attribute\\Source\\Table'],
    ['multiselect', 'text', 'Magento\\Eav\\Model\\Entity\\Attribute\\Backend\\ArrayBackend', undefined],
    ['media_image', 'varchar', undefined, undefined],
  ])('of input %s stores %s', async (frontend_input, backend_type, backend_model, source_model) => {
    const made = await make({ frontend_input, backend_type: 'static', source_model: 'x', backend_model: 'y' });
    expect(made).toMatchObject({ frontend_input, backend_type, is_user_defined: true });
    expect([made.backend_model, made.source_model]).toEqual([backend_model, source_model]);
    expect(await get(made.attribute_code)).toEqual(made);
  });

  it('gives ids after those of the installation', async () => {
    const [first, second] = [await make(), await make()];
    expect(first.attribute_id).toBeGreaterThan(136);
    expect(second.attribute_id).toBeGreaterThan(first.attribute_id);
  });

  it('is global, visible and otherwise plain unless told', async () => {
    expect(await make()).toMatchObject({
      scope: 'global',
      is_visible: true,
      is_searchable: '0',
      is_unique: '0',
      is_filterable: false,
      apply_to: [],
      options: [],
    });
  });

  it('keeps what is sent', async () => {
    const sent = {
      scope: 'store',
      is_unique: '1',
      frontend_class: 'validate-digits',
      note: 'A note',
      is_used_for_promo_rules: '1',
      is_searchable: '1',
      is_visible_in_advanced_search: '1',
      position: 3,
      apply_to: ['simple', 'virtual'],
      default_value: 'something',
      is_wysiwyg_enabled: true,
    };
    expect(await make(sent)).toMatchObject({ ...sent, is_html_allowed_on_front: true });
  });

  it('reads marks sent as booleans', async () => {
    expect(await make({ is_searchable: true, is_comparable: false, is_visible_on_front: true })).toMatchObject({
      is_searchable: '1',
      is_comparable: '0',
      is_visible_on_front: '1',
    });
  });

  it('takes what is not searchable out of the advanced search', async () => {
    expect(await make({ is_visible_in_advanced_search: '1' })).toMatchObject({ is_visible_in_advanced_search: '0' });
  });

  it('makes the code from the label when none is sent', async () => {
    const label = { default_frontend_label: 'Auto Code Ünder', frontend_input: 'text', is_required: false };
    expect(ok(await post(label)).attribute_code).toBe('auto_code_under');
    expect(ok(await post({ ...label, default_frontend_label: '100' })).attribute_code).toBe('attr_100');
  });

  it('takes the label of the admin store where no default label is sent', async () => {
    const made = await make({
      default_frontend_label: undefined,
      frontend_labels: [
        { store_id: 0, label: 'Admin' },
        { store_id: 1, label: 'Store' },
        { store_id: 99, label: 'Nowhere' },
      ],
    });
    expect(made.default_frontend_label).toBe('Admin');
    expect(made.frontend_labels).toEqual([{ store_id: 1, label: 'Store' }]);
  });

  it('accepts a code of 60 characters and refuses one of 61', async () => {
    const code = `az_7${newCode()}`.padEnd(60, 'z');
    expect((await make({ attribute_code: code })).attribute_code).toBe(code);
    fails(await post({ attribute_code: `${code}z`, frontend_input: 'text', default_frontend_label: 'x' }), 400);
  });

  it.each([
    [
      'a code with a blank',
      { attribute_code: 'bad code' },
      'Invalid value of "bad code" provided for the attribute_code field.',
    ],
    [
      'a code that starts with a digit',
      { attribute_code: '1abc' },
      'Invalid value of "1abc" provided for the attribute_code field.',
    ],
    ['an unknown input', { frontend_input: 'nope' }, 'Invalid value of "nope" provided for the frontend_input field.'],
    ['an unknown scope', { scope: 'galaxy' }, 'Invalid value of "galaxy" provided for the scope field.'],
    ['no label', { default_frontend_label: undefined }, '"frontend_label" is required. Enter and try again.'],
    [
      'a code that products use otherwise',
      { attribute_code: 'category_ids' },
      "The attribute code 'category_ids' is reserved by system. Please try another attribute code",
    ],
    ['a code that is taken', { attribute_code: 'color' }, 'Attribute with the same code already exists.'],
    [
      'a default that is no number',
      { frontend_input: 'price', default_value: 'much' },
      'The default decimal value is invalid. Verify the value and try again.',
    ],
    [
      'a default that is no date',
      { frontend_input: 'date', default_value: 'soon' },
      'The default date is invalid. Verify the date and try again.',
    ],
  ])('is refused with %s', async (_, over, message) => {
    const attribute_code = newCode('refused');
    const valid = { attribute_code, frontend_input: 'text', default_frontend_label: 'Label', is_required: false };
    fails(await post({ ...valid, ...over }), 400, message);
    fails(await souk.admin.get(`${ATTRIBUTES}/${attribute_code}`), 404);
  });

  it('needs an attribute', async () => {
    fails(await souk.admin.post(ATTRIBUTES, {}), 400, '"attribute" is required. Enter and try again.');
  });
});

describe('changing a product attribute', () => {
  it('keeps what is not sent', async () => {
    const made = await make({
      is_searchable: '1',
      scope: 'website',
      note: 'n',
      frontend_labels: [{ store_id: 1, label: 'S' }],
    });
    const { attribute_id, attribute_code } = made;
    expect(ok(await put(attribute_code, { attribute_id, is_comparable: '1', default_frontend_label: 'New' }))).toEqual({
      ...made,
      is_comparable: '1',
      default_frontend_label: 'New',
    });
    expect(await get(attribute_code)).toMatchObject({ is_comparable: '1', default_frontend_label: 'New' });
  });

  it('replaces the labels of store views', async () => {
    const { attribute_id, attribute_code } = await make({ frontend_labels: [{ store_id: 1, label: 'Before' }] });
    const changed = { attribute_id, frontend_labels: [{ store_id: 1, label: 'After' }] };
    expect(ok(await put(attribute_code, changed)).frontend_labels).toEqual([{ store_id: 1, label: 'After' }]);
    expect(ok(await put(attribute_code, { attribute_id, frontend_labels: [] })).frontend_labels).toEqual([]);
  });

  it('never changes code, input or backend', async () => {
    const made = await make({ frontend_input: 'select' });
    const sent = {
      attribute_id: made.attribute_id,
      frontend_input: 'text',
      backend_type: 'varchar',
      is_user_defined: false,
    };
    expect(ok(await put(made.attribute_code, sent))).toEqual(made);
  });

  it('without an id is a creation', async () => {
    const { attribute_code } = await make();
    const sent = { frontend_input: 'text', default_frontend_label: 'Again' };
    expect(fails(await put(attribute_code, sent), 400)).toEqual({
      message: '%1 already exists.',
      parameters: ['Attribute with the same code'],
    });
    fails(
      await put(attribute_code, { frontend_input: 'text' }),
      400,
      '"frontend_label" is required. Enter and try again.',
    );
    const code = newCode('made_by_put');
    expect(ok(await put(code, sent))).toMatchObject({ attribute_code: code, default_frontend_label: 'Again' });
  });

  it('is 404 for an unknown code', async () => {
    fails(await put('nope', { attribute_id: 93, default_frontend_label: 'x' }), 404, /^The attribute with a "nope"/);
  });

  it('refuses a default that does not fit, and changes nothing', async () => {
    const made = await make({ frontend_input: 'price', default_value: '5' });
    const sent = { attribute_id: made.attribute_id, default_value: 'x', note: 'changed' };
    fails(await put(made.attribute_code, sent), 400, /^The default decimal value is invalid\./);
    expect(await get(made.attribute_code)).toEqual(made);
  });
});

describe('filtering by an attribute', () => {
  it('is switched by its own routes, which know filtering without results', async () => {
    const { attribute_code } = await make({ frontend_input: 'select' });
    const path = `${ATTRIBUTES}/${attribute_code}/is-filterable`;
    expect(ok(await souk.admin.get(path))).toBe(0);
    expect(ok(await souk.admin.put(`${path}/2`))).toBe(true);
    expect(ok(await souk.admin.get(path))).toBe(2);
    expect((await get(attribute_code)).is_filterable).toBe(true);
  });

  it('is kept without results when the attribute is saved as filterable', async () => {
    const { attribute_code, attribute_id } = await make({ frontend_input: 'select' });
    const path = `${ATTRIBUTES}/${attribute_code}/is-filterable`;
    ok(await souk.admin.put(`${path}/2`));
    ok(await put(attribute_code, { attribute_id, is_filterable: true }));
    expect(ok(await souk.admin.get(path))).toBe(2);
    ok(await put(attribute_code, { attribute_id, is_filterable: false }));
    expect(ok(await souk.admin.get(path))).toBe(0);
  });

  it('is refused for attributes without choices, in searches too', async () => {
    for (const frontend_input of ['text', 'textarea', 'date']) {
      for (const field of ['is_filterable', 'is_filterable_in_search']) {
        const attribute = { attribute_code: unique('filter').replaceAll('-', '_'), frontend_input, [field]: true };
        const asked = { attribute: { ...attribute, default_frontend_label: 'Filter' } };
        const message = 'Invalid value of "%value" provided for the %fieldName field.';
        expect(fails(await souk.admin.post(ATTRIBUTES, asked), 400)).toMatchObject({
          message,
          parameters: { fieldName: field },
        });
      }
      const { attribute_code, attribute_id } = await make({ frontend_input });
      fails(await put(attribute_code, { attribute_id, is_filterable_in_search: true }), 400);
      ok(await put(attribute_code, { attribute_id, is_filterable_in_search: false }));
    }
  });

  it('refuses other numbers and unknown attributes', async () => {
    fails(await souk.admin.put(`${ATTRIBUTES}/color/is-filterable/3`), 400, /^Invalid value of "3"/);
    fails(await souk.admin.put(`${ATTRIBUTES}/nope/is-filterable/1`), 404);
    expect(ok(await souk.admin.get(`${ATTRIBUTES}/color/is-filterable`))).toBe(1);
  });
});

describe('deleting a product attribute', () => {
  it('takes it out of its sets', async () => {
    const { attribute_code } = await make();
    await addToSet(souk, attribute_code);
    expect(ok(await souk.admin.delete(`${ATTRIBUTES}/${attribute_code}`))).toBe(true);
    fails(await souk.admin.get(`${ATTRIBUTES}/${attribute_code}`), 404);
    const inSet = ok(await souk.admin.get('/V1/products/attribute-sets/4/attributes'));
    expect(inSet.map((attribute: Answer['body']) => attribute.attribute_code)).not.toContain(attribute_code);
  });

  it('is refused for a system attribute and an unknown one', async () => {
    fails(await souk.admin.delete(`${ATTRIBUTES}/name`), 400, "The system attribute can't be deleted.");
    fails(await souk.admin.delete(`${ATTRIBUTES}/nope2`), 404, /^The attribute with a "nope2"/);
    expect((await get('name')).attribute_id).toBe(73);
  });
});
