import type { Call } from '../../../kernel/call.ts';
import type { ProductField, ProductHead, SavedFields } from '../products/extensions.ts';
import type { StoredProduct } from '../products/product.ts';
import { touchProducts } from '../products/rows.ts';
import type { ProductInput } from '../products/types.ts';
import { linkErrors } from './errors.ts';
import { presentLink } from './present.ts';
import { readLinks } from './read.ts';
import { deleteLinks, findLinks, linkingProducts, linksOf, nestedLinks, writeLinks } from './rows.ts';

/** The links of products to others. */
export const linksField: ProductField = {
  name: 'links',
  field: 'product_links',
  nested: () => ({ display: { links: nestedLinks } }),
  async load(call, products) {
    const links = await linksOf(call, products);
    return new Map([...links].map(([id, own]) => [id, { links: own }]));
  },
  present({ product, links }) {
    return links ? { product_links: links.map((link) => presentLink(link, product.sku)) } : {};
  },
  save: saveLinks,
  beforeRemove: touchLinking,
};

async function saveLinks(
  call: Call,
  product: StoredProduct,
  { product_links: linkInputs }: ProductInput,
  before: StoredProduct | undefined,
): Promise<SavedFields> {
  const { id, sku } = product;
  // Products that link to this one show its SKU and type.
  if (before && (before.type_id !== product.type_id || before.sku !== sku)) await touchLinking(call, product);
  if (linkInputs) {
    const links = await readLinks(call, product, linkInputs, (missing) => linkErrors.productMissing([missing]));
    if (before) await deleteLinks(call, id);
    await writeLinks(call, links);
  }
  const stored = linkInputs?.length
    ? await findLinks(call, [id])
    : before && !linkInputs
      ? await linksOf(call, [before])
      : undefined;
  return { values: { links: stored?.get(id) ?? [] } };
}

/** Increases the versions of products that link to this one: their responses show it. */
async function touchLinking(call: Call, product: ProductHead): Promise<void> {
  const ids = await linkingProducts(call, product.id);
  if (ids.length > 0) await touchProducts(call, ids);
}
