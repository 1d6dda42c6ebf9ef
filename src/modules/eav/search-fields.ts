import { sql } from 'kysely';
import type { FieldKind } from '../../storage/criteria/conditions.ts';
import { linkedField, type SearchField } from '../../storage/criteria/fields.ts';
import { flags, numbers, texts } from './attribute-columns.ts';

function fields(kind: FieldKind, names: readonly string[]): Record<string, SearchField> {
  return Object.fromEntries(names.map((name) => [name, { kind, column: `eav_attribute.${name}` }]));
}

/** A column of the places that the attribute has in sets. */
function place(column: string): SearchField {
  return linkedField(
    'integer',
    `p.${column}`,
    (test) =>
      sql`exists (select 1 from eav_entity_attribute p where p.attribute_id = eav_attribute.attribute_id and ${test})`,
  );
}

/** Search and sort fields of lists of attributes: all fields of the wire, and the names of the reference's columns. */
export const attributeFields: Record<string, SearchField> = {
  ...fields('integer', ['attribute_id', 'entity_type_id', ...Object.values(numbers)]),
  ...fields('text', ['attribute_code', 'backend_type', 'scope', 'apply_to', ...Object.values(texts)]),
  ...fields('flag', Object.values(flags)),
  default_frontend_label: { kind: 'text', column: 'eav_attribute.frontend_label' },
  // 0: store, 1: global, 2: website.
  is_global: {
    kind: 'integer',
    column: sql`(case eav_attribute.scope when 'store' then 0 when 'global' then 1 else 2 end)`,
  },
  attribute_set_id: place('attribute_set_id'),
  attribute_group_id: place('attribute_group_id'),
  sort_order: place('sort_order'),
};
