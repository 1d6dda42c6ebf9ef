import type { Insertable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import attributes from './data/attributes.json' with { type: 'json' };
import options from './data/options.json' with { type: 'json' };
import sets from './data/sets.json' with { type: 'json' };
import { insertRows } from '../../storage/rows.ts';
import type { Details } from './records.ts';
import type { AttributeScope, BackendType } from './metadata-types.ts';
import { numericColumns, type AttributeGroupTable, type AttributeTable } from './tables.ts';

/** One attribute of a fresh installation as the data file has it: what is false, 0, empty or null is left out. */
interface InitialAttribute {
  readonly attribute_id: number;
  readonly entity_type_id: number;
  readonly attribute_code: string;
  readonly backend_type: string;
  readonly [field: string]: unknown;
}

const textColumns = [
  'backend_model',
  'frontend_input',
  'frontend_label',
  'frontend_class',
  'source_model',
  'default_value',
  'note',
] as const;
/** The attributes, sets, groups and options of a fresh installation, with the ids that clients know. */
export async function install(call: Call): Promise<void> {
  await insertRows(call.db, 'eav_attribute', (attributes as readonly InitialAttribute[]).map(attributeRow));
  await insertRows(call.db, 'eav_attribute_set', sets.attribute_sets);
  await insertRows(call.db, 'eav_attribute_group', sets.attribute_groups as readonly Insertable<AttributeGroupTable>[]);
  await insertRows(call.db, 'eav_entity_attribute', sets.placements);
  await insertRows(
    call.db,
    'eav_attribute_option',
    options.stored.map(({ option_id, attribute_id, label, sort_order }) => ({
      option_id,
      attribute_id,
      label,
      labels: '{}',
      sort_order,
    })),
  );
  await call.services.eav.attributeCache.invalidate(call);
  await call.services.eav.setCache.invalidate(call);
}

function attributeRow(initial: InitialAttribute): AttributeTable & { attribute_id: number } {
  const text = Object.fromEntries(textColumns.map((name) => [name, initial[name] ?? null]));
  const numbers = Object.fromEntries(numericColumns.map((name) => [name, Number(initial[name] ?? 0)]));
  const details: Partial<Details> = {
    isSystem: initial.is_system as boolean | undefined,
    sortOrder: initial.sort_order as number | undefined,
    multilineCount: initial.multiline_count as number | undefined,
    inputFilter: initial.input_filter as string | undefined,
    dataModel: initial.data_model as string | undefined,
    isSearchableInGrid: initial.is_searchable_in_grid as boolean | undefined,
    forms: initial.forms as string[] | undefined,
  };
  return {
    ...(text as Pick<AttributeTable, (typeof textColumns)[number]>),
    ...(numbers as Pick<AttributeTable, (typeof numericColumns)[number]>),
    attribute_id: initial.attribute_id,
    entity_type_id: initial.entity_type_id,
    attribute_code: initial.attribute_code,
    backend_type: initial.backend_type as BackendType,
    scope: (initial.scope as AttributeScope | undefined) ?? 'global',
    search_weight: (initial.search_weight as number | undefined) ?? 1,
    apply_to: (initial.apply_to as string[] | undefined)?.join(',') ?? null,
    labels: '{}',
    validation: JSON.stringify(initial.validate_rules ?? {}),
    details: JSON.stringify(details),
  } as AttributeTable & { attribute_id: number };
}
