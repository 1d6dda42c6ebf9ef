import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { personNames } from '../../kernel/person-names.ts';
import { insertDocument, updateDocument } from '../../storage/documents.ts';
import { checkLengths } from '../../storage/fit.ts';
import type { StoredAddress, StoredCustomer } from '../customer/service.ts';
import { registryErrors } from './errors.ts';
import { addRegistrants, replaceRegistrants, type Registrant } from './registrants.ts';
import { requireRegistry, type Registry, type RegistryAddress, type RegistryDocument } from './registries.ts';
import { changedValues, requireType, type AttributeValues } from './registry-types.ts';
import { newRegistryUid } from './uids.ts';

/** The fields of an address, without its place in an address book. */
type AddressFields = Omit<StoredAddress, 'id' | 'customer_id'>;

/** Changes of a registry; missing fields stay unchanged. */
export interface RegistryChanges {
  readonly title?: string | undefined;
  readonly message?: string | undefined;
  readonly isPublic?: boolean | undefined;
  readonly isActive?: boolean | undefined;
  /** Changed attribute values of the event. */
  readonly event?: AttributeValues | undefined;
  /** All registrants. */
  readonly registrants?: readonly Registrant[] | undefined;
  /**
   * Id of an entry of the owner's address book, or a validated address; default for a new registry: the default shipping
   * address.
   */
  readonly address?: number | AddressFields | undefined;
}

/**
 * Creates a registry of a customer, on the website of the account; in a transaction. Throws 400, and 404 for an unknown
 * customer.
 */
export async function createRegistry(
  call: Call,
  customerId: number,
  type: string,
  changes: RegistryChanges,
): Promise<Registry> {
  const { code, event } = await requireType(call, type);
  const owner = await call.services.customer.requireCustomer(call, customerId);
  const document: RegistryDocument = {
    message: messageOf(changes.message ?? ''),
    event: changedValues(call, event, changes.event ?? {}),
    ...addressOf(call, owner, changes.address ?? owner.default_shipping),
  };
  const columns = {
    uid: newRegistryUid(),
    type: code,
    customer_id: owner.id,
    website_id: owner.website_id,
    is_public: bit(changes.isPublic ?? true),
    is_active: bit(changes.isActive ?? true),
    title: titleOf(changes.title ?? ''),
    created_at: formatTime(call.clock.now()),
  };
  const id = await insertDocument(call.db, 'gift_registry', columns, document);
  const registry = await requireRegistry(call, id);
  await addRegistrants(call, registry, changes.registrants ?? []);
  return registry;
}

/** Changes a registry that was read in this transaction. Throws 400. */
export async function changeRegistry(call: Call, registry: Registry, changes: RegistryChanges): Promise<void> {
  const { title, is_public, is_active, message, address, address_id } = registry;
  const { event } = await requireType(call, registry.type);
  const owner = await call.services.customer.requireCustomer(call, registry.customer_id);
  const document: RegistryDocument = {
    message: changes.message === undefined ? message : messageOf(changes.message),
    event: changedValues(call, event, changes.event ?? {}, registry.event),
    ...(changes.address === undefined ? { address, address_id } : addressOf(call, owner, changes.address)),
  };
  const columns = {
    is_public: changes.isPublic === undefined ? is_public : bit(changes.isPublic),
    is_active: changes.isActive === undefined ? is_active : bit(changes.isActive),
    title: changes.title === undefined ? title : titleOf(changes.title),
  };
  await updateDocument(call.db, 'gift_registry', registry, columns, document);
  if (changes.registrants) await replaceRegistrants(call, registry, changes.registrants);
}

/** Deletes a registry with its items; in a transaction. */
export async function deleteRegistry(call: Call, { id }: Registry): Promise<void> {
  await call.db.deleteFrom('gift_registry').where('id', '=', id).execute();
}

/** Deletes the registries of a customer; in a transaction. */
export async function deleteRegistriesOf(call: Call, customerId: number): Promise<void> {
  await call.db.deleteFrom('gift_registry').where('customer_id', '=', customerId).execute();
}

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

function titleOf(title: string): string {
  if (title.trim() === '') throw registryErrors.required(['Event']);
  checkLengths({ title }, { title: 255 });
  return title.trim();
}

/** Greatest length of the message of the owner, in characters. */
const LONGEST_MESSAGE = 10_000;

function messageOf(message: string): string {
  checkLengths({ message }, { message: LONGEST_MESSAGE });
  return message;
}

/** The address from its fields, or from an entry of the owner's address book. Throws 400 if the entry is missing. */
function addressOf(
  call: Call,
  owner: StoredCustomer,
  choice: number | AddressFields | null,
): Pick<RegistryDocument, 'address' | 'address_id'> {
  if (typeof choice === 'object' && choice !== null) return { address: registryAddress(call, choice) };
  const entry = owner.addresses.find((one) => one.id === choice);
  if (!entry) throw registryErrors.noAddress([choice ?? 'default']);
  return { address: registryAddress(call, entry), address_id: entry.id };
}

function registryAddress(call: Call, fields: AddressFields): RegistryAddress {
  const { company, street, city, region, region_id, postcode, country_id, telephone, fax } = fields;
  const known = region_id ? call.services.directory.region(region_id) : undefined;
  return {
    ...personNames(fields),
    company,
    street,
    city,
    region,
    region_id: region_id || null,
    region_code: known?.code ?? region,
    postcode,
    country_id,
    telephone,
    fax,
  };
}
