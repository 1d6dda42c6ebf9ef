import { describe, expect, it } from 'vitest';
import { graphqlClient } from '../support/graphql.ts';
import { newProduct } from '../support/products.ts';
import { startSouk, unique } from '../support/souk.ts';

describe.each([
  ['commercial', { staged: false }],
  ['open', undefined],
] as const)('in the %s edition', (edition, expected) => {
  it('products and categories say that they are live, where the schema has updates', async () => {
    const souk = await startSouk({ env: { SOUK_EDITION: edition } });
    try {
      const sku = unique('live');
      await newProduct(souk, { sku });
      const { errors, data } = (
        await graphqlClient(souk).send(
          `{ products(filter: { sku: { eq: "${sku}" } }) { items { staged } }
             categories(filters: { ids: { eq: "2" } }) { items { staged automatic_sorting } } }`,
        )
      ).body;
      if (!expected) return expect(JSON.stringify(errors)).toContain('Cannot query field \\"staged\\"');
      expect(data).toEqual({
        products: { items: [expected] },
        categories: { items: [{ ...expected, automatic_sorting: null }] },
      });
    } finally {
      await souk.stop();
    }
  });
});
