import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAttribute } from '../support/products.ts';
import { fails, ok, startSouk, until, type Answer, type Souk } from '../support/souk.ts';

const ATTRIBUTES = '/V1/products/attributes';
let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
  const { code, stderr } = await souk.cli('store:view:create', 'fr', 'French', '--group', 'main_website_store');
  expect(code, stderr).toBe(0);
  // The server hears of the new view within a second.
  await until(async () => (await souk.admin.store('fr').get(`${ATTRIBUTES}/color`)).status === 200);
});
afterAll(() => souk.stop());

interface Option {
  label: string;
  value: string;
}

/** A select attribute with these options; gives its code and the ids of the options. */
async function make(options: object[], over: object = {}): Promise<{ code: string; id: number; ids: string[] }> {
  const made = await newAttribute(souk, {
    frontend_input: 'select',
    default_frontend_label: 'Options',
    ...over,
    options,
  });
  const listed = made.options as Option[];
  return { code: made.attribute_code, id: made.attribute_id, ids: listed.slice(1).map((option) => option.value) };
}
const options = async (code: string, store = ''): Promise<Option[]> =>
  ok(await souk.admin.store(store).get(`${ATTRIBUTES}/${code}/options`));
const labels = async (code: string, store = ''): Promise<string[]> =>
  (await options(code, store)).map((option) => option.label);
const add = (code: string, option: object): Promise<Answer> =>
  souk.admin.post(`${ATTRIBUTES}/${code}/options`, { option });
const defaultValue = async (code: string): Promise<string> =>
  ok(await souk.admin.get(`${ATTRIBUTES}/${code}`)).default_value;

const redAndBlue = [
  {
    label: 'Red',
    sort_order: 1,
    is_default: true,
    store_labels: [
      { store_id: 1, label: 'Red!' },
      { store_id: 2, label: 'Rouge' },
    ],
  },
  { label: 'Blue', sort_order: 2 },
];

describe('options that come with an attribute', () => {
  it('have the labels of the store view asked for, after an empty choice', async () => {
    const { code } = await make(redAndBlue);
    expect(await labels(code, 'all')).toEqual([' ', 'Red', 'Blue']);
    expect(await labels(code)).toEqual([' ', 'Red!', 'Blue']);
    expect(await labels(code, 'default')).toEqual([' ', 'Red!', 'Blue']);
    expect(await labels(code, 'fr')).toEqual([' ', 'Rouge', 'Blue']);
    expect((await options(code))[0]).toEqual({ label: ' ', value: '' });
  });

  it('name the default value', async () => {
    const { code, ids } = await make(redAndBlue);
    expect(await defaultValue(code)).toBe(ids[0]);
    const none = await make([{ label: 'A' }]);
    expect(await defaultValue(none.code)).toBe('');
    const several = await make([{ label: 'A', is_default: true }, { label: 'B' }, { label: 'C', is_default: true }], {
      frontend_input: 'multiselect',
    });
    expect(await defaultValue(several.code)).toBe(`${several.ids[0]},${several.ids[2]}`);
  });

  it('keep their order unless they have one of their own, and take the admin label of their list', async () => {
    const { code } = await make([
      { label: 'C' },
      { label: 'A', store_labels: [{ store_id: 0, label: 'Aa' }] },
      { label: 'B' },
    ]);
    expect(await labels(code, 'all')).toEqual([' ', 'C', 'Aa', 'B']);
  });

  it('are changed, added and kept when the attribute is saved, whatever was read is written back', async () => {
    const { code, id, ids } = await make(redAndBlue);
    const read = ok(await souk.admin.store('all').get(`${ATTRIBUTES}/${code}`));
    const written = ok(await souk.admin.store('all').put(`${ATTRIBUTES}/${code}`, { attribute: read }));
    expect(written.options).toEqual(read.options);
    expect(written.default_value).toBe(ids[0]);
    const changed = [
      { label: 'Crimson', value: ids[0], sort_order: 9, store_labels: [{ store_id: 2, label: 'Cramoisi' }] },
      { label: 'Green', value: '', sort_order: 5, is_default: true },
    ];
    const attribute = { attribute_id: id, attribute_code: code, options: changed };
    const after = ok(await souk.admin.put(`${ATTRIBUTES}/${code}`, { attribute }));
    expect(await labels(code, 'all')).toEqual([' ', 'Blue', 'Green', 'Crimson']);
    expect(await labels(code, 'fr')).toEqual([' ', 'Blue', 'Green', 'Cramoisi']);
    expect(after.default_value).toBe(after.options[2].value);
  });

  it('lose the default mark where they say so', async () => {
    const { code, id, ids } = await make(redAndBlue);
    const attribute = { attribute_id: id, attribute_code: code, options: [{ value: ids[0], is_default: false }] };
    expect(ok(await souk.admin.put(`${ATTRIBUTES}/${code}`, { attribute })).default_value).toBe('');
    expect(await labels(code, 'all')).toEqual([' ', 'Red', 'Blue']);
  });

  it('may have swatches, which are no part of their value', async () => {
    const { code, id, ids } = await make([{ label: 'Red', value: '#ff0000' }], { frontend_input: 'swatch_visual' });
    const attribute = ok(await souk.admin.get(`${ATTRIBUTES}/${code}`));
    expect(attribute).toMatchObject({ attribute_id: id, frontend_input: 'select', backend_type: 'int' });
    expect(await options(code)).toEqual([
      { label: ' ', value: '' },
      { label: 'Red', value: ids[0] },
    ]);
    expect(ids[0]).toMatch(/^\d+$/);
  });

  it('must be options of this attribute', async () => {
    const [mine, other] = [await make(redAndBlue), await make(redAndBlue)];
    const stolen = { label: 'Stolen', value: other.ids[0] };
    const attribute = { attribute_id: mine.id, attribute_code: mine.code, options: [stolen] };
    const text = `The '${mine.code}' attribute doesn't include an option id '${other.ids[0]}'.`;
    fails(await souk.admin.put(`${ATTRIBUTES}/${mine.code}`, { attribute }), 400, text);
    expect(await labels(other.code, 'all')).toEqual([' ', 'Red', 'Blue']);
  });
});

describe('adding an option', () => {
  it.each([undefined, '', 'some_text', '123_some_text', '123'])(
    'answers its id when the value sent is %j',
    async (value) => {
      const { code } = await make([{ label: 'First', sort_order: 1 }]);
      const option = { label: 'New', sort_order: 100, store_labels: [{ store_id: 2, label: 'Neuf' }], value };
      const id = ok(await add(code, option));
      expect(id).toMatch(/^\d+$/);
      expect((await options(code, 'all')).at(-1)).toEqual({ label: 'New', value: id });
      expect((await options(code, 'fr')).at(-1)).toEqual({ label: 'Neuf', value: id });
    },
  );

  it('puts options of the same order in the order of their admin labels', async () => {
    const { code } = await make(redAndBlue);
    ok(
      await add(code, {
        label: 'Vert',
        store_labels: [
          { store_id: 2, label: 'Vert fr' },
          { store_id: 99, label: 'x' },
        ],
      }),
    );
    ok(await add(code, { label: 'green', store_labels: [{ store_id: 2, label: 'Vert' }] }));
    expect(await labels(code, 'all')).toEqual([' ', 'green', 'Vert', 'Red', 'Blue']);
    expect(await labels(code, 'fr')).toEqual([' ', 'Vert', 'Vert fr', 'Rouge', 'Blue']);
  });

  it('makes it the default where it says so', async () => {
    const { code } = await make(redAndBlue);
    const id = ok(await add(code, { label: 'Green', is_default: true }));
    expect(await defaultValue(code)).toBe(id);
    ok(await add(code, { label: 'Grey', is_default: false }));
    expect(await defaultValue(code)).toBe(id);
  });

  it('refuses a label that is there, whatever its case, and an empty one', async () => {
    const { code } = await make(redAndBlue);
    expect(fails(await add(code, { label: 'BLUE' }), 400)).toEqual({
      message: 'Admin store attribute option label "%1" is already exists.',
      parameters: ['BLUE'],
    });
    for (const label of [undefined, '', '  ']) {
      fails(await add(code, { label, sort_order: 3 }), 400, /^The attribute option label is empty\./);
    }
    expect(await options(code)).toHaveLength(3);
  });

  it.each(['name', 'status', 'nope'])('is refused for %s, which has no options of its own', async (code) => {
    expect(fails(await add(code, { label: 'X' }), 400)).toEqual({
      message: 'The "%1" attribute doesn\'t work with options.',
      parameters: [code],
    });
  });

  it('lets one of several at once have a label', async () => {
    const { code } = await make([]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(code, { label: 'Same' })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(await labels(code)).toEqual([' ', 'Same']);
  });
});

describe('changing an option', () => {
  const change = (code: string, id: string, option: object): Promise<Answer> =>
    souk.admin.put(`${ATTRIBUTES}/${code}/options/${id}`, { option });

  it('renames it in the admin store and in store views', async () => {
    const { code, ids } = await make(redAndBlue);
    const option = { label: 'Crimson', value: 'whatever', store_labels: [{ store_id: 1, label: 'Crimson!' }] };
    expect(ok(await change(code, ids[0]!, option))).toBe(true);
    expect(await labels(code, 'all')).toEqual([' ', 'Crimson', 'Blue']);
    expect(await labels(code)).toEqual([' ', 'Crimson!', 'Blue']);
    expect(await labels(code, 'fr')).toEqual([' ', 'Crimson', 'Blue']);
  });

  it('keeps order and store labels that are not sent', async () => {
    const { code, ids } = await make(redAndBlue);
    ok(await change(code, ids[0]!, { label: 'Zinnober' }));
    expect(await labels(code, 'all')).toEqual([' ', 'Zinnober', 'Blue']);
    expect(await labels(code, 'fr')).toEqual([' ', 'Rouge', 'Blue']);
  });

  it('moves the default mark', async () => {
    const { code, ids } = await make(redAndBlue);
    ok(await change(code, ids[1]!, { label: 'Blue', is_default: true }));
    expect(await defaultValue(code)).toBe(ids[1]);
    ok(await change(code, ids[1]!, { label: 'Blue', is_default: false }));
    expect(await defaultValue(code)).toBe('');
  });

  it('refuses unknown options, taken labels and empty ones', async () => {
    const { code, ids } = await make(redAndBlue);
    const unknown = `The '${code}' attribute doesn't include an option id '99999'.`;
    fails(await change(code, '99999', { label: 'X' }), 400, unknown);
    fails(await change(code, '0', { label: 'X' }), 400, 'The option id is empty. Enter the value and try again.');
    fails(
      await change(code, ids[0]!, { label: 'blue' }),
      400,
      "Admin store attribute option label 'blue' is already exists.",
    );
    fails(await change(code, ids[0]!, { label: '' }), 400, /^The attribute option label is empty\./);
    fails(await change('nope', ids[0]!, { label: 'X' }), 400, 'The "nope" attribute doesn\'t work with options.');
    expect(await labels(code, 'all')).toEqual([' ', 'Red', 'Blue']);
  });
});

describe('deleting an option', () => {
  it('takes it out of the list and of the default', async () => {
    const { code, ids } = await make(redAndBlue);
    expect(ok(await souk.admin.delete(`${ATTRIBUTES}/${code}/options/${ids[0]}`))).toBe(true);
    expect(await labels(code)).toEqual([' ', 'Blue']);
    expect(await defaultValue(code)).toBe('');
  });

  it('is 404 for an option of another attribute or of none', async () => {
    const [mine, other] = [await make(redAndBlue), await make(redAndBlue)];
    for (const id of [other.ids[0]!, '99999', 'abc', '99999999999999999999']) {
      expect(fails(await souk.admin.delete(`${ATTRIBUTES}/${mine.code}/options/${id}`), 404)).toEqual({
        message: 'The "%1" attribute doesn\'t include an option with "%2" ID.',
        parameters: [mine.code, id],
      });
    }
    expect(await options(other.code)).toHaveLength(3);
  });
});

describe('options that are computed', () => {
  it('come from the source of the attribute', async () => {
    expect(await options('visibility')).toEqual([
      { label: 'Not Visible Individually', value: '1' },
      { label: 'Catalog', value: '2' },
      { label: 'Search', value: '3' },
      { label: 'Catalog, Search', value: '4' },
    ]);
    expect(await options('name')).toEqual([]);
  });

  it('are the countries in order of their names', async () => {
    const countries = await options('country_of_manufacture');
    expect(countries.slice(0, 3)).toEqual([
      { label: ' ', value: '' },
      { label: 'Afghanistan', value: 'AF' },
      { label: 'Albania', value: 'AL' },
    ]);
    expect(countries.filter((country) => country.label === 'France')).toEqual([{ label: 'France', value: 'FR' }]);
  });

  it('are what categories are sorted by, with every attribute that is marked so', async () => {
    const list = async () =>
      ok(await souk.admin.get('/V1/categories/attributes/available_sort_by/options')) as Option[];
    expect(await list()).toEqual([
      { label: 'Position', value: 'position' },
      { label: 'Product Name', value: 'name' },
      { label: 'Price', value: 'price' },
    ]);
    const { code } = await make([], { used_for_sort_by: true });
    expect((await list()).at(-1)).toEqual({ label: 'Options', value: code });
  });
});
