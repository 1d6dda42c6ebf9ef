import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { Out } from '../../kernel/types.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import type { SharedCatalogRow } from './tables.ts';
import { catalogTypes, type SharedCatalog } from './types.ts';

const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('shared_catalog').selectAll().where(inIds('entity_id', p.ids)),
);

async function findCatalogs(call: Call, ids: readonly number[]): Promise<ReadonlyMap<number, SharedCatalogRow>> {
  return new Map((await byIds(call.db, { ids })).map((row) => [row.entity_id, row]));
}

/** The catalog with an id. Throws 404. */
export async function requireCatalog(call: Call, id: number): Promise<SharedCatalogRow> {
  const row = Number.isSafeInteger(id) ? (await findCatalogs(call, [id])).get(id) : undefined;
  if (!row) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: id });
  return row;
}

/** As `requireCatalog`, and nobody else changes or deletes it before this transaction ends. */
export async function lockCatalog(call: Call, id: number): Promise<SharedCatalogRow> {
  // A write that changes nothing locks the row on both databases.
  if (Number.isSafeInteger(id)) {
    await call.db
      .updateTable('shared_catalog')
      .set((eb) => ({ type: eb.ref('type') }))
      .where('entity_id', '=', id)
      .execute();
  }
  return requireCatalog(call, id);
}

/**
 * Locks the public catalog until this transaction ends. Transactions that lock further catalogs lock this one first, to
 * avoid deadlocks.
 */
export async function lockPublicCatalog(call: Call): Promise<SharedCatalogRow> {
  for (;;) {
    const row = await call.db
      .updateTable('shared_catalog')
      .set((eb) => ({ type: eb.ref('type') }))
      .where('type', '=', catalogTypes.public)
      .returningAll()
      .executeTakeFirst();
    // No row: another transaction has made another catalog public, and this one waited for it.
    if (row) return row;
  }
}

/** The customer group of the public catalog. */
export async function publicGroup(call: Call): Promise<number> {
  const row = await call.db
    .selectFrom('shared_catalog')
    .select('customer_group_id')
    .where('type', '=', catalogTypes.public)
    .executeTakeFirstOrThrow();
  return row.customer_group_id;
}

/** Whether a customer group is that of a catalog. */
export async function isGroupOfCatalog(call: Call, groupId: number): Promise<boolean> {
  const row = await call.db
    .selectFrom('shared_catalog')
    .select('entity_id')
    .where('customer_group_id', '=', groupId)
    .executeTakeFirst();
  return row !== undefined;
}

/** A catalog as the wire has it. */
export function showCatalog(call: Call, { entity_id, ...row }: SharedCatalogRow): Out<typeof SharedCatalog> {
  return {
    id: entity_id,
    ...row,
    tax_class_id: call.services.customer.taxClassIdOf(row.customer_group_id),
  };
}

const fields: Readonly<Record<string, SearchField>> = {
  id: { kind: 'integer', column: 'entity_id', notNull: true },
  entity_id: { kind: 'integer', notNull: true },
  name: { kind: 'text', notNull: true },
  description: { kind: 'text' },
  customer_group_id: { kind: 'integer', notNull: true },
  type: { kind: 'integer', notNull: true },
  created_at: { kind: 'text', notNull: true },
  created_by: { kind: 'integer' },
  store_id: { kind: 'integer', notNull: true },
};

/** Lists catalogs. */
export function listCatalogs(call: Call, criteria: SearchCriteria): Promise<FoundList<SharedCatalogRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('shared_catalog'),
    key: 'entity_id',
    fields: {
      ...fields,
      tax_class_id: { kind: 'integer', column: call.services.customer.groupTaxClass('customer_group_id') },
    },
    load: (on, ids: readonly number[]) => findCatalogs(on, ids),
  });
}
