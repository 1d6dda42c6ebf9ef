import type { Selectable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { decodeDocument } from '../../storage/documents.ts';
import { prepared, preparedFirst, type Params } from '../../storage/prepared.ts';
import type { StoredCart } from '../quote/service.ts';
import { hasRegistries } from './configuration.ts';
import { registryErrors } from './errors.ts';
import type { AttributeValues } from './registry-types.ts';
import type { RegistryTable } from './tables.ts';

/** Shipping address of the gifts, in the format of a cart's shipping address. */
export interface RegistryAddress {
  readonly prefix: string | null;
  readonly firstname: string | null;
  readonly middlename: string | null;
  readonly lastname: string | null;
  readonly suffix: string | null;
  readonly company: string | null;
  readonly street: readonly string[];
  readonly city: string | null;
  readonly region: string | null;
  readonly region_id: number | null;
  readonly region_code: string | null;
  readonly postcode: string | null;
  readonly country_id: string | null;
  readonly telephone: string | null;
  readonly fax: string | null;
}

/** The fields of a registry in its document. */
export interface RegistryDocument {
  readonly message: string;
  /** Attribute values of the event. */
  readonly event: AttributeValues;
  readonly address: RegistryAddress;
  /** The entry of the address book that the address was copied from; absent: it was entered for the registry. */
  readonly address_id?: number | undefined;
}

/** A registry as stored. */
export type Registry = Omit<Selectable<RegistryTable>, 'document'> & RegistryDocument;

const byId = preparedFirst((db, p: Params<{ id: number }>) =>
  db.selectFrom('gift_registry').selectAll().where('id', '=', p.id),
);

const byUid = preparedFirst((db, p: Params<{ uid: string }>) =>
  db.selectFrom('gift_registry').selectAll().where('uid', '=', p.uid),
);
const ofCustomer = prepared((db, p: Params<{ customerId: number }>) =>
  db.selectFrom('gift_registry').selectAll().where('customer_id', '=', p.customerId).orderBy('id'),
);

/** A registry from its row. */
export function readRegistry({ document, ...row }: Selectable<RegistryTable>): Registry {
  return { ...row, ...decodeDocument<RegistryDocument>(document) };
}

/** The registry with an id; undefined if missing. */
export async function findRegistry(call: Call, id: number): Promise<Registry | undefined> {
  const row = Number.isSafeInteger(id) ? await byId(call.db, { id }) : undefined;
  return row && readRegistry(row);
}

/** As `findRegistry`; throws 404 if missing. */
export async function requireRegistry(call: Call, id: number): Promise<Registry> {
  const found = await findRegistry(call, id);
  if (!found) throw registryErrors.unknown();
  return found;
}

/** The registry with a public id; undefined if missing. An empty id finds none. */
export async function findRegistryByUid(call: Call, uid: string): Promise<Registry | undefined> {
  const row = uid === '' ? undefined : await byUid(call.db, { uid });
  return row && readRegistry(row);
}

/** The registries of a customer in order of creation. */
export async function registriesOf(call: Call, customerId: number): Promise<Registry[]> {
  return (await ofCustomer(call.db, { customerId })).map(readRegistry);
}

/** Locks a registry against concurrent changes; in a transaction. Throws 404 if it was deleted. */
export async function lockRegistry(call: Call, { id }: Pick<Registry, 'id'>): Promise<void> {
  // A write that changes nothing locks the row on both databases.
  const { numUpdatedRows } = await call.db
    .updateTable('gift_registry')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw registryErrors.unknown();
}

/** Whether a store view has gift registries. */
export function areEnabled(call: Call, storeId: number = call.scope.storeId): boolean {
  return call.config.of(hasRegistries, { storeId });
}

/** Whether the caller is the owner of a registry. */
export function isOwn({ caller }: Call, registry: Registry): boolean {
  return caller.type === 'customer' && caller.id === registry.customer_id;
}

/** Whether everybody on a website may see a registry and ship to it. */
export function isOpenTo(registry: Registry, websiteId: number): boolean {
  return registry.is_active === 1 && registry.is_public === 1 && registry.website_id === websiteId;
}

/**
 * The registry that a cart may be shipped to: active, on the cart's website, and public or the customer's own. Throws
 * the same 404 for all others, so that it does not reveal existing ids.
 */
export function checkShippable(call: Call, cart: StoredCart, registry: Registry | undefined): Registry {
  const isOwn = registry?.is_active === 1 && registry.customer_id === cart.customer_id;
  const isReached = registry && (isOwn || isOpenTo(registry, cart.website_id));
  if (!isReached || registry.website_id !== cart.website_id || !areEnabled(call, cart.store_id)) {
    throw registryErrors.unknown();
  }
  return registry;
}

/** As `checkShippable`, for the registry with an id. */
export async function registryFor(call: Call, cart: StoredCart, id: number): Promise<Registry> {
  return checkShippable(call, cart, await findRegistry(call, id));
}

/** Up to `limit` registries, newest first; `customerId`: only those of this customer. */
export async function listRegistries(call: Call, limit: number, customerId?: number): Promise<Registry[]> {
  const query = call.db.selectFrom('gift_registry').selectAll().orderBy('id', 'desc').limit(limit);
  const rows = await (customerId === undefined ? query : query.where('customer_id', '=', customerId)).execute();
  return rows.map(readRegistry);
}
