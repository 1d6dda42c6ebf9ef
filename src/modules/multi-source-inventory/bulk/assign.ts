import type { Call } from '../../../kernel/call.ts';
import { sourceErrors, together } from '../errors.ts';
import { itemsOfSources } from '../source-items/read.ts';
import { deleteItems, hasQuantity, productsOf, writeItems } from '../source-items/save.ts';

/** Products and sources to assign to each other, or to unassign. */
interface Assignment {
  readonly skus: readonly string[];
  readonly sourceCodes: readonly string[];
}

/**
 * Creates an empty, out-of-stock item of each product in each source. Skips existing items and composite products.
 * Returns the number of new items. Throws 400 for an unknown source, 404 for an unknown SKU.
 */
export async function assignSources(call: Call, { skus, sourceCodes }: Assignment): Promise<number> {
  requireSources(call, sourceCodes);
  const { foldSku } = call.services.catalog;
  const products = await productsOf(
    call,
    skus.map((sku) => ({ sku })),
  );
  const stockProducts = skus.flatMap((sku) => {
    const product = products.get(foldSku(sku));
    if (!product) throw sourceErrors.noProduct([sku]);
    return hasQuantity(call, product) ? [{ sku, id: product.id }] : [];
  });
  const there = await itemsOfSources(
    call,
    sourceCodes,
    stockProducts.map(({ id }) => id),
  );
  const known = new Set(there.map(({ source_code, product_id }) => `${source_code} ${product_id}`));
  const missing = new Map(
    stockProducts.flatMap(({ sku, id }) =>
      sourceCodes.flatMap((source_code) => {
        const key = `${source_code} ${id}`;
        return known.has(key) ? [] : [[key, { sku, source_code, quantity: 0, status: 0 as const }]];
      }),
    ),
  );
  await writeItems(call, [...missing.values()]);
  return missing.size;
}

/** Unassigns the products from each source; returns the number of deleted items. Throws 400 for an unknown source. */
export async function unassignSources(call: Call, { skus, sourceCodes }: Assignment): Promise<number> {
  requireSources(call, sourceCodes);
  return deleteItems(
    call,
    skus.flatMap((sku) => sourceCodes.map((source_code) => ({ sku, source_code }))),
  );
}

function requireSources(call: Call, codes: readonly string[]): void {
  const { sources } = call.services.multiSource.network.current;
  const unknown = codes.filter((code) => !sources.has(code));
  const error = together(
    unknown.map((sourceCode) => sourceErrors.sourceMissing({ sourceCode })),
    sourceErrors.validationFailed,
  );
  if (error) throw error;
}
