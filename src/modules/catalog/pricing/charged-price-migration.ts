import { sql } from 'kysely';
import type { Migration } from '../../../kernel/module.ts';
import { nullsFirst } from '../../../storage/criteria/sql.ts';

/**
 * Adds the prices by which lists are sorted. Those that depend on more than the regular price are due: the server computes them.
 */
export const chargedPriceMigration: Migration = {
  name: '010-charged-price',
  async up(db, { decimal }) {
    const table = db.schema.alterTable('catalog_product');
    await table.addColumn('charged_price', sql.raw(decimal), (column) => column.notNull().defaultTo(0)).execute();
    await table.addColumn('charged_until', 'text').execute();
    await sql`update catalog_product set charged_price = coalesce(price, 0),
      charged_until = case when type_id in ('bundle', 'configurable', 'grouped')
        or cast(document as text) like '%special_price%' or cast(document as text) like '%tier_prices%' then '' end
    `.execute(db);
    await db.schema
      .createIndex('catalog_product_charged_price')
      .on('catalog_product')
      .expression(nullsFirst('charged_price'))
      .column('id')
      .execute();
    await db.schema
      .createIndex('catalog_product_charged_until')
      .on('catalog_product')
      .column('charged_until')
      .where('charged_until', 'is not', null)
      .execute();
  },
};
