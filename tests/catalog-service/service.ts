import { expect } from 'vitest';
import { Client, type Answer } from '../support/client.ts';
import type { Souk } from '../support/souk.ts';

/** Headers of a request. */
type Headers = Readonly<Record<string, string>>;

/** A caller of the catalogue service, with the headers of a storefront. */
export interface ServiceClient {
  /** Sends a document; the whole answer. */
  send(query: string, variables?: object, headers?: Headers): Promise<Answer>;
  /** Sends a document that has to succeed; its data. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the wire is what the tests are about
  data(query: string, variables?: object, headers?: Headers): Promise<any>;
}

/** The headers that storefronts send with each request. */
export const storefrontHeaders: Headers = {
  'Magento-Environment-Id': '00000000-0000-0000-0000-000000000000',
  'Magento-Store-View-Code': 'default',
  'Magento-Website-Code': 'base',
  'Magento-Store-Code': 'main_website_store',
  'Magento-Customer-Group': 'b6589fc6ab0dc82cf12099d1c2d40ab994e8410c',
  'x-api-key': 'search_gql',
};

/** A caller of the service at `/cs-graphql`, or at another path. */
export function serviceClient(souk: Pick<Souk, 'base'>, token?: string, path = '/cs-graphql'): ServiceClient {
  const client = new Client(souk.base, token);
  const send: ServiceClient['send'] = (query, variables, headers = {}) =>
    client.raw('POST', path, { query, variables }, { ...storefrontHeaders, ...headers });
  return {
    send,
    async data(query, variables, headers) {
      const { status, body, text } = await send(query, variables, headers);
      expect(status, text).toBe(200);
      expect(body.errors, text).toBeUndefined();
      return body.data;
    },
  };
}

const amount = '{ amount { value currency } }';

/** The fields of product pages. */
export const PRODUCT_FIELDS = `
  fragment OPTION on ProductViewOption { id title required multi values { id title inStock __typename
    ... on ProductViewOptionValueProduct { title quantity isDefault canEditQuantity enabled
      product { sku shortDescription metaDescription metaKeyword metaTitle name price { final ${amount} regular ${amount} roles } } }
    ... on ProductViewOptionValueSwatch { id title type value inStock } } }
  fragment RANGE on ComplexProductView { priceRange {
    maximum { final ${amount} regular ${amount} roles } minimum { final ${amount} regular ${amount} roles } } }
  fragment PRODUCT on ProductView { __typename id sku name shortDescription metaDescription metaKeyword metaTitle description
    inStock addToCartAllowed url urlKey externalId lastModifiedAt
    images(roles: []) { url label roles } videos { description url title preview { label roles url } }
    attributes(roles: []) { name label value roles }
    links { linkTypes product { sku } }
    inputOptions { id title required type markupAmount suffix sortOrder range { from to } imageSize { width height } fileExtensions }
    ... on SimpleProductView { price { roles regular ${amount} final ${amount}
      tiers { tier ${amount} quantity { ... on ProductViewTierRangeCondition { gte lt } } } } }
    ... on ComplexProductView { options { ...OPTION } ...RANGE } }`;
