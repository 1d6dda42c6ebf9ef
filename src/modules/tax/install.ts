import type { Call } from '../../kernel/call.ts';
import { insertRows } from '../../storage/rows.ts';

/** The classes and rates of a new installation, without rules. */
export async function install(call: Call): Promise<void> {
  await insertRows(call.db, 'tax_class', [
    { class_id: 2, class_name: 'Taxable Goods', class_type: 'PRODUCT' },
    { class_id: 3, class_name: 'Retail Customer', class_type: 'CUSTOMER' },
  ]);
  const everywhere = { tax_postcode: '*', zip_is_range: null, zip_from: null, zip_to: null, titles: '{}' };
  await insertRows(call.db, 'tax_calculation_rate', [
    {
      tax_calculation_rate_id: 1,
      code: 'US-CA-*-Rate 1',
      tax_country_id: 'US',
      tax_region_id: 12,
      region_name: 'CA',
      rate: 8.25,
      ...everywhere,
    },
    {
      tax_calculation_rate_id: 2,
      code: 'US-NY-*-Rate 1',
      tax_country_id: 'US',
      tax_region_id: 43,
      region_name: 'NY',
      rate: 8.375,
      ...everywhere,
    },
  ]);
  await call.services.tax.classCache.invalidate(call);
}
