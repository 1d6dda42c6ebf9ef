import type { Call } from '../../kernel/call.ts';
import { insertRows } from '../../storage/rows.ts';
import { nextIds } from '../../storage/sequences.ts';

/** Tax class of the groups of a fresh installation: that of retail customers. */
/** The default tax class of customer groups, from the installation. */
export const RETAIL = 3;

/** The groups of a fresh installation, with the ids that clients know. */
export async function install(call: Call): Promise<void> {
  await insertRows(
    call.db,
    'customer_group',
    ['NOT LOGGED IN', 'General', 'Wholesale', 'Retailer'].map((code, id) => ({
      id,
      code,
      tax_class_id: RETAIL,
      excluded_websites: '[]',
    })),
  );
  // The ids above 0 count as given out.
  await nextIds(call.db, 'customer_group', 3);
  await call.services.customer.groups.invalidate(call);
}
