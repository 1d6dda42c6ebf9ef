import type { Services } from '../../kernel/call.ts';
import type { RowKind } from '../../platform/row-import/row-kind.ts';
import { addressRows } from './customers/address-rows.ts';
import { compositeRows } from './customers/composite-rows.ts';
import { financeRows } from './customers/finance-rows.ts';
import { customerRows } from './customers/rows.ts';
import { tierPriceRows } from './tier-prices.ts';
import type { importedEntities } from './types.ts';

/** The import of a kind of records by its name in requests; undefined for products, which have their own. */
export function rowKindOf(services: Services, entity: (typeof importedEntities)[number]): RowKind | undefined {
  switch (entity) {
    case 'advanced_pricing':
      return tierPriceRows;
    case 'customer':
      return customerRows;
    case 'customer_address':
      return addressRows;
    case 'customer_composite':
      return compositeRows;
    case 'customer_finance':
      return financeRows;
    case 'stock_sources':
      return services.multiSource.itemRows;
    case 'catalog_product':
      return undefined;
  }
}
