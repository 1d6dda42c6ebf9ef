import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { linkedField, type FieldFilter, type SearchField } from '../../../storage/criteria/fields.ts';
import type { FieldKind } from '../../../storage/criteria/conditions.ts';
import type { SqlTruth, SqlValue } from '../../../storage/criteria/sql.ts';
import { inIdSet } from '../../../storage/sql.ts';
import type { Attribute } from '../../eav/service.ts';
import { isOwnValue } from './change.ts';
import { indexedText, isNumeric } from './index-rows.ts';
import { isColumnAttribute, levelOf, priceLevel } from './product.ts';
import { chargedPriceIn } from './website-sales.ts';

/** Fields that are columns of the product; `p` is the product in the queries of lists. */
const columns: Readonly<Record<string, SearchField>> = {
  entity_id: { kind: 'integer', column: 'p.id', notNull: true },
  id: { kind: 'integer', column: 'p.id', notNull: true },
  sku: { kind: 'text', column: 'p.sku', notNull: true },
  type_id: { kind: 'text', column: 'p.type_id', notNull: true },
  attribute_set_id: { kind: 'integer', column: 'p.attribute_set_id', notNull: true },
  created_at: { kind: 'time', column: 'p.created_at', notNull: true },
  updated_at: { kind: 'time', column: 'p.updated_at', notNull: true },
  has_options: { kind: 'flag', column: 'p.has_options', notNull: true },
  required_options: { kind: 'flag', column: 'p.required_options', notNull: true },
};

/** The products that a category shows: its own, and those of the categories below an anchor category, as in the interface. */
const categoryField = linkedField(
  'integer',
  's.category_id',
  (test) => sql`p.id in (select s.product_id from category_shown s where ${test})`,
);

// Most products are on a website, so each product is checked.
const websiteField = linkedField(
  'integer',
  'w.website_id',
  (test) => sql`exists (select 1 from catalog_product_website w where w.product_id = p.id and ${test})`,
);

/** Products of the store view's website; store 0: all products. */
const storeField: SearchField = {
  kind: 'integer',
  order: false,
  filter: ({ value }, call) => {
    const view = call.services.store.view(/^\d+$/.test(value) ? Number(value) : value);
    if (view?.id === 0) return sql`1 = 1`;
    const websiteId = view?.website_id ?? 0;
    return sql`exists (select 1 from catalog_product_website w where w.product_id = p.id and w.website_id = ${websiteId})`;
  },
};

/**
 * The search fields of products: columns, every attribute as `storeId` shows it, links, fields of other modules, and the position
 * in the categories to which the list is narrowed.
 */
export function productFields(
  call: Call,
  storeId: number,
  categoryIds: readonly number[],
): (name: string) => SearchField | undefined {
  const extensions = call.contributions.productExtensions.map((extension) => extension.searchFields ?? {});
  return (name) => {
    if (Object.hasOwn(columns, name)) return columns[name];
    const added = extensions.find((fields) => Object.hasOwn(fields, name));
    if (added) return added[name];
    switch (name) {
      case 'category_id':
      case 'category_ids':
        return categoryField;
      case 'website_id':
        return websiteField;
      case 'store_id':
      case 'store':
        return storeField;
      case 'position':
        return positionField(categoryIds);
      default: {
        const attribute = call.services.eav.current('catalog_product').byCode.get(name);
        return attribute && isOwnValue(attribute) ? attributeField(call, attribute, storeId) : undefined;
      }
    }
  };
}

/** Categories whose ids are parameters of their own: each may stand for another one in each run. */
const FEW_CATEGORIES = 20;

/** The position in the categories to which the list is narrowed; without such a filter, in any category. */
function positionField(categoryIds: readonly number[]): SearchField {
  if (categoryIds.length > FEW_CATEGORIES) {
    const column: SqlValue = sql`(select min(case when ${inIdSet('c.category_id', categoryIds)} then c.position end)
      from category_product c where c.product_id = p.id)`;
    return { kind: 'integer', column, newestFirst: true };
  }
  const ids = sql.join(categoryIds.map((id) => sql`${id}`));
  const within = categoryIds.length > 0 ? sql`and c.category_id in (${ids})` : sql``;
  const column: SqlValue = sql`(select min(c.position) from category_product c where c.product_id = p.id ${within})`;
  return { kind: 'integer', column, newestFirst: true };
}

/** Whether a store view overrides a field in some product. */
export function isOverridden(call: Call, field: string, storeId: number): boolean {
  const attribute = call.services.eav.current('catalog_product').byCode.get(field);
  return attribute !== undefined && isOwnValue(attribute) && hasOverrides(call, attribute, storeId);
}

/** As `isOverridden`, for an attribute. */
export function hasOverrides(call: Call, attribute: Attribute | undefined, storeId: number): boolean {
  return (
    attribute !== undefined &&
    storeId !== 0 &&
    levelOf(attribute, priceLevel(call)) !== 'global' &&
    call.services.listing.overriddenAttributes.current.has(`${attribute.id}:${storeId}`)
  );
}

/** A search field of the values that a store view shows of an attribute. */
function attributeField(call: Call, attribute: Attribute, storeId: number): SearchField {
  const kind = productFieldKind(attribute);
  const base = baseOf(attribute);
  // Most attributes are overridden nowhere: then the values of scope 0 are all, and their indexes can be used for sorting.
  if (!hasOverrides(call, attribute, storeId)) {
    // In a store view, the price is the price for its visitors.
    const isCharged = attribute.code === 'price' && storeId !== 0 && !isOverridden(call, 'special_price', storeId);
    return { kind, column: base.column, filter: base.filter, ...(isCharged ? { order: chargedPriceIn } : {}) };
  }
  const override = rowsOf(attribute, storeId);
  const hasOwn: SqlTruth = sql`exists (select 1 from catalog_product_index o
    where o.product_id = p.id and o.attribute_id = ${attribute.id} and o.store_id = ${storeId})`;
  return {
    kind,
    column: sql`coalesce(${override.column}, ${base.folded})`,
    filter: (filter) =>
      filter.type === 'null'
        ? sql`not ${hasOwn} and ${base.filter(filter)}`
        : sql`${override.filter(filter)} or (not ${hasOwn} and ${base.filter(filter)})`,
  };
}

/** The source of an attribute's values in one scope. */
interface Source {
  readonly column: SqlValue;
  /** The column in the form in which rows of store views have it. */
  readonly folded: SqlValue;
  readonly filter: (filter: FieldFilter) => SqlTruth;
}

/**
 * Columns of whole numbers. PostgreSQL knows how many rows have a value only where it is compared as one: with estimates of one row
 * for all products that are enabled and visible, it joined them to the hits of a search one by one.
 */
const wholeNumbers: ReadonlySet<string> = new Set(['status', 'visibility']);

function productFieldKind(attribute: Attribute): FieldKind {
  if (attribute.code === 'name') return 'text';
  if (wholeNumbers.has(attribute.code)) return 'integer';
  if (attribute.frontendInput === 'boolean') return 'flag';
  if (isNumeric(attribute)) return 'number';
  return kindOfText(attribute);
}

function baseOf(attribute: Attribute): Source {
  if (!isColumnAttribute(attribute.code)) return rowsOf(attribute, 0);
  const column: SqlValue = sql.ref(`p.${attribute.code}`);
  return { column, folded: column, filter: ({ on }) => on(column) };
}

/** The values of an attribute in the search index, in one scope. */
function rowsOf(attribute: Attribute, storeId: number): Source {
  const value = valueOf(attribute);
  const rows = sql`catalog_product_index i where i.attribute_id = ${attribute.id} and i.store_id = ${storeId}`;
  const matching = (test: SqlTruth): SqlTruth => sql`p.id in (select i.product_id from ${rows} and ${test})`;
  const any = matching(sql`1 = 1`);
  const column: SqlValue = sql`(select ${value} from ${rows} and i.product_id = p.id)`;
  return {
    column,
    folded: column,
    filter: (filter) => {
      if (filter.type === 'null') return sql`not ${any}`;
      if (filter.type === 'notnull') return any;
      // Names of store views are in lower case here, unlike those of scope 0.
      const test = filter.on(value, isNumeric(attribute) ? {} : { kind: kindOfText(attribute) });
      const isLong = attribute.backendType === 'text' && filter.type === 'eq';
      return matching(
        isLong ? sql`i.text_value = ${filter.derived((text) => indexedText(attribute, text))} and ${test}` : test,
      );
    },
  };
}

function valueOf(attribute: Attribute): SqlValue {
  if (isNumeric(attribute)) return sql.ref('i.number_value');
  return attribute.backendType === 'text' ? sql`coalesce(i.long_text, i.text_value)` : sql.ref('i.text_value');
}

function kindOfText(attribute: Attribute): FieldKind {
  return attribute.backendType === 'datetime' ? 'time' : 'code';
}
