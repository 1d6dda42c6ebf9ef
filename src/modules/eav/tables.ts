import { sql, type Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import { fold } from '../../storage/sql.ts';
import type { FlagColumn, NumberColumn, TextColumn } from './attribute-columns.ts';
import type { AttributeScope, BackendType } from './metadata-types.ts';

type Flag = 0 | 1;

type AttributeColumns = { [column in FlagColumn]: Generated<Flag> } & {
  [column in NumberColumn]: Generated<number>;
} & {
  [column in TextColumn]: string | null;
};

/** An attribute; every field that lists are searched by is a column. */
export interface AttributeTable extends AttributeColumns {
  attribute_id: Generated<number>;
  entity_type_id: number;
  attribute_code: string;
  backend_type: BackendType;
  scope: AttributeScope;
  /** Product types, joined by commas; null for all of them. */
  apply_to: string | null;
  /** Document: label by store id. */
  labels: string;
  /** Document: validation rules by name. */
  validation: string;
  /** Document: fields of customer attributes only, and further flags. */
  details: string;
}

/** A set of attributes of one entity type. */
export interface AttributeSetTable {
  attribute_set_id: Generated<number>;
  entity_type_id: number;
  attribute_set_name: string;
  sort_order: number;
}

/** A group of attributes within a set. */
export interface AttributeGroupTable {
  attribute_group_id: Generated<number>;
  attribute_set_id: number;
  attribute_group_name: string | null;
  attribute_group_code: string | null;
  sort_order: number;
  /** 1 for the group that attributes come into where none is named. */
  default_id: Flag;
  tab_group_code: string | null;
}

/** The place of an attribute in a set. */
interface EntityAttributeTable {
  entity_attribute_id: Generated<number>;
  attribute_set_id: number;
  attribute_group_id: number;
  attribute_id: number;
  sort_order: number;
}

/** A choice of a select or multiselect attribute. */
interface AttributeOptionTable {
  option_id: Generated<number>;
  attribute_id: number;
  sort_order: number;
  /** Label of the default scope. */
  label: string;
  /** Document: label by store id. */
  labels: string;
  /** 0 text, 1 colour, 2 image, 3 empty; null for options without a swatch. */
  swatch_type: number | null;
  swatch_value: string | null;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    eav_attribute: AttributeTable;
    eav_attribute_set: AttributeSetTable;
    eav_attribute_group: AttributeGroupTable;
    eav_entity_attribute: EntityAttributeTable;
    eav_attribute_option: AttributeOptionTable;
  }
}

/** Integer columns of an attribute in the first migration. */
const numericColumns = [
  'is_required',
  'is_user_defined',
  'is_unique',
  'is_visible',
  'is_searchable',
  'is_filterable',
  'is_filterable_in_search',
  'is_comparable',
  'is_visible_on_front',
  'is_html_allowed_on_front',
  'is_visible_in_advanced_search',
  'is_used_for_promo_rules',
  'is_wysiwyg_enabled',
  'is_used_in_grid',
  'is_visible_in_grid',
  'is_filterable_in_grid',
  'used_in_product_listing',
  'used_for_sort_by',
  'position',
] as const;

const attributeTables: Migration = {
  name: '001-attributes',
  async up(db, types) {
    let table = db.schema
      .createTable('eav_attribute')
      .addColumn('attribute_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('entity_type_id', 'integer', (column) => column.notNull())
      .addColumn('attribute_code', 'text', (column) => column.notNull())
      .addColumn('backend_type', 'text', (column) => column.notNull())
      .addColumn('backend_model', 'text')
      .addColumn('frontend_input', 'text')
      .addColumn('frontend_label', 'text')
      .addColumn('frontend_class', 'text')
      .addColumn('source_model', 'text')
      .addColumn('default_value', 'text')
      .addColumn('note', 'text')
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('search_weight', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('apply_to', 'text')
      .addColumn('labels', sql.raw(types.document), (column) => column.notNull())
      .addColumn('validation', sql.raw(types.document), (column) => column.notNull())
      .addColumn('details', sql.raw(types.document), (column) => column.notNull())
      .addUniqueConstraint('eav_attribute_code', ['entity_type_id', 'attribute_code']);
    for (const name of numericColumns)
      table = table.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0));
    await table.execute();
    await db.schema
      .createTable('eav_attribute_option')
      .addColumn('option_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('attribute_id', 'integer', (column) =>
        column.notNull().references('eav_attribute.attribute_id').onDelete('cascade'),
      )
      .addColumn('sort_order', 'integer', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('labels', sql.raw(types.document), (column) => column.notNull())
      .addColumn('swatch_type', 'integer')
      .addColumn('swatch_value', 'text')
      .execute();
    await db.schema
      .createIndex('eav_attribute_option_order')
      .on('eav_attribute_option')
      .columns(['attribute_id', 'sort_order'])
      .execute();
    await db.schema
      .createIndex('eav_attribute_option_label')
      .on('eav_attribute_option')
      .column('attribute_id')
      .expression(fold('label'))
      .execute();
  },
};

const setTables: Migration = {
  name: '002-attribute-sets',
  async up(db) {
    await db.schema
      .createTable('eav_attribute_set')
      .addColumn('attribute_set_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('entity_type_id', 'integer', (column) => column.notNull())
      .addColumn('attribute_set_name', 'text', (column) => column.notNull())
      .addColumn('sort_order', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('eav_attribute_set_name')
      .unique()
      .on('eav_attribute_set')
      .column('entity_type_id')
      .expression(fold('attribute_set_name'))
      .execute();
    await db.schema
      .createTable('eav_attribute_group')
      .addColumn('attribute_group_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('attribute_set_id', 'integer', (column) =>
        column.notNull().references('eav_attribute_set.attribute_set_id').onDelete('cascade'),
      )
      .addColumn('attribute_group_name', 'text')
      .addColumn('attribute_group_code', 'text')
      .addColumn('sort_order', 'integer', (column) => column.notNull())
      .addColumn('default_id', 'integer', (column) => column.notNull())
      .addColumn('tab_group_code', 'text')
      .addUniqueConstraint('eav_attribute_group_code', ['attribute_set_id', 'attribute_group_code'])
      .execute();
    await db.schema
      .createTable('eav_entity_attribute')
      .addColumn('entity_attribute_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('attribute_set_id', 'integer', (column) =>
        column.notNull().references('eav_attribute_set.attribute_set_id').onDelete('cascade'),
      )
      .addColumn('attribute_group_id', 'integer', (column) =>
        column.notNull().references('eav_attribute_group.attribute_group_id').onDelete('cascade'),
      )
      .addColumn('attribute_id', 'integer', (column) =>
        column.notNull().references('eav_attribute.attribute_id').onDelete('cascade'),
      )
      .addColumn('sort_order', 'integer', (column) => column.notNull())
      .addUniqueConstraint('eav_entity_attribute_place', ['attribute_set_id', 'attribute_id'])
      .execute();
    for (const column of ['attribute_group_id', 'attribute_id'] as const) {
      await db.schema.createIndex(`eav_entity_attribute_${column}`).on('eav_entity_attribute').column(column).execute();
    }
  },
};

export const migrations: readonly Migration[] = [attributeTables, setTables];
