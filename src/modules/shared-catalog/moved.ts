import type { Call } from '../../kernel/call.ts';
import { formatTime, readUtcTime } from '../../kernel/time.ts';
import { lockCatalog, lockPublicCatalog, requireCatalog } from './catalogs.ts';
import { checkCatalog, swapPublic, unlessTaken } from './save.ts';
import type { SharedCatalogRow } from './tables.ts';
import { catalogTypes } from './types.ts';

/** A shared catalog of another shop, with the ids that its references have here. */
type MovedCatalog = Pick<SharedCatalogRow, 'name' | 'description' | 'type' | 'store_id' | 'customer_group_id'> & {
  readonly created_at: string | undefined;
};

/** Stores a shared catalog of another shop: a new one, or changes of the one with this id. Returns its id. */
type MovedCatalogWriter = (call: Call, id: number | undefined, catalog: MovedCatalog) => Promise<number>;

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    movedSharedCatalogs: MovedCatalogWriter;
  }
}

/**
 * Stores a catalog of another shop for a customer group that is here already, whose customers and companies stay in it. A public
 * catalog takes the place of the one here. In a transaction. Throws 400 for invalid fields, and where another catalog has the name.
 */
export const storeMovedCatalog: MovedCatalogWriter = async (call, id, { type, created_at, ...columns }) => {
  const shared = await lockPublicCatalog(call);
  const before = id === undefined ? await catalogOfGroup(call, columns.customer_group_id) : await lockCatalog(call, id);
  const createdBy = before?.created_by ?? null;
  await checkCatalog(call, { ...columns, type, created_by: createdBy }, before);
  const entityId = await unlessTaken(columns.name, async () => {
    if (!before) return insertCatalog(call, { ...columns, created_at });
    await call.db.updateTable('shared_catalog').set(columns).where('entity_id', '=', before.entity_id).execute();
    return before.entity_id;
  });
  // A catalog that is public here stays so until another one takes its place.
  if (type === catalogTypes.public && shared.entity_id !== entityId) {
    await swapPublic(call, await requireCatalog(call, entityId), shared);
  }
  return entityId;
};

async function insertCatalog(call: Call, { created_at, ...columns }: Omit<MovedCatalog, 'type'>): Promise<number> {
  const createdAt = readUtcTime(created_at ?? '')?.slice(0, 19) ?? formatTime(call.clock.now());
  const { entity_id } = await call.db
    .insertInto('shared_catalog')
    .values({ ...columns, type: catalogTypes.custom, created_at: createdAt, created_by: null })
    .returning('entity_id')
    .executeTakeFirstOrThrow();
  return entity_id;
}

async function catalogOfGroup({ db }: Call, groupId: number): Promise<SharedCatalogRow | undefined> {
  return db.selectFrom('shared_catalog').selectAll().where('customer_group_id', '=', groupId).executeTakeFirst();
}
