import { sql, type Generated, type Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import { fold } from '../../storage/sql.ts';

/** Whether a tax class is one of products or of customers. */
export type TaxClassType = 'PRODUCT' | 'CUSTOMER';

interface TaxClassTable {
  class_id: Generated<number>;
  class_name: string;
  class_type: TaxClassType;
}

/** A tax rate for a place. */
export interface TaxRateTable {
  tax_calculation_rate_id: Generated<number>;
  code: string;
  tax_country_id: string;
  /** 0: every region of the country. */
  tax_region_id: number;
  /** Code of the region; null for every region. */
  region_name: string | null;
  /** A postcode, `*` for every one, the start of one with `*` behind it, or `from-to` for a range. */
  tax_postcode: string;
  /** 1 for a range of postcodes, else null; so are its ends. */
  zip_is_range: 1 | null;
  zip_from: number | null;
  zip_to: number | null;
  /** Percent. */
  rate: number;
  /** JSON object: store id → title. */
  titles: string;
}

interface TaxRuleTable {
  tax_calculation_rule_id: Generated<number>;
  code: string;
  priority: number;
  position: number;
  calculate_subtotal: 0 | 1;
}

/** A class of a rule; `place` is its position in the request. */
export interface TaxRuleClassTable {
  rule_id: number;
  class_id: number;
  class_type: TaxClassType;
  place: number;
}

/** A rate of a rule. */
interface TaxRuleRateTable {
  rule_id: number;
  rate_id: number;
  place: number;
}

/** A stored tax rate. */
export type TaxRateRow = Selectable<TaxRateTable>;
/** A stored tax rule. */
export type TaxRuleRow = Selectable<TaxRuleTable>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    tax_class: TaxClassTable;
    tax_calculation_rate: TaxRateTable;
    tax_calculation_rule: TaxRuleTable;
    tax_rule_class: TaxRuleClassTable;
    tax_rule_rate: TaxRuleRateTable;
  }
}

const classes: Migration = {
  name: '001-classes',
  async up(db) {
    await db.schema
      .createTable('tax_class')
      .addColumn('class_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('class_name', 'text', (column) => column.notNull())
      .addColumn('class_type', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('tax_class_name')
      .unique()
      .on('tax_class')
      .column('class_type')
      .expression(fold('class_name'))
      .execute();
  },
};

const rates: Migration = {
  name: '002-rates',
  async up(db, { decimal, document }) {
    await db.schema
      .createTable('tax_calculation_rate')
      .addColumn('tax_calculation_rate_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('tax_country_id', 'text', (column) => column.notNull())
      .addColumn('tax_region_id', 'integer', (column) => column.notNull())
      .addColumn('region_name', 'text')
      .addColumn('tax_postcode', 'text', (column) => column.notNull())
      .addColumn('zip_is_range', 'integer')
      .addColumn('zip_from', 'integer')
      .addColumn('zip_to', 'integer')
      .addColumn('rate', sql.raw(decimal), (column) => column.notNull())
      .addColumn('titles', sql.raw(document), (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('tax_calculation_rate_code')
      .unique()
      .on('tax_calculation_rate')
      .expression(fold('code'))
      .execute();
    await db.schema
      .createIndex('tax_calculation_rate_place')
      .on('tax_calculation_rate')
      .columns(['tax_country_id', 'tax_region_id'])
      .expression(fold('tax_postcode'))
      .execute();
  },
};

const rules: Migration = {
  name: '003-rules',
  async up(db) {
    await db.schema
      .createTable('tax_calculation_rule')
      .addColumn('tax_calculation_rule_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('priority', 'integer', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('calculate_subtotal', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('tax_calculation_rule_code')
      .unique()
      .on('tax_calculation_rule')
      .expression(fold('code'))
      .execute();
    await db.schema
      .createTable('tax_rule_class')
      .addColumn('rule_id', 'integer', (column) =>
        column.notNull().references('tax_calculation_rule.tax_calculation_rule_id').onDelete('cascade'),
      )
      .addColumn('class_id', 'integer', (column) => column.notNull().references('tax_class.class_id'))
      .addColumn('class_type', 'text', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('tax_rule_class_key', ['class_id', 'rule_id'])
      .execute();
    await db.schema
      .createTable('tax_rule_rate')
      .addColumn('rule_id', 'integer', (column) =>
        column.notNull().references('tax_calculation_rule.tax_calculation_rule_id').onDelete('cascade'),
      )
      .addColumn('rate_id', 'integer', (column) =>
        column.notNull().references('tax_calculation_rate.tax_calculation_rate_id'),
      )
      .addColumn('place', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('tax_rule_rate_key', ['rate_id', 'rule_id'])
      .execute();
    for (const table of ['tax_rule_class', 'tax_rule_rate'] as const) {
      await db.schema.createIndex(`${table}_rule`).on(table).columns(['rule_id', 'place']).execute();
    }
  },
};

/** Creates the tables of tax classes, rates and rules. */
export const migrations: readonly Migration[] = [classes, rates, rules];
