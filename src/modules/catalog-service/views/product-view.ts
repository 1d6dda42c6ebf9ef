import type { Call } from '../../../kernel/call.ts';
import { deprecated, interfaceType, objectType } from '../../../kernel/graphql.ts';
import { loader } from '../../../kernel/loader.ts';
import { uidOf } from '../../../kernel/uids.ts';
import type { ProductSource } from '../../catalog/graphql/types.ts';
import type { StoredProduct } from '../../catalog/service.ts';
import { stockOptions } from '../../inventory/configuration.ts';
import { attributeDeclarations, attributesOf, isAccepted } from './attributes.ts';
import { imagesOf, mediaDeclarations, videosOf } from './media.ts';
import { inputOptionsOf, optionDeclarations, optionsOf } from './options.ts';
import { ownPrice, priceDeclarations, priceRange } from './prices.ts';
import { isComplex, withLinks } from './read.ts';
import type { ViewSource } from './types.ts';
import { visibilityName } from './visibility.ts';

/** A link from a product to another. */
interface LinkView {
  readonly linkTypes: readonly string[];
  readonly product: ViewSource;
}

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes {
    ComplexProductView: ViewSource;
    ProductView: ViewSource;
    ProductViewLink: LinkView;
    SimpleProductView: ViewSource;
  }
}

/** The kinds of links that buyers see, by their numbers. */
const linkNames: ReadonlyMap<number, string> = new Map([
  [1, 'related'],
  [4, 'upsell'],
  [5, 'crosssell'],
]);

const canonical = loader<number, string | undefined>(async (ids, call) => {
  const paths = await call.services.urlRewrite.rewritesOf(call, 'PRODUCT', ids);
  return ids.map((id) => paths.get(id)?.[0]?.url ?? undefined);
});

/** The address of a product's page; of a product without one, the address by its id. */
async function pageOf(call: Call, { product }: ProductSource): Promise<string | null> {
  const { store } = call.services;
  const view = store.view(call.scope.storeId);
  if (!view) return null;
  const base = store.storeConfig(call, view).base_link_url;
  return base + ((await canonical(call, product.id)) ?? `catalog/product/view/id/${product.id}/`);
}

const quantities = loader<StoredProduct, number | undefined>(async (products, call) => {
  const found = await call.services.inventory.salable(call, products);
  return products.map(({ id }) => (found.get(id)?.isSalable ? found.get(id)?.quantity : undefined));
});

/** Whether few units of a product are left, by the shop's threshold. */
async function isLow(call: Call, { product }: ProductSource): Promise<boolean> {
  const threshold = call.config.of(stockOptions.fewLeft, { storeId: call.scope.storeId });
  if (threshold <= 0) return false;
  const left = await quantities(call, product);
  return left !== undefined && left > 0 && left <= threshold;
}

async function linksOf(
  call: Call,
  source: ProductSource,
  types: readonly string[] | null | undefined,
): Promise<LinkView[]> {
  const { listing, storefront } = call.services;
  const { links = [] } = await withLinks(call, source);
  const namesById = new Map<number, string[]>();
  for (const { link_type_id, linked_product_id: id } of links) {
    const name = linkNames.get(link_type_id);
    if (name && isAccepted(types, [name])) namesById.set(id, [...(namesById.get(id) ?? []), name]);
  }
  const seen = await listing.seenByCaller(call, [...namesById.keys()]);
  const products = await Promise.all([...seen].map((id) => storefront.product(call, id)));
  return products.flatMap((product) => {
    const linkTypes = product && namesById.get(product.product.id);
    return linkTypes && storefront.isShown(call, product) ? [{ linkTypes, product: { source: product } }] : [];
  });
}

const categoryPaths = loader<number, string | undefined>(async (ids, call) => {
  const paths = await call.services.listing.categoryPaths(call, ids);
  return ids.map((id) => paths.get(id));
});

async function categoriesOf(call: Call, { product }: ProductSource): Promise<string[]> {
  const paths = await Promise.all(product.category_places.map((place) => categoryPaths(call, place.category_id)));
  return paths.filter((path) => path !== undefined);
}

const old = 'It is only meant for recommendations.';
const view = interfaceType(
  'ProductView',
  (t) => {
    const text = (code: string) => t.field('String', ({ source: { values } }) => values[code] ?? null);
    const html = (code: string) => t.field('String', ({ source: { values } }) => values[code] ?? '');
    return {
      addToCartAllowed: t.field('Boolean', ({ source }, _, call) =>
        call.services.storefront.isSalable(call, source.product),
      ),
      attributes: t.field(
        '[ProductViewAttribute]',
        { roles: '[String]', names: '[String]' },
        ({ source }, { roles, names }, call) => attributesOf(call, source, { roles, names }),
      ),
      categories: deprecated(
        old,
        t.field('[String]', ({ source }, _, call) => categoriesOf(call, source)),
      ),
      description: html('description'),
      externalId: t.field('String', ({ source: { product } }) => String(product.id)),
      id: t.field('ID!', ({ source: { product } }, _, { scope }) => uidOf(`product/${product.id}/${scope.storeId}`)),
      images: t.field('[ProductViewImage]', { roles: '[String]' }, async ({ source }, { roles }, call) =>
        (await imagesOf(call, source)).filter((image) => isAccepted(roles, (image.roles ?? []).map(String))),
      ),
      inStock: t.field('Boolean', ({ source }, _, call) => call.services.storefront.isSalable(call, source.product)),
      inputOptions: t.field('[ProductViewInputOption]', ({ source }, _, call) => inputOptionsOf(call, source)),
      lastModifiedAt: t.field('DateTime', ({ source: { product } }) => `${product.updated_at.replace(' ', 'T')}Z`),
      links: t.field('[ProductViewLink]', { linkTypes: '[String!]' }, ({ source }, { linkTypes }, call) =>
        linksOf(call, source, linkTypes),
      ),
      lowStock: t.field('Boolean', {}, ({ source }, _, call) => isLow(call, source), { isLive: true }),
      metaDescription: text('meta_description'),
      metaKeyword: text('meta_keyword'),
      metaTitle: text('meta_title'),
      name: text('name'),
      queryType: t.field('String', ({ ranking }) => ranking?.queryType),
      rank: deprecated(
        old,
        t.field('Int', ({ ranking }) => ranking?.rank),
      ),
      score: deprecated(
        old,
        t.field('Float', ({ ranking }) => ranking?.score),
      ),
      shortDescription: html('short_description'),
      sku: t.field('String', ({ source: { product } }) => product.sku),
      url: t.field('String', ({ source }, _, call) => pageOf(call, source)),
      urlKey: text('url_key'),
      videos: t.field('[ProductViewVideo]', ({ source }, _, call) => videosOf(call, source)),
      visibility: t.field('String', ({ source: { values } }) => visibilityName(values.visibility)),
    };
  },
  ({ source }, call) => (isComplex(call, source) ? 'ComplexProductView' : 'SimpleProductView'),
);

const simple = objectType(
  'SimpleProductView',
  (t) => ({ price: t.field('ProductViewPrice', ({ source }, _, call) => ownPrice(call, source)) }),
  ['ProductView'],
);
const complex = objectType(
  'ComplexProductView',
  (t) => ({
    options: t.field('[ProductViewOption]', (source, _, call) => optionsOf(call, source)),
    priceRange: t.field('ProductViewPriceRange', (source, _, call) => priceRange(call, source)),
  }),
  ['ProductView'],
);
const link = objectType('ProductViewLink', () => ({ linkTypes: '[String!]!', product: 'ProductView!' }));

/** Product views. */
export const viewDeclarations = [
  view,
  simple,
  complex,
  link,
  ...priceDeclarations,
  ...attributeDeclarations,
  ...mediaDeclarations,
  ...optionDeclarations,
];
