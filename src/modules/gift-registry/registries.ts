import type { Selectable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { decodeDocument } from '../../storage/documents.ts';
import { preparedFirst, type Params } from '../../storage/prepared.ts';
import type { StoredCart } from '../quote/service.ts';
import { hasRegistries } from './configuration.ts';
import { registryErrors } from './errors.ts';
import type { AttributeValues } from './registry-types.ts';
import type { RegistryTable } from './tables.ts';

/** A recipient of the gifts. */
export interface Registrant {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly told: AttributeValues;
}

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
  readonly registrants: readonly Registrant[];
  readonly address: RegistryAddress;
}

/** A registry as stored. */
export type Registry = Omit<Selectable<RegistryTable>, 'document'> & RegistryDocument;

const byId = preparedFirst((db, p: Params<{ id: number }>) =>
  db.selectFrom('gift_registry').selectAll().where('id', '=', p.id),
);

function read({ document, ...row }: Selectable<RegistryTable>): Registry {
  return { ...row, ...decodeDocument<RegistryDocument>(document) };
}

/** The registry with an id; undefined if missing. */
export async function findRegistry(call: Call, id: number): Promise<Registry | undefined> {
  const row = Number.isSafeInteger(id) ? await byId(call.db, { id }) : undefined;
  return row && read(row);
}

/** As `findRegistry`; throws 404 if missing. */
export async function requireRegistry(call: Call, id: number): Promise<Registry> {
  const found = await findRegistry(call, id);
  if (!found) throw registryErrors.unknown();
  return found;
}

/**
 * The registry with an id that a cart may be shipped to: active, on the cart's website, and public or the customer's
 * own. Throws the same 404 for all others, so that it does not reveal existing ids.
 */
export async function registryFor(call: Call, cart: StoredCart, id: number): Promise<Registry> {
  const found = call.config.of(hasRegistries, { storeId: cart.store_id }) ? await findRegistry(call, id) : undefined;
  const isOpen = found?.is_active === 1 && (found.is_public === 1 || found.customer_id === cart.customer_id);
  if (!found || !isOpen || found.website_id !== cart.website_id) throw registryErrors.unknown();
  return found;
}

/** Up to `limit` registries, newest first; `customerId`: only those of this customer. */
export async function listRegistries(call: Call, limit: number, customerId?: number): Promise<Registry[]> {
  const query = call.db.selectFrom('gift_registry').selectAll().orderBy('id', 'desc').limit(limit);
  const rows = await (customerId === undefined ? query : query.where('customer_id', '=', customerId)).execute();
  return rows.map(read);
}
