import { afterAll, beforeAll, describe, test } from 'vitest';
import { composeTypes } from '../../src/kernel/compose-types.ts';
import { array } from '../../src/kernel/types.ts';
import { modules } from '../../src/program/modules.ts';
import { getProduct, getProducts } from '../../src/modules/catalog/product-routes.ts';
import { engines } from '../storage/databases.ts';
import { criteria } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import * as fc from '../support/properties.ts';
import { compareWanted, someFieldsOf } from '../support/wanted.ts';
import { makeOfEachType } from './each-type.ts';

/** What is loaded follows the fields that are wanted, and no answer shows it: each is the whole answer, cut to the fields. */

const types = ['simple', 'group', 'download', 'bundle', 'variant', 'configurable'];

/** The types of answers with the fields that modules add. */
const compose = composeTypes(modules);
const Product = compose(getProduct).output;
const ProductSearchResults = compose(getProducts).output;

/** Names that attributes have, which no type tells. */
const attributes = fc.subarray(['attribute_code', 'value', 'category_ids', 'colour', 'nothing'], { minLength: 1 });
const anyOfType = { product: someFieldsOf(Product), list: someFieldsOf(ProductSearchResults) };
const ofAttributes = attributes.map((names) => `sku,custom_attributes[${names.join()}]`);
const malformed = fc.constantFrom('items[sku', 'sku]', 'items[sku]]', '-');
const productFields = fc.oneof(
  { weight: 16, arbitrary: anyOfType.product },
  { weight: 4, arbitrary: ofAttributes },
  { weight: 1, arbitrary: malformed },
);
const listFields = fc.oneof(
  { weight: 8, arbitrary: anyOfType.list },
  { weight: 8, arbitrary: anyOfType.product.map((fields) => `items[${fields}]`) },
  { weight: 4, arbitrary: ofAttributes.map((fields) => `items[${fields}],total_count`) },
  { weight: 1, arbitrary: malformed },
);

describe.each(engines)('on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await makeOfEachType(here.admin, '1');
    await makeOfEachType(here.admin, '2');
  });
  afterAll(() => here?.stop());

  test('any fields of a single product of any type are those of the whole answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...types), productFields, (type, fields) =>
        compareWanted(here.admin, `/V1/products/${type}-1`, Product, fields),
      ),
      { numRuns: 120 },
    );
  });

  test('any fields of lists of products are those of the whole answer', async () => {
    const pages = [{}, { pageSize: 3 }, { pageSize: 5, currentPage: 2 }, { pageSize: 20, currentPage: 3 }];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pages), listFields, (page, fields) =>
        compareWanted(here.admin, `/V1/products?${criteria([], page)}`, ProductSearchResults, fields),
      ),
      { numRuns: 80 },
    );
  });

  test('any fields of the variants of a product are those of the whole answer', async () => {
    await fc.assert(
      fc.asyncProperty(anyOfType.product, (fields) =>
        compareWanted(here.admin, '/V1/configurable-products/configurable-1/children', array(Product), fields),
      ),
      { numRuns: 40 },
    );
  });
});
