import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import type { Souk } from '../support/souk.ts';

/** The headers that storefronts send with each request. */
export const storefrontHeaders: Readonly<Record<string, string>> = {
  'Magento-Environment-Id': '00000000-0000-0000-0000-000000000000',
  'Magento-Store-View-Code': 'default',
  'Magento-Website-Code': 'base',
  'Magento-Store-Code': 'main_website_store',
  'Magento-Customer-Group': 'b6589fc6ab0dc82cf12099d1c2d40ab994e8410c',
  'x-api-key': 'search_gql',
};

/** A caller of the service at `/cs-graphql`, or at another path, with the headers of a storefront. */
export function serviceClient(souk: Pick<Souk, 'base'>, token?: string, path = '/cs-graphql'): GraphQLClient {
  return graphqlClient(souk, token, path, storefrontHeaders);
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
