import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileEncoder, type Encoder } from '../../src/kernel/encode.ts';
import { parseFields } from '../../src/kernel/fields-filter.ts';
import { array } from '../../src/kernel/types.ts';
import { Product, ProductSearchResults } from '../../src/modules/catalog/products/types.ts';
import { serialize } from '../../src/webapi/respond.ts';
import { engines } from '../storage/databases.ts';
import { criteria, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import * as fc from '../support/properties.ts';
import { makeOfEachType } from './each-type.ts';

/** What is loaded follows the fields that are wanted, and no answer shows it: each is the whole answer, cut to the fields. */

const types = ['simple', 'group', 'download', 'bundle', 'variant', 'configurable'];

/** Any of these names, each whole or with some of the names that may stand in it. */
function someOf(names: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<string> {
  return fc
    .subarray(Object.keys(names), { minLength: 1 })
    .chain((chosen) => fc.tuple(...chosen.map((name) => oneOf(name, names[name]!))))
    .map((fields) => fields.join());
}

function oneOf(name: string, inside: readonly string[]): fc.Arbitrary<string> {
  if (inside.length === 0) return fc.constant(name);
  return fc.oneof(
    fc.constant(name),
    fc.subarray([...inside]).map((chosen) => `${name}[${chosen.join()}]`),
  );
}

const productFields = someOf({
  id: [],
  sku: [],
  name: [],
  price: [],
  weight: [],
  nothing: ['of', 'that'],
  extension_attributes: [
    'website_ids',
    'category_links',
    'category_links[category_id]',
    'stock_item',
    'stock_item[qty,is_in_stock]',
    'bundle_product_options',
    'bundle_product_options[title,product_links[sku]]',
    'downloadable_product_links',
    'downloadable_product_samples',
    'configurable_product_options',
    'configurable_product_options[label]',
    'configurable_product_links',
    'nothing',
  ],
  product_links: ['sku', 'linked_product_sku', 'extension_attributes[qty]'],
  options: ['title', 'values', 'values[title]'],
  media_gallery_entries: ['id', 'file'],
  tier_prices: ['qty', 'extension_attributes'],
  custom_attributes: ['attribute_code', 'value', 'category_ids', 'colour', 'nothing'],
});
const listFields = fc
  .subarray(['items', 'search_criteria', 'search_criteria[page_size]', 'total_count', 'nothing'])
  .chain((others) => productFields.map((fields) => [...others, `items[${fields}]`]))
  .chain((fields) => fc.subarray(fields, { minLength: 1 }))
  .map((fields) => fields.join());
const malformed = fc.constantFrom('items[sku', 'sku]', 'items[sku]]', '-');

describe.each(engines)('on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await makeOfEachType(here.admin, '1');
    await makeOfEachType(here.admin, '2');
  });
  afterAll(() => here?.stop());

  /** Compares the answers for some fields, in both formats, with what the whole answer has of them. */
  async function compare(path: string, encode: Encoder, fields: string): Promise<void> {
    const whole = ok(await here.admin.get(path));
    const filter = parseFields(fields);
    const cut = filter === 'malformed' ? [] : encode(whole, filter);
    const asked = `${path}${path.includes('?') ? '&' : '?'}fields=${encodeURIComponent(fields)}`;
    expect((await here.admin.get(asked)).text, asked).toBe(serialize(cut, 'json'));
    expect((await here.admin.get(asked, { accept: 'application/xml' })).text, asked).toBe(serialize(cut, 'xml'));
  }

  test('any fields of a single product of any type are those of the whole answer', async () => {
    const encode = compileEncoder(Product);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...types),
        fc.oneof({ weight: 20, arbitrary: productFields }, malformed),
        (type, fields) => compare(`/V1/products/${type}-1`, encode, fields),
      ),
      { numRuns: 120 },
    );
  });

  test('any fields of lists of products are those of the whole answer', async () => {
    const encode = compileEncoder(ProductSearchResults);
    const pages = [{}, { pageSize: 3 }, { pageSize: 5, currentPage: 2 }, { pageSize: 20, currentPage: 3 }];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...pages),
        fc.oneof({ weight: 20, arbitrary: listFields }, malformed),
        (page, fields) => compare(`/V1/products?${criteria([], page)}`, encode, fields),
      ),
      { numRuns: 80 },
    );
  });

  test('any fields of the variants of a product are those of the whole answer', async () => {
    const encode = compileEncoder(array(Product));
    await fc.assert(
      fc.asyncProperty(productFields, (fields) =>
        compare('/V1/configurable-products/configurable-1/children', encode, fields),
      ),
      { numRuns: 40 },
    );
  });
});
