import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { addToSet, newAttribute, newProduct } from '../support/products.ts';
import { secondProcess, type SecondProcess } from '../support/second-process.ts';
import { ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { changeStored } from '../support/stored.ts';

let souk: Souk;
let other: SecondProcess;
let red: string;
const sku = 'with-fields';

beforeAll(async () => {
  souk = await startSouk();
  for (const [code, input] of [
    ['volume', 'text'],
    ['grip', 'select'],
    ['washable', 'boolean'],
    ['deposit', 'price'],
    ['seasons', 'multiselect'],
    ['ripe_on', 'date'],
  ] as const) {
    await add(code, input);
  }
  const options = ok(await souk.admin.get('/V1/products/attributes/grip/options'));
  red = options.find(({ label }: Answer['body']) => label === 'Red').value;
  const seasons = ok(await souk.admin.get('/V1/products/attributes/seasons/options'));
  const custom_attributes = [
    { attribute_code: 'volume', value: 'two litres' },
    { attribute_code: 'grip', value: red },
    { attribute_code: 'washable', value: '1' },
    { attribute_code: 'deposit', value: '2.5' },
    {
      attribute_code: 'seasons',
      value: seasons
        .filter(({ value }: Answer['body']) => value)
        .map(({ value }: Answer['body']) => value)
        .join(','),
    },
    { attribute_code: 'ripe_on', value: '2026-05-01' },
  ];
  await newProduct(souk, { sku, custom_attributes });
  await newProduct(souk, { sku: 'without-values' });
  other = await secondProcess(souk);
});
afterAll(async () => {
  await other?.end();
  await souk?.stop();
});

/** Gives products an attribute. */
async function add(attribute_code: string, frontend_input: string, more: object = {}): Promise<void> {
  const options = frontend_input.includes('select') ? [{ label: 'Red' }, { label: 'Blue' }] : undefined;
  await newAttribute(souk, { attribute_code, frontend_input, scope: 'store', options, ...more });
  await addToSet(souk, attribute_code);
}

async function ask(fields: string, of = sku, headers?: Record<string, string>): Promise<Answer['body']> {
  const query = `{ products(filter: { sku: { eq: "${of}" } }) { items { ${fields} } } }`;
  return (await graphqlClient(souk).data(query, {}, headers)).products.items[0];
}

/** The types of fields by name. */
async function fieldsOf(type: string, base: Pick<Souk, 'base'> = souk): Promise<Record<string, string>> {
  const { __type } = await graphqlClient(base).data(
    `{ __type(name: "${type}") { fields { name type { name } } inputFields { name type { name } } } }`,
  );
  const fields = (__type.fields ?? __type.inputFields) as { name: string; type: { name: string } }[];
  return Object.fromEntries(fields.map(({ name, type: { name: typeName } }) => [name, typeName]));
}

const all = 'volume grip washable deposit seasons ripe_on';

it('attributes of the shop are fields of products, with types by their input', async () => {
  const values = await ask(all);
  expect(values).toEqual({
    volume: 'two litres',
    grip: Number(red),
    washable: 1,
    deposit: 2.5,
    seasons: expect.stringMatching(/^\d+,\d+$/),
    ripe_on: '2026-05-01 00:00:00',
  });
  const types = { volume: 'String', grip: 'Int', washable: 'Int', deposit: 'Float', seasons: 'String' };
  for (const type of ['ProductInterface', 'SimpleProduct', 'ConfigurableProduct', 'BundleProduct', 'GroupedProduct'])
    expect(await fieldsOf(type)).toMatchObject(types);
});

it('a product without values has null', async () => {
  const none = { volume: null, grip: null, washable: null, deposit: null, seasons: null, ripe_on: null };
  expect(await ask(all, 'without-values')).toEqual(none);
});

it('values are those of the store view', async () => {
  const { code, stderr } = await souk.cli('store:view:create', 'fr', 'French', '--group', 'main_website_store');
  expect(code, stderr).toBe(0);
  const custom_attributes = [{ attribute_code: 'volume', value: 'deux litres' }];
  ok(await souk.admin.raw('PUT', `/rest/fr/V1/products/${sku}`, { product: { custom_attributes } }));
  expect(await ask('volume deposit', sku, { store: 'fr' })).toEqual({ volume: 'deux litres', deposit: 2.5 });
  expect(await ask('volume')).toEqual({ volume: 'two litres' });
});

it('a field appears, and goes, with the next request to any process', async () => {
  const query = '{ products(filter: { sku: { eq: "with-fields" } }) { items { sku passing } } }';
  const refused = async (reader: GraphQLClient): Promise<string> => (await reader.send(query)).body.errors?.[0].message;
  const unknown = 'Cannot query field "passing" on type "ProductInterface".';
  const readers = [souk, other].map((one) => graphqlClient(one));
  for (let round = 0; round < 3; round++) {
    // A document that is cached.
    for (const reader of readers) for (let i = 0; i < 3; i++) expect(await refused(reader)).toBe(unknown);
    await add('passing', 'text');
    for (const reader of readers)
      for (let i = 0; i < 3; i++) expect((await reader.data(query)).products.items[0]).toEqual({ sku, passing: null });
    ok(await souk.admin.delete('/V1/products/attributes/passing'));
  }
});

it('attributes that nobody shows, and names of other fields, are left out', async () => {
  // Fields of one type alone, of an input, and a property of every JavaScript object.
  for (const code of ['variants', 'items', 'relevance', 'constructor'])
    await add(code, 'text', { used_for_sort_by: true, is_searchable: '1', is_filterable_in_search: '0' });
  const fields = await fieldsOf('ProductInterface');
  expect(Object.keys(fields)).not.toContain('variants');
  expect(Object.keys(fields)).not.toContain('items');
  expect(Object.keys(fields)).not.toContain('cost');
  expect(await ask('relevance constructor')).toEqual({ relevance: null, constructor: null });
  expect((await fieldsOf('ProductAttributeSortInput')).relevance).toBe('SortEnum');
  expect(
    await ask('... on ConfigurableProduct { variants { product { sku } } } ... on GroupedProduct { items { qty } }'),
  ).toEqual({});
});

it('attributes of the shop are fields of categories', async () => {
  const columns =
    'entity_type_id, attribute_code, backend_type, frontend_input, frontend_label, scope, labels, validation, details, is_user_defined, is_visible';
  await changeStored(
    souk,
    `insert into eav_attribute (${columns}) values (3, 'mood', 'varchar', 'text', 'Mood', 'store', '{}', '{}', '{}', 1, 1)`,
  );
  await changeStored(souk, `update cache_version set version = version + 1 where name = 'eav-attributes'`);
  const category = {
    name: 'Moody',
    parent_id: 2,
    is_active: true,
    custom_attributes: [{ attribute_code: 'mood', value: 'calm' }],
  };
  const { id } = ok(await souk.admin.post('/V1/categories', { category }));
  const query = `{ categoryList(filters: { ids: { eq: "${id}" } }) { name mood } }`;
  for (const reader of [souk, other]) {
    const { categoryList } = await graphqlClient(reader).data(query);
    expect(categoryList).toEqual([{ name: 'Moody', mood: 'calm' }]);
  }
  expect(await fieldsOf('CategoryTree')).toMatchObject({ mood: 'String' });
});
