import type { Generated } from 'kysely';

/** A row of the table rates; `*` and 0 stand for all. */
export interface TableRateTable {
  pk: Generated<number>;
  website_id: number;
  dest_country_id: string;
  dest_region_id: number;
  dest_zip: string;
  condition_name: string;
  condition_value: number;
  price: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    /** Created by a migration of carts, which once contained table rates. */
    shipping_tablerate: TableRateTable;
  }
}
