import type { Generated, Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import { fold } from '../../storage/sql.ts';
import type { PurchaseOrderState } from './states.ts';

/** A purchase order of a company. Its items, addresses and payment are those of its cart. */
interface PurchaseOrderTable {
  entity_id: Generated<number>;
  /** Number that buyers see. */
  increment_id: string;
  company_id: number;
  /** Id of the customer who placed it. */
  creator_id: number;
  quote_id: number;
  /** See `states.ts`. */
  status: PurchaseOrderState;
  /** Code of the payment method at the time of the purchase order. */
  payment_method: string;
  /** 1: the buyer pays after the approval. */
  is_online: number;
  /** In ten-thousandths of the base currency, as all amounts. */
  base_subtotal: number;
  /** Subtotal less discounts, with shipping and tax. Null for purchase orders of earlier releases. */
  base_value: number | null;
  base_grand_total: number | null;
  order_id: number | null;
  created_at: string;
  updated_at: string;
}
/** A row of `purchase_order`. */
export type PurchaseOrderRow = Selectable<PurchaseOrderTable>;

/** A condition on purchase orders of a company that makes approvals necessary. */
interface PurchaseOrderRuleTable {
  rule_id: Generated<number>;
  company_id: number;
  /** Unique in its company, ignoring case. */
  name: string;
  description: string | null;
  is_enabled: number;
  /** 1: the rule applies to all roles, also to later ones. */
  is_for_all: number;
  attribute: 'GRAND_TOTAL' | 'SHIPPING_INCL_TAX' | 'NUMBER_OF_SKUS';
  operator: 'MORE_THAN' | 'LESS_THAN' | 'MORE_THAN_OR_EQUAL_TO' | 'LESS_THAN_OR_EQUAL_TO';
  /** In ten-thousandths of `currency`, or a number of SKUs. */
  threshold: number;
  /** Null for numbers of SKUs. */
  currency: string | null;
  /** Id of the customer who created it. */
  creator_id: number;
  created_at: string;
  updated_at: string;
}
/** A row of `purchase_order_rule`. */
export type PurchaseOrderRuleRow = Selectable<PurchaseOrderRuleTable>;

/** A role that a rule applies to, or that has to approve. No foreign key: a deleted role does not widen a rule. */
interface PurchaseOrderRuleRoleTable {
  rule_id: number;
  /** 0: the administrator; -1: the manager of the buyer. */
  role_id: number;
  kind: 'buyer' | 'approver';
}

/** An approval that a purchase order needs, with the names of the rule and the role at that time. */
interface PurchaseOrderApprovalTable {
  approval_id: Generated<number>;
  purchase_order_id: number;
  rule_id: number;
  rule_name: string;
  role_id: number;
  role_name: string;
  status: 'pending' | 'approved' | 'rejected';
  /** Id of the customer who decided. */
  customer_id: number | null;
  updated_at: string | null;
}
/** A row of `purchase_order_approval`. */
export type PurchaseOrderApprovalRow = Selectable<PurchaseOrderApprovalTable>;

/** A comment on a purchase order. */
interface PurchaseOrderCommentTable {
  comment_id: Generated<number>;
  purchase_order_id: number;
  creator_id: number;
  comment: string;
  created_at: string;
}
/** A row of `purchase_order_comment`. */
export type PurchaseOrderCommentRow = Selectable<PurchaseOrderCommentTable>;

/** An event in the life of a purchase order. */
interface PurchaseOrderHistoryTable {
  history_id: Generated<number>;
  purchase_order_id: number;
  /** See `history.ts`. */
  activity: string;
  /** Id of the acting customer; null: the shop. */
  customer_id: number | null;
  /** Names of rules, the number of an order, or the reason of a failure. */
  detail: string | null;
  created_at: string;
}
/** A row of `purchase_order_history`. */
export type PurchaseOrderHistoryRow = Selectable<PurchaseOrderHistoryTable>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    purchase_order: PurchaseOrderTable;
    purchase_order_rule: PurchaseOrderRuleTable;
    purchase_order_rule_role: PurchaseOrderRuleRoleTable;
    purchase_order_approval: PurchaseOrderApprovalTable;
    purchase_order_comment: PurchaseOrderCommentTable;
    purchase_order_history: PurchaseOrderHistoryTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-purchase-orders',
    async up(db) {
      await db.schema
        .createTable('purchase_order')
        .addColumn('entity_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('increment_id', 'text', (column) => column.notNull().unique())
        .addColumn('company_id', 'integer', (column) =>
          column.notNull().references('company.entity_id').onDelete('cascade'),
        )
        .addColumn('creator_id', 'integer', (column) => column.notNull())
        .addColumn('quote_id', 'integer', (column) => column.notNull().unique())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('payment_method', 'text', (column) => column.notNull())
        .addColumn('base_subtotal', 'bigint', (column) => column.notNull())
        .addColumn('order_id', 'integer')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('purchase_order_company')
        .on('purchase_order')
        .columns(['company_id', 'creator_id'])
        .execute();
    },
  },
  {
    name: '002-approval-rules',
    async up(db) {
      await db.schema
        .createTable('purchase_order_rule')
        .addColumn('rule_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('company_id', 'integer', (column) =>
          column.notNull().references('company.entity_id').onDelete('cascade'),
        )
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('description', 'text')
        .addColumn('is_enabled', 'integer', (column) => column.notNull())
        .addColumn('is_for_all', 'integer', (column) => column.notNull())
        .addColumn('attribute', 'text', (column) => column.notNull())
        .addColumn('operator', 'text', (column) => column.notNull())
        .addColumn('threshold', 'bigint', (column) => column.notNull())
        .addColumn('currency', 'text')
        .addColumn('creator_id', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('purchase_order_rule_name')
        .unique()
        .on('purchase_order_rule')
        .column('company_id')
        .expression(fold('name'))
        .execute();
      await db.schema
        .createTable('purchase_order_rule_role')
        .addColumn('rule_id', 'integer', (column) =>
          column.notNull().references('purchase_order_rule.rule_id').onDelete('cascade'),
        )
        .addColumn('role_id', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('purchase_order_rule_role_key', ['rule_id', 'kind', 'role_id'])
        .execute();
    },
  },
  {
    name: '003-approvals',
    async up(db) {
      for (const column of ['base_value', 'base_grand_total']) {
        await db.schema.alterTable('purchase_order').addColumn(column, 'bigint').execute();
      }
      await db.schema
        .alterTable('purchase_order')
        .addColumn('is_online', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      const ofPurchaseOrder = (table: string, key: string) =>
        db.schema
          .createTable(table)
          .addColumn(key, 'integer', (column) => column.primaryKey().autoIncrement())
          .addColumn('purchase_order_id', 'integer', (column) =>
            column.notNull().references('purchase_order.entity_id').onDelete('cascade'),
          );
      await ofPurchaseOrder('purchase_order_approval', 'approval_id')
        .addColumn('rule_id', 'integer', (column) => column.notNull())
        .addColumn('rule_name', 'text', (column) => column.notNull())
        .addColumn('role_id', 'integer', (column) => column.notNull())
        .addColumn('role_name', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('customer_id', 'integer')
        .addColumn('updated_at', 'text')
        .execute();
      await ofPurchaseOrder('purchase_order_comment', 'comment_id')
        .addColumn('creator_id', 'integer', (column) => column.notNull())
        .addColumn('comment', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await ofPurchaseOrder('purchase_order_history', 'history_id')
        .addColumn('activity', 'text', (column) => column.notNull())
        .addColumn('customer_id', 'integer')
        .addColumn('detail', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      for (const table of ['purchase_order_approval', 'purchase_order_comment', 'purchase_order_history']) {
        await db.schema.createIndex(`${table}_order`).on(table).column('purchase_order_id').execute();
      }
    },
  },
];
