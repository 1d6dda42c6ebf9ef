import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { Truth } from '../../search/sql.ts';
import { stockSettings } from './settings.ts';

/** Setting by which catalogues show what is out of stock as well. */
const SHOW_OUT_OF_STOCK = 'cataloginventory/options/show_out_of_stock';

/**
 * The condition that a catalogue shows a product as far as its own stock goes, on `catalog_product as p`; undefined when it
 * shows all of them.
 */
export function inStock(call: Call): Truth | undefined {
  if (call.config.flag(SHOW_OUT_OF_STOCK, { storeId: call.scope.storeId })) return undefined;
  const managed = stockSettings(call).manage_stock ? 1 : 0;
  return sql`exists (select 1 from cataloginventory_stock_item s where s.product_id = p.id and (s.is_in_stock = 1
    or (case when s.use_config_manage_stock = 1 then cast(${managed} as integer) else s.manage_stock end) = 0))`;
}
