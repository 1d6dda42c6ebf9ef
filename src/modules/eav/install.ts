import type { Insertable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { OrUndefined } from '../../kernel/fields.ts';
import { zip } from '../../kernel/lists.ts';
import { groupBy } from '../../kernel/narrow.ts';
import type { ContributedRows } from '../../kernel/module.ts';
import attributes from './data/attributes.json' with { type: 'json' };
import options from './data/options.json' with { type: 'json' };
import sets from './data/sets.json' with { type: 'json' };
import { insertRows } from '../../storage/rows.ts';
import {
  flags,
  initialNumbers,
  numbers,
  texts,
  type FlagColumn,
  type NumberColumn,
  type TextColumn,
} from './attribute-columns.ts';
import { attributedType } from './entities.ts';
import type { AttributeDetails } from './records.ts';
import type { Attribute, AttributeScope, BackendType, EntityCode } from './metadata-types.ts';
import type { AttributeGroupTable, AttributeTable } from './tables.ts';

/** One attribute of a fresh installation, as in the data file: false, 0, empty and null values are omitted. */
interface InitialAttribute extends AttributeData {
  readonly attribute_id: number;
  readonly entity_type_id: number;
}

/** An attribute as data files have it. */
interface AttributeData
  extends
    Readonly<Partial<Record<FlagColumn, boolean>>>,
    Readonly<Partial<Record<NumberColumn, number>>>,
    Readonly<Partial<Record<TextColumn, string>>> {
  readonly attribute_code: string;
  readonly backend_type: BackendType;
  readonly scope?: AttributeScope;
  readonly apply_to?: readonly string[];
  readonly validate_rules?: Attribute['validation'];
  readonly is_system?: boolean;
  readonly sort_order?: number;
  readonly multiline_count?: number;
  readonly input_filter?: string;
  readonly data_model?: string;
  readonly is_searchable_in_grid?: boolean;
  readonly forms?: readonly string[];
}

/** An attribute that a module brings, with the labels of its options in order. */
export interface BroughtAttribute extends AttributeData {
  readonly options?: readonly string[];
  /**
   * Code of the group that it stands in, in every set of its entities; in a set without such a group it stands where those come
   * that name none. Without it, the attribute is in no set.
   */
  readonly group?: string;
}

/** Attributes that a module brings to entities of another, while the edition has the module. */
export interface AttributeContribution {
  /** Unique among all: the attributes are written once under it. */
  readonly name: string;
  readonly entity: EntityCode;
  readonly attributes: readonly BroughtAttribute[];
}

/** The rows of attributes that modules bring. */
export function contributedAttributes({ name, entity, attributes: brought }: AttributeContribution): ContributedRows {
  return { name: `attributes of ${name}`, write: (call) => installAttributes(call, entity, brought) };
}

/** The attributes, sets, groups and options of a fresh installation, with the ids that clients know. */
export async function install(call: Call): Promise<void> {
  await insertRows(
    call.db,
    'eav_attribute',
    (attributes as readonly InitialAttribute[]).map((one) =>
      Object.assign(attributeRow(one, one.entity_type_id), { attribute_id: one.attribute_id }),
    ),
  );
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

/** Adds a module's attributes to the existing ones: the database assigns the ids. */
export async function installAttributes(
  call: Call,
  entity: EntityCode,
  brought: readonly BroughtAttribute[],
): Promise<void> {
  const rows = brought.map((one) => attributeRow(one, attributedType(entity).id));
  const ids = await insertRows(call.db, 'eav_attribute', rows, { returning: ['attribute_id'] });
  const savedAttributes = zip(brought, ids);
  const labels = savedAttributes.flatMap(([{ options: list = [] }, { attribute_id }]) =>
    list.map((label, sort_order) => ({ attribute_id, label, labels: '{}', sort_order })),
  );
  await insertRows(call.db, 'eav_attribute_option', labels);
  await placeAttributes(
    call,
    attributedType(entity).id,
    savedAttributes.flatMap(([{ group }, { attribute_id: id }]) => (group === undefined ? [] : [{ id, group }])),
  );
  await call.services.eav.attributeCache.invalidate(call);
}

/** Puts attributes into their groups in every set of an entity type, behind the existing ones. */
async function placeAttributes(
  call: Call,
  typeId: number,
  placed: readonly { readonly id: number; readonly group: string }[],
): Promise<void> {
  if (placed.length === 0) return;
  const groups = await call.db
    .selectFrom('eav_attribute_group as g')
    .innerJoin('eav_attribute_set as s', 's.attribute_set_id', 'g.attribute_set_id')
    .leftJoin('eav_entity_attribute as p', 'p.attribute_group_id', 'g.attribute_group_id')
    .select(['g.attribute_group_id', 'g.attribute_set_id', 'g.attribute_group_code', 'g.default_id', 'g.sort_order'])
    .select(({ fn }) => fn.max('p.sort_order').as('last'))
    .where('s.entity_type_id', '=', typeId)
    .groupBy(['g.attribute_group_id', 'g.attribute_set_id', 'g.attribute_group_code', 'g.default_id', 'g.sort_order'])
    .orderBy('g.default_id', 'desc')
    .orderBy('g.sort_order')
    .execute();
  const rows = [...groupBy(groups, (group) => group.attribute_set_id).values()].flatMap((ofSet) =>
    placed.map(({ id, group: code }, i) => {
      const group = ofSet.find((one) => one.attribute_group_code === code) ?? ofSet[0];
      return {
        attribute_set_id: group.attribute_set_id,
        attribute_group_id: group.attribute_group_id,
        attribute_id: id,
        sort_order: Number(group.last ?? 0) + 1 + i,
      };
    }),
  );
  await insertRows(call.db, 'eav_entity_attribute', rows);
  await call.services.eav.setCache.invalidate(call);
}

function attributeRow(initial: AttributeData, entity_type_id: number): Insertable<AttributeTable> {
  const columns: Partial<Insertable<AttributeTable>> = {};
  for (const name of Object.values(flags)) columns[name] = initial[name] ? 1 : 0;
  for (const name of Object.values(numbers)) columns[name] = initial[name] ?? initialNumbers[name];
  for (const name of Object.values(texts)) columns[name] = initial[name] ?? null;
  const details: OrUndefined<AttributeDetails> = {
    isSystem: initial.is_system,
    sortOrder: initial.sort_order,
    multilineCount: initial.multiline_count,
    inputFilter: initial.input_filter,
    dataModel: initial.data_model,
    isSearchableInGrid: initial.is_searchable_in_grid,
    forms: initial.forms,
  };
  return {
    ...columns,
    entity_type_id,
    attribute_code: initial.attribute_code,
    backend_type: initial.backend_type,
    scope: initial.scope ?? 'global',
    apply_to: initial.apply_to?.join(',') ?? null,
    labels: '{}',
    validation: JSON.stringify(initial.validate_rules ?? {}),
    details: JSON.stringify(details),
  };
}
