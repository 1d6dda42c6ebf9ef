import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { FieldKind } from '../../../storage/criteria/conditions.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import type { SqlValue } from '../../../storage/criteria/sql.ts';
import type { Attribute } from '../../eav/service.ts';
import { isCategoryValue } from './change.ts';
import { textIn, urlPath } from './sql.ts';

/** Search fields for the place of a category; `c` is the category in the queries of lists. */
const columns: Readonly<Record<string, SearchField>> = {
  entity_id: { kind: 'integer', column: 'c.id', notNull: true },
  id: { kind: 'integer', column: 'c.id', notNull: true },
  parent_id: { kind: 'integer', column: 'c.parent_id', notNull: true },
  path: { kind: 'code', column: 'c.path', notNull: true },
  level: { kind: 'integer', column: 'c.level', notNull: true },
  position: { kind: 'integer', column: 'c.position', notNull: true },
  children_count: { kind: 'integer', column: 'c.children_count', notNull: true },
  created_at: { kind: 'time', column: 'c.created_at', notNull: true },
  updated_at: { kind: 'time', column: 'c.updated_at', notNull: true },
};

/** Attributes whose values of scope 0 are columns of the category. */
const columnCodes = new Set(['name', 'is_active', 'is_anchor', 'url_key']);

/**
 * The search fields of categories: their place in the tree, and every attribute as the call's store view shows it; `o` has the
 * values that the store view overrides.
 */
export function categoryFields(call: Call): (name: string) => SearchField | undefined {
  const { byCode } = call.services.eav.current('catalog_category');
  return (name) => {
    if (Object.hasOwn(columns, name)) return columns[name];
    if (name === 'url_path') return { kind: 'text', column: urlPath(call.scope.storeId) };
    const attribute = byCode.get(name);
    return attribute && isCategoryValue(attribute) ? attributeField(attribute) : undefined;
  };
}

function attributeField(attribute: Attribute): SearchField {
  const kind = categoryFieldKind(attribute);
  const inherited = columnCodes.has(attribute.code)
    ? sql`cast(${sql.ref(`c.${attribute.code}`)} as text)`
    : textIn('c.document', attribute.code);
  const text: SqlValue = sql`coalesce(${textIn('o.document', attribute.code)}, ${inherited})`;
  return { kind, column: typed(kind, text) };
}

function typed(kind: FieldKind, text: SqlValue): SqlValue {
  if (kind === 'flag' || kind === 'integer') return sql`cast(${text} as bigint)`;
  return kind === 'number' ? sql`cast(${text} as double precision)` : text;
}

function categoryFieldKind({ backendType, sourceModel }: Attribute): FieldKind {
  switch (backendType) {
    case 'int':
      return sourceModel?.endsWith('\\Boolean') ? 'flag' : 'integer';
    case 'decimal':
      return 'number';
    case 'datetime':
      return 'time';
    default:
      return 'text';
  }
}
