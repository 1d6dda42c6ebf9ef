import { sql, type Generated, type Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A catalog price rule. */
interface CatalogRuleTable {
  id: Generated<number>;
  name: string;
  description: string | null;
  is_active: 0 | 1;
  /** First and last day, `YYYY-MM-DD`, in the time zone of each website; null: no limit. */
  from_date: string | null;
  to_date: string | null;
  /** Rules with a lower number apply first. */
  sort_order: number;
  /** Whether later rules are discarded for a product to which this one applies. */
  stop_rules_processing: 0 | 1;
  /** See `ruleActions`. */
  simple_action: string;
  /** Four decimals. */
  discount_amount: number;
  /** Document: the tree of conditions. */
  document: string;
  version: number;
}
/** A stored rule. */
export type CatalogRuleRow = Selectable<CatalogRuleTable>;

/** A website of a rule. */
interface CatalogRuleWebsiteTable {
  rule_id: number;
  website_id: number;
}

/** A customer group of a rule. */
interface CatalogRuleGroupTable {
  rule_id: number;
  customer_group_id: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    catalogrule: CatalogRuleTable;
    catalogrule_website: CatalogRuleWebsiteTable;
    catalogrule_customer_group: CatalogRuleGroupTable;
  }
}

/** Creates the tables of catalog price rules. */
export const migrations: readonly Migration[] = [
  {
    name: '001-catalog-rules',
    async up({ schema }, { decimal, document }) {
      await schema
        .createTable('catalogrule')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('description', 'text')
        .addColumn('is_active', 'integer', (column) => column.notNull())
        .addColumn('from_date', 'text')
        .addColumn('to_date', 'text')
        .addColumn('sort_order', 'integer', (column) => column.notNull())
        .addColumn('stop_rules_processing', 'integer', (column) => column.notNull())
        .addColumn('simple_action', 'text', (column) => column.notNull())
        .addColumn('discount_amount', sql.raw(decimal), (column) => column.notNull())
        .addColumn('document', sql.raw(document), (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .execute();
      for (const [table, column, to] of [
        ['catalogrule_website', 'website_id', 'store_website.id'],
        ['catalogrule_customer_group', 'customer_group_id', 'customer_group.id'],
      ] as const) {
        await schema
          .createTable(table)
          .addColumn('rule_id', 'integer', (c) => c.notNull().references('catalogrule.id').onDelete('cascade'))
          .addColumn(column, 'integer', (c) => c.notNull().references(to).onDelete('cascade'))
          .addPrimaryKeyConstraint(`${table}_key`, ['rule_id', column])
          .execute();
      }
    },
  },
];
