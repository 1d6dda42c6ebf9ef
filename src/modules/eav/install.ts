import type { Insertable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
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
import { entityTypeId } from './entities.ts';
import type { AttributeDetails } from './records.ts';
import type { AttributeScope, BackendType, EntityCode } from './metadata-types.ts';
import type { AttributeGroupTable, AttributeTable } from './tables.ts';

/** One attribute of a fresh installation, as in the data file: false, 0, empty and null values are omitted. */
interface InitialAttribute extends AttributeData {
  readonly attribute_id: number;
  readonly entity_type_id: number;
}

/** An attribute as data files have it. */
interface AttributeData {
  readonly attribute_code: string;
  readonly backend_type: string;
  readonly [field: string]: unknown;
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
  const rows = brought.map((one) => attributeRow(one, entityTypeId(entity)));
  const ids = await insertRows(call.db, 'eav_attribute', rows, { returning: ['attribute_id'] });
  const labels = brought.flatMap(({ options: list = [] }, i) =>
    list.map((label, sort_order) => ({ attribute_id: ids[i]!.attribute_id, label, labels: '{}', sort_order })),
  );
  await insertRows(call.db, 'eav_attribute_option', labels);
  await placeAttributes(
    call,
    entityTypeId(entity),
    brought.flatMap(({ group }, i) => (group === undefined ? [] : [{ id: ids[i]!.attribute_id, group }])),
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
  const rows = [...Map.groupBy(groups, (group) => group.attribute_set_id).values()].flatMap((ofSet) =>
    placed.map(({ id, group: code }, i) => {
      const group = ofSet.find((one) => one.attribute_group_code === code) ?? ofSet[0]!;
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
  const columns = Object.fromEntries([
    ...Object.values(flags).map((name) => [name, initial[name] ? 1 : 0]),
    ...Object.values(numbers).map((name) => [name, initial[name] ?? initialNumbers[name]]),
    ...Object.values(texts).map((name) => [name, initial[name] ?? null]),
  ]) as Pick<AttributeTable, FlagColumn | NumberColumn | TextColumn>;
  const details: Partial<AttributeDetails> = {
    isSystem: initial.is_system as boolean | undefined,
    sortOrder: initial.sort_order as number | undefined,
    multilineCount: initial.multiline_count as number | undefined,
    inputFilter: initial.input_filter as string | undefined,
    dataModel: initial.data_model as string | undefined,
    isSearchableInGrid: initial.is_searchable_in_grid as boolean | undefined,
    forms: initial.forms as string[] | undefined,
  };
  return {
    ...columns,
    entity_type_id,
    attribute_code: initial.attribute_code,
    backend_type: initial.backend_type as BackendType,
    scope: (initial.scope as AttributeScope | undefined) ?? 'global',
    apply_to: (initial.apply_to as string[] | undefined)?.join(',') ?? null,
    labels: '{}',
    validation: JSON.stringify(initial.validate_rules ?? {}),
    details: JSON.stringify(details),
  };
}
