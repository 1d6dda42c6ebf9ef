import type { Call } from '../../kernel/call.ts';
import type { In } from '../../kernel/types.ts';
import type { StorageTierPrice } from '../catalog/prices/types.ts';
import { requireCatalog } from './catalogs.ts';
import { sharedCatalogErrors } from './errors.ts';
import type { SharedCatalogRow } from './tables.ts';
import { catalogTypes } from './types.ts';

/** The group of visitors, who buy from the public catalog. */
const NOT_LOGGED_IN = 0;

/** The customer groups that pay the prices of a catalog. */
function groupsOf({ type, customer_group_id }: SharedCatalogRow): number[] {
  return type === catalogTypes.public ? [customer_group_id, NOT_LOGGED_IN] : [customer_group_id];
}

/**
 * Adds or changes tier prices for the customers of a catalog; the customer groups in the input are not read. Throws 400 for the first
 * invalid one, and saves none then.
 */
export async function assignTierPrices(
  call: Call,
  catalogId: number,
  prices: readonly In<typeof StorageTierPrice>[],
): Promise<void> {
  const groups = groupsOf(await requireCatalog(call, catalogId));
  const { byId } = await call.services.customer.groups.get(call);
  const rows = groups.flatMap((id) => prices.map((price) => ({ ...price, customer_group: byId.get(id)?.code ?? '' })));
  const [rejected] = await call.services.catalog.updateTierPrices(call, rows, { filled: true });
  if (rejected) throw sharedCatalogErrors.priceRejected([rejected.message ?? '']);
}

/** Removes the tier prices of products for the customers of a catalog. Throws 404 for unknown products. */
export async function resetTierPrices(call: Call, catalogId: number, skus: readonly string[]): Promise<void> {
  const groups = groupsOf(await requireCatalog(call, catalogId));
  await call.services.catalog.removeGroupTiers(call, skus, groups);
}
