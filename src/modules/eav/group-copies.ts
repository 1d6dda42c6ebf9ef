import type { Selectable } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { zip } from '../../kernel/lists.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { freeId, insertRows } from '../../storage/rows.ts';

type GroupRow = Selectable<Tables['eav_attribute_group']>;

/**
 * Copies the groups of a set with their attributes into another one. `wantedIds`: ids of copies by the names of groups; a copy has
 * its own if no other group has it.
 */
export async function copyGroups(
  call: Call,
  from: number,
  to: number,
  wantedIds: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  // Last group first, as the reference numbers them.
  const groups = await call.db
    .selectFrom('eav_attribute_group')
    .selectAll()
    .where('attribute_set_id', '=', from)
    .orderBy('sort_order', 'desc')
    .orderBy('attribute_group_id', 'desc')
    .execute();
  const newIds = await insertCopies(call, to, groups, wantedIds);
  const places = await call.db
    .selectFrom('eav_entity_attribute')
    .selectAll()
    .where('attribute_set_id', '=', from)
    .orderBy('entity_attribute_id')
    .execute();
  await insertRows(
    call.db,
    'eav_entity_attribute',
    places.map((place) => ({
      attribute_set_id: to,
      attribute_group_id: valueAt(newIds, place.attribute_group_id),
      attribute_id: place.attribute_id,
      sort_order: place.sort_order,
    })),
  );
}

/** Inserts copies of groups; returns their ids by those of the groups. */
async function insertCopies(
  call: Call,
  to: number,
  groups: readonly GroupRow[],
  wantedIds: ReadonlyMap<string, number>,
): Promise<Map<number, number>> {
  const newIds = new Map<number, number>();
  const others: GroupRow[] = [];
  for (const group of groups) {
    const wantedId = wantedIds.get(group.attribute_group_name ?? '');
    const id = await freeId(call.db, 'eav_attribute_group', 'attribute_group_id', wantedId);
    if (id === undefined) {
      others.push(group);
      continue;
    }
    await insertRows(call.db, 'eav_attribute_group', [{ attribute_group_id: id, ...copyOf(group, to) }]);
    newIds.set(group.attribute_group_id, id);
  }
  // Their automatic ids come behind those.
  const copies = await insertRows(
    call.db,
    'eav_attribute_group',
    others.map((group) => copyOf(group, to)),
    { returning: ['attribute_group_id'] },
  );
  for (const [group, copy] of zip(others, copies)) newIds.set(group.attribute_group_id, copy.attribute_group_id);
  return newIds;
}

function copyOf(group: GroupRow, attribute_set_id: number) {
  const { attribute_group_name, attribute_group_code, sort_order, default_id, tab_group_code } = group;
  return { attribute_set_id, attribute_group_name, attribute_group_code, sort_order, default_id, tab_group_code };
}
