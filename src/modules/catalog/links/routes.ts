import type { Call } from '../../../kernel/call.ts';
import { entity } from '../../../kernel/entity.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { catalogErrors } from '../errors.ts';
import { isSameSku } from '../products/load.ts';
import { requireProduct } from '../products/require.ts';
import type { StoredProduct } from '../products/product.ts';
import { touchProducts } from '../products/rows.ts';
import { ProductLink } from '../products/types.ts';
import { linkErrors } from './errors.ts';
import { linkAttributes, linkTypeNamed, linkTypes, type LinkType, type StoredLink } from './link.ts';
import { presentLink } from './present.ts';
import { readLinks, requireLinkType } from './read.ts';
import { deleteLink, findLinks, writeLinks } from './rows.ts';
import { ProductLinkAttribute, ProductLinkType } from './types.ts';

const management = 'catalogProductLinkManagementV1';
const repository = 'catalogProductLinkRepositoryV1';
const typeList = 'catalogProductLinkTypeListV1';
const access = acl('Magento_Catalog::catalog');

const getLinkTypes = route({
  method: 'GET',
  path: '/V1/products/links/types',
  service: typeList,
  operation: 'getItems',
  summary: 'List the kinds of links between products.',
  access,
  openable: true,
  input: {},
  output: t.array(ProductLinkType),
  handle: () => [...linkTypes],
});

const getLinkAttributes = route({
  method: 'GET',
  path: '/V1/products/links/:type/attributes',
  service: typeList,
  operation: 'getItemAttributes',
  summary: 'List the attributes that links of a kind have besides their products.',
  access,
  openable: true,
  input: { type: t.string },
  output: t.array(ProductLinkAttribute),
  handle: ({ type }) => linkAttributes(type),
});

const getLinks = route({
  method: 'GET',
  path: '/V1/products/:sku/links/:type',
  service: management,
  operation: 'getLinkedItemsByType',
  summary: 'List the links of one kind that a product has.',
  access,
  openable: true,
  input: { sku: t.string, type: t.string },
  output: t.array(ProductLink),
  async handle({ sku, type }, call) {
    const product = await requireProduct(call, sku, 0);
    const links = await linksOfType(call, product, requireKnownType(type));
    return links.map((link) => presentLink(link, product.sku));
  },
});

const postLinks = route({
  method: 'POST',
  path: '/V1/products/:sku/links',
  service: management,
  operation: 'setProductLinks',
  summary: 'Add links to a product, or change those that lead to the same products.',
  access,
  entity: entity('product', 'sku', { names: ['items.linked_product_sku'] }),
  input: { sku: t.string, items: t.array(ProductLink) },
  output: t.boolean,
  async handle({ sku, items }, call) {
    if (items.length === 0) throw platformErrors.invalidValue({ fieldName: 'items', value: 'empty array' });
    for (const { link_type } of items) {
      if (!link_type) throw platformErrors.required({ fieldName: 'linkType' });
      requireLinkType(link_type);
    }
    const product = await lockProduct(call, sku, true);
    await writeLinks(call, await readLinks(call, product, items, () => linkErrors.invalidLinks()));
    return true;
  },
});

const putLink = route({
  method: 'PUT',
  path: '/V1/products/:sku/links',
  service: repository,
  operation: 'save',
  summary: 'Add a link to a product, or change the one that leads to the same product.',
  access,
  entity: entity('product', 'entity.sku', { names: ['entity.linked_product_sku'] }),
  input: { entity: ProductLink },
  overrides: { sku: t.string },
  output: t.boolean,
  async handle({ entity }, call) {
    const product = await lockProduct(call, entity.sku ?? '', false);
    await writeLinks(call, await readLinks(call, product, [entity], () => catalogErrors.productNotFound()));
    return true;
  },
});

const deleteLinkTo = route({
  method: 'DELETE',
  path: '/V1/products/:sku/links/:type/:linkedProductSku',
  service: repository,
  operation: 'deleteById',
  summary: 'Delete a link of a product.',
  access,
  entity: entity('product', 'sku'),
  input: { sku: t.string, type: t.string, linkedProductSku: t.string },
  output: t.boolean,
  async handle({ sku, type, linkedProductSku }, call) {
    const product = await lockProduct(call, sku, false);
    const links = await linksOfType(call, product, requireKnownType(type));
    const link = links.find((one) => isSameSku(one.linked_product_sku, linkedProductSku));
    if (!link) throw linkErrors.notLinked([sku, linkedProductSku, type]);
    await deleteLink(call, link);
    return true;
  },
});

export const linkRoutes = [getLinkTypes, getLinkAttributes, getLinks, postLinks, putLink, deleteLinkTo];

function requireKnownType(name: string): LinkType {
  const type = linkTypeNamed(name);
  if (!type) throw linkErrors.typeUnknown([name]);
  return type;
}

async function linksOfType(call: Call, product: StoredProduct, type: LinkType): Promise<StoredLink[]> {
  const links = (await findLinks(call, [product.id])).get(product.id) ?? [];
  return links.filter((link) => link.link_type_id === type.code);
}

/**
 * Increases the version of the product with a SKU, because its response shows its links, and returns the product.
 * `saved`: also updates its time of change.
 */
async function lockProduct(call: Call, sku: string, saved: boolean): Promise<StoredProduct> {
  const product = await requireProduct(call, sku, 0);
  if ((await touchProducts(call, [product.id], { saved, changed: ['product_links'] })) === 0)
    throw catalogErrors.productNotFound();
  return product;
}
