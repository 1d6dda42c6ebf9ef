import { sql, type Generated, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '../../kernel/call.ts';
import type { Migration } from '../../kernel/module.ts';
import { fold } from '../../storage/sql.ts';

type Flag = 0 | 1;

/** The coupons that a rule needs, by the interface's number; an unknown name becomes 0. */
export const couponTypes = { none: 1, specific: 2, auto: 3 } as const;

/** A cart price rule: columns for search fields and for the conditions of being active. */
interface RuleTable {
  id: Generated<number>;
  name: string | null;
  description: string | null;
  /** `YYYY-MM-DD`, in the time zone of the store; null: no limit. */
  from_date: string | null;
  to_date: string | null;
  /** 0: any number. It is copied to the coupons; uses of the rule by customers are counted too. */
  uses_per_customer: Generated<number>;
  uses_per_coupon: Generated<number>;
  is_active: Generated<Flag>;
  stop_rules_processing: Generated<Flag>;
  is_advanced: Generated<Flag>;
  sort_order: Generated<number>;
  simple_action: string | null;
  /** Four decimals. */
  discount_amount: Generated<number>;
  discount_qty: number | null;
  discount_step: Generated<number>;
  /** 1: matching items, 2: the whole cart; null: never set. */
  simple_free_shipping: number | null;
  apply_to_shipping: Generated<Flag>;
  times_used: Generated<number>;
  is_rss: Generated<Flag>;
  coupon_type: Generated<number>;
  use_auto_generation: Generated<Flag>;
  /** Document: the conditions and the labels, see `rules/document.ts`. */
  document: string;
  version: number;
}
/** A stored rule. */
export type RuleRow = Selectable<RuleTable>;

/** A website of a rule. */
interface RuleWebsiteTable {
  rule_id: number;
  website_id: number;
}

/** A customer group of a rule. */
interface RuleCustomerGroupTable {
  rule_id: number;
  customer_group_id: number;
}

/** A coupon. */
export interface CouponTable {
  coupon_id: Generated<number>;
  rule_id: number;
  code: string | null;
  /** Null or 0: any number. */
  usage_limit: number | null;
  usage_per_customer: number | null;
  times_used: Generated<number>;
  /** `YYYY-MM-DD HH:MM:SS`; valid until the end of that day. */
  expiration_date: string | null;
  /** 1 for the primary coupon, which the rule itself shows. */
  is_primary: 1 | null;
  created_at: string | null;
  /** 0: made by hand, 1: generated. */
  type: Generated<number>;
}
/** A stored coupon. */
export type CouponRow = Selectable<CouponTable>;

/** How often a customer has used a rule. */
interface RuleCustomerTable {
  rule_id: number;
  customer_id: number;
  times_used: number;
}

/** How often a customer has used a coupon. */
interface CouponUsageTable {
  coupon_id: number;
  customer_id: number;
  times_used: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    salesrule: RuleTable;
    salesrule_website: RuleWebsiteTable;
    salesrule_customer_group: RuleCustomerGroupTable;
    salesrule_coupon: CouponTable;
    salesrule_customer: RuleCustomerTable;
    salesrule_coupon_usage: CouponUsageTable;
  }
}

/** Number columns of a rule that default to 0. */
const zeroColumns = [
  'uses_per_customer',
  'uses_per_coupon',
  'is_active',
  'sort_order',
  'discount_step',
  'apply_to_shipping',
  'times_used',
  'is_rss',
  'use_auto_generation',
] as const;

const rules: Migration = {
  name: '001-rules',
  async up(db, types) {
    let table = db.schema
      .createTable('salesrule')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('name', 'text')
      .addColumn('description', 'text')
      .addColumn('from_date', 'text')
      .addColumn('to_date', 'text')
      .addColumn('simple_action', 'text')
      .addColumn('discount_amount', sql.raw(types.decimal), (column) => column.notNull().defaultTo(0))
      .addColumn('discount_qty', sql.raw(types.decimal))
      .addColumn('simple_free_shipping', 'integer')
      .addColumn('stop_rules_processing', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('is_advanced', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('coupon_type', 'integer', (column) => column.notNull().defaultTo(couponTypes.none))
      .addColumn('document', sql.raw(types.document), (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull());
    for (const name of zeroColumns) table = table.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0));
    await table.execute();
    await db.schema.createIndex('salesrule_active').on('salesrule').columns(['is_active', 'coupon_type']).execute();
    await linkTable(db, 'salesrule_website', 'website_id', 'store_website.id');
    await linkTable(db, 'salesrule_customer_group', 'customer_group_id', 'customer_group.id');
  },
};

/** Creates a table that links rules to something else. */
async function linkTable(db: Kysely<Tables>, name: string, column: string, to: string): Promise<void> {
  await db.schema
    .createTable(name)
    .addColumn('rule_id', 'integer', (c) => c.notNull().references('salesrule.id').onDelete('cascade'))
    .addColumn(column, 'integer', (c) => c.notNull().references(to).onDelete('cascade'))
    .addPrimaryKeyConstraint(`${name}_key`, ['rule_id', column])
    .execute();
  await db.schema.createIndex(`${name}_by_value`).on(name).columns([column, 'rule_id']).execute();
}

const coupons: Migration = {
  name: '002-coupons',
  async up(db) {
    await db.schema
      .createTable('salesrule_coupon')
      .addColumn('coupon_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('rule_id', 'integer', (column) => column.notNull().references('salesrule.id').onDelete('cascade'))
      .addColumn('code', 'text')
      .addColumn('usage_limit', 'integer')
      .addColumn('usage_per_customer', 'integer')
      .addColumn('times_used', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('expiration_date', 'text')
      .addColumn('is_primary', 'integer')
      .addColumn('created_at', 'text')
      .addColumn('type', 'integer', (column) => column.notNull().defaultTo(0))
      .addUniqueConstraint('salesrule_coupon_primary', ['rule_id', 'is_primary'])
      .execute();
    await db.schema
      .createIndex('salesrule_coupon_code')
      .unique()
      .on('salesrule_coupon')
      .expression(fold('code'))
      .execute();
    await usageTable(db, 'salesrule_customer', 'rule_id', 'salesrule.id');
    await usageTable(db, 'salesrule_coupon_usage', 'coupon_id', 'salesrule_coupon.coupon_id');
  },
};

/** Creates a table that counts how often customers have used something. */
async function usageTable(db: Kysely<Tables>, name: string, column: string, of: string): Promise<void> {
  await db.schema
    .createTable(name)
    .addColumn(column, 'integer', (c) => c.notNull().references(of).onDelete('cascade'))
    .addColumn('customer_id', 'integer', (c) => c.notNull().references('customer_entity.id').onDelete('cascade'))
    .addColumn('times_used', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint(`${name}_key`, [column, 'customer_id'])
    .execute();
  await db.schema.createIndex(`${name}_by_customer`).on(name).column('customer_id').execute();
}

export const migrations: readonly Migration[] = [rules, coupons];
