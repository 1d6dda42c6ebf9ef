import { makeProduct } from '../quote/shop.ts';
import { graphqlClient } from '../support/graphql.ts';
import { newAttribute, product } from '../support/products.ts';
import { criteria, ok, unique, type Client, type Souk } from '../support/souk.ts';
import type { CachedKind } from './kind.ts';

const SET = '/V1/products/attribute-sets/4/attributes';

interface ListedAttribute {
  readonly attribute_code: string;
  readonly default_frontend_label: string;
}

/** Attributes, their sets and options. */
export async function metadataKinds(souk: Souk): Promise<CachedKind[]> {
  const { admin } = souk;
  const groups = ok(
    await admin.get(
      '/V1/products/attribute-sets/groups/list?searchCriteria[filter_groups][0][filters][0][field]=attribute_set_id&searchCriteria[filter_groups][0][filters][0][value]=4',
    ),
  );
  const attributeGroupId = groups.items[0].attribute_group_id;
  const place = (attributeCode: string) => ({ attributeSetId: 4, attributeGroupId, attributeCode, sortOrder: 1 });
  const labelled = await newCode(souk);
  ok(await admin.post('/V1/products/attribute-sets/attributes', place(labelled)));
  const { attribute_id } = ok(await admin.get(`/V1/products/attributes/${labelled}`));
  const codes = await Promise.all(Array.from({ length: 12 }, () => newCode(souk)));
  const choices = await Promise.all(
    Array.from({ length: 12 }, () => newCode(souk, { frontend_input: 'select', is_searchable: '1' })),
  );
  const fields = Array.from({ length: 12 }, () => unique('field').replaceAll('-', '_').toLowerCase());
  const read = async (client: Client): Promise<ListedAttribute[]> => ok(await client.get(SET));
  return [
    {
      cache: 'eav-attributes',
      change: (round) => ({
        by: {
          method: 'PUT',
          path: `/V1/products/attributes/${labelled}`,
          body: { attribute: { attribute_id, frontend_input: 'text', default_frontend_label: `Label ${round}` } },
        },
        expected: `Label ${round}`,
      }),
      read: async (client) =>
        (await read(client)).find((one) => one.attribute_code === labelled)!.default_frontend_label,
    },
    {
      cache: 'eav-attributes',
      change: (round) => ({
        by: {
          method: 'POST',
          path: '/V1/products/attributes',
          body: { attribute: { attribute_code: fields[round]!, frontend_input: 'text', default_frontend_label: 'F' } },
        },
        expected: round + 1,
      }),
      read: async (client) => {
        const { __type } = await graphqlClient(client, client.token).data(
          '{ __type(name: "ProductInterface") { fields { name } } }',
        );
        return __type.fields.filter(({ name }: { name: string }) => fields.includes(name)).length;
      },
    },
    {
      cache: 'eav-sets',
      change: (round) => ({
        by: { method: 'POST', path: '/V1/products/attribute-sets/attributes', body: place(codes[round]!) },
        expected: round + 1,
      }),
      read: async (client) => (await read(client)).filter((one) => codes.includes(one.attribute_code)).length,
    },
    {
      cache: 'eav-optioned-attributes',
      change: (round) => ({
        by: {
          method: 'POST',
          path: `/V1/products/attributes/${choices[round]}/options`,
          body: { option: { label: 'One' } },
        },
        expected: round + 1,
      }),
      read: async (client) => {
        const { __type } = await graphqlClient(client, client.token).data(
          '{ __type(name: "ProductAttributeFilterInput") { inputFields { name } } }',
        );
        return __type.inputFields.filter(({ name }: { name: string }) => choices.includes(name)).length;
      },
    },
  ];
}

/** Creates an attribute; returns its code. */
async function newCode(souk: Souk, more: object = {}): Promise<string> {
  return (await newAttribute(souk, { default_frontend_label: 'Walk', ...more })).attribute_code;
}

/** Responses and lists of products. */
export async function productKinds(souk: Souk): Promise<CachedKind[]> {
  const { admin } = souk;
  const sku = await makeProduct(souk);
  const path = `/V1/products/${sku}`;
  const listed = (field: string, value: string) =>
    `/V1/products?searchCriteria[filter_groups][0][filters][0][field]=${field}&searchCriteria[filter_groups][0][filters][0][value]=${value}`;
  const price = (round: number, first: number) => ({
    by: { method: 'PUT', path, body: { product: { price: first + round } } } as const,
    expected: first + round,
  });
  const overridden = await Promise.all(Array.from({ length: 12 }, () => newCode(souk)));
  for (const [i, attributeCode] of overridden.entries()) {
    const group = { attributeSetId: 4, attributeGroupId: 7, attributeCode, sortOrder: i };
    ok(await admin.post('/V1/products/attribute-sets/attributes', group));
  }
  return [
    {
      cache: 'REST responses',
      change: (round) => price(round, 100),
      read: async (client) => ok(await client.get(path)).price,
    },
    {
      cache: 'encoded list items',
      change: (round) => price(round, 200),
      read: async (client) => ok(await client.get(listed('sku', sku))).items[0].price,
    },
    {
      cache: 'GraphQL responses',
      change: (round) => price(round, 300),
      read: async (client) => {
        const { products } = await graphqlClient(client).data(
          'query ($sku: String) { products(filter: { sku: { eq: $sku } }) { items { price_range { minimum_price { regular_price { value } } } } } }',
          { sku },
        );
        return products.items[0].price_range.minimum_price.regular_price.value;
      },
    },
    {
      cache: 'search results',
      change: (round) => ({
        by: {
          method: 'POST',
          path: '/V1/products',
          body: {
            product: {
              sku: `${sku}-more-${round}`,
              name: `Walked ${sku} ${round}`,
              attribute_set_id: 4,
              price: 77.5,
              status: 1,
              visibility: 4,
              type_id: 'simple',
              extension_attributes: { website_ids: [1], stock_item: { qty: 9, is_in_stock: true } },
            },
          },
        },
        expected: round + 1,
      }),
      read: async (client) => {
        // As an admin: the total is cached apart from the response.
        const { products } = await graphqlClient(client, client.token).data(
          '{ products(filter: { price: { from: "77.5", to: "77.5" } }) { total_count aggregations { attribute_code } } }',
        );
        return products.total_count;
      },
    },
    {
      cache: 'searches',
      change: (round) => ({
        by: {
          method: 'POST',
          path: '/V1/products',
          body: { product: product({ sku: `${sku}-found-${round}`, name: `Walkable ${round}` }) },
        },
        expected: [round + 1, round + 1],
      }),
      read: async (client) => {
        const words = criteria([[{ field: 'search_term', value: 'walkable' }]]);
        const found = ok(await client.get(`/V1/search?searchCriteria[requestName]=quick_search_container&${words}`));
        // As an admin: the page is cached apart from the response.
        const { products } = await graphqlClient(client, client.token).data(
          '{ products(search: "walkable", pageSize: 50) { items { sku } } }',
        );
        return [found.total_count, products.items.length];
      },
    },
    {
      cache: 'product-overrides',
      change: (round) => ({
        by: {
          method: 'PUT',
          path: `/default${path}`,
          body: { product: { custom_attributes: [{ attribute_code: overridden[round]!, value: 'own' }] } },
          isSynchronousOnly: true,
        },
        expected: round + 1,
      }),
      read: async (client) => {
        const found = await Promise.all(
          overridden.map(async (code) => ok(await client.store('default').get(listed(code, 'own'))).total_count),
        );
        return found.reduce((sum, count) => sum + count, 0);
      },
    },
  ];
}
