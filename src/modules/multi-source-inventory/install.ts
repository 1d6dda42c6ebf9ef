import type { Call } from '../../kernel/call.ts';
import { insertRows } from '../../storage/rows.ts';
import { DEFAULT_SOURCE, DEFAULT_STOCK } from '../inventory/extensions.ts';

/** Writes the default source and the default stock. */
export async function install(call: Call): Promise<void> {
  await insertRows(call.db, 'inventory_source', [
    {
      source_code: DEFAULT_SOURCE,
      name: 'Default Source',
      enabled: 1,
      description: 'Default Source',
      latitude: 0,
      longitude: 0,
      country_id: 'US',
      postcode: '00000',
      is_pickup_location_active: 0,
    },
  ]);
  await insertRows(call.db, 'inventory_stock', [{ stock_id: DEFAULT_STOCK, name: 'Default Stock' }]);
  const link = { stock_id: DEFAULT_STOCK, source_code: DEFAULT_SOURCE, priority: 1 };
  await insertRows(call.db, 'inventory_source_stock_link', [link]);
}
