import type { Call } from '../../kernel/call.ts';
import type { FileExportSettings } from '../../kernel/file-exports.ts';
import { currencySettings } from '../../kernel/shop-settings.ts';
import type { StoredTierPrice } from '../catalog/service.ts';
import { decimalText } from './product-export/texts.ts';
import { ALL_GROUPS, tierPriceColumns } from './tier-prices.ts';

/** Products per page. */
const PAGE = 1_000;

/** Tier prices in the layout of the interface's "advanced pricing", in order of SKUs. */
export async function* exportTierPrices(call: Call, { since }: FileExportSettings): AsyncGenerator<readonly string[]> {
  const { catalog, customer } = call.services;
  yield tierPriceColumns;
  const groups = new Map(customer.allGroups().map(({ id, code }) => [id, code]));
  for (let after = ''; ;) {
    const ids = await catalog.productIdsAfter(call, after, PAGE, since);
    const found = await catalog.productsById(call, ids, 0);
    const products = ids.flatMap((id) => found.get(id) ?? []);
    for (const { sku, tier_prices } of products) {
      for (const tier of inOrder(call, tier_prices)) {
        const isShare = tier.percentage_value !== null;
        yield [
          sku,
          websiteText(call, tier.website_id),
          tier.customer_group_id === ALL_GROUPS ? 'ALL GROUPS' : (groups.get(tier.customer_group_id) ?? ''),
          decimalText(tier.qty, 4),
          decimalText((isShare ? tier.percentage_value : tier.value) ?? 0, 6),
          isShare ? 'Discount' : 'Fixed',
        ];
      }
    }
    if (ids.length < PAGE) return;
    after = catalog.foldSku(products.at(-1)?.sku ?? '');
  }
}

/** Ids of websites and groups differ between shops: in order of their names. */
function inOrder(call: Call, tiers: readonly StoredTierPrice[]): StoredTierPrice[] {
  const keyOf = (tier: StoredTierPrice): string => websiteText(call, tier.website_id);
  return tiers.toSorted(
    (a, b) => keyOf(a).localeCompare(keyOf(b), 'en') || a.customer_group_id - b.customer_group_id || a.qty - b.qty,
  );
}

function websiteText(call: Call, id: number): string {
  const code = id === 0 ? undefined : call.services.store.website(id)?.code;
  return code ?? `All Websites [${call.config.of(currencySettings.base)}]`;
}
