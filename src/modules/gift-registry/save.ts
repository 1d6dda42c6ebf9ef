import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { personNames } from '../../kernel/person-names.ts';
import { insertDocument, updateDocument } from '../../storage/documents.ts';
import { checkLengths } from '../../storage/fit.ts';
import type { StoredCustomer } from '../customer/service.ts';
import { mostRegistrants } from './configuration.ts';
import { registryErrors } from './errors.ts';
import type { Registrant, Registry, RegistryAddress, RegistryDocument } from './registries.ts';
import { checkTold, requireType, type AttributeValues } from './registry-types.ts';

/** Changes of a registry; missing fields stay unchanged. */
export interface RegistryChanges {
  readonly title?: string | undefined;
  readonly message?: string | undefined;
  readonly isPublic?: boolean | undefined;
  readonly isActive?: boolean | undefined;
  readonly event?: AttributeValues | undefined;
  readonly registrants?: readonly Registrant[] | undefined;
  /** Id of an entry of the owner's address book; default for a new registry: the default shipping address. */
  readonly addressId?: number | undefined;
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
): Promise<number> {
  const { code } = requireType(type);
  const owner = await call.services.customer.requireCustomer(call, customerId);
  const document = checkDocument(call, code, {
    message: changes.message ?? '',
    event: changes.event ?? {},
    registrants: changes.registrants ?? [],
    address: addressOf(call, owner, changes.addressId ?? owner.default_shipping),
  });
  const columns = {
    type: code,
    customer_id: owner.id,
    website_id: owner.website_id,
    is_public: bit(changes.isPublic ?? true),
    is_active: bit(changes.isActive ?? true),
    title: titleOf(changes.title ?? ''),
    created_at: formatTime(call.clock.now()),
  };
  return insertDocument(call.db, 'gift_registry', columns, document);
}

/** Changes a registry that was read in this transaction. Throws 400. */
export async function changeRegistry(call: Call, registry: Registry, changes: RegistryChanges): Promise<void> {
  const { type, title, is_public, is_active, message, event, registrants, address } = registry;
  const owner = await call.services.customer.requireCustomer(call, registry.customer_id);
  const document = checkDocument(call, type, {
    message: changes.message ?? message,
    event: { ...event, ...changes.event },
    registrants: changes.registrants ?? registrants,
    address: changes.addressId === undefined ? address : addressOf(call, owner, changes.addressId),
  });
  const columns = {
    is_public: changes.isPublic === undefined ? is_public : bit(changes.isPublic),
    is_active: changes.isActive === undefined ? is_active : bit(changes.isActive),
    title: changes.title === undefined ? title : titleOf(changes.title),
  };
  await updateDocument(call.db, 'gift_registry', registry, columns, document);
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

/** The validated document of a registry of a type. Throws 400 for invalid values. */
function checkDocument(call: Call, type: string, document: RegistryDocument): RegistryDocument {
  const { event, registrant } = requireType(type);
  const most = call.config.of(mostRegistrants);
  if (document.registrants.length === 0) throw registryErrors.noRegistrant();
  if (document.registrants.length > most) throw registryErrors.tooManyRegistrants([most]);
  return {
    ...document,
    event: checkTold(call, event, document.event),
    registrants: document.registrants.map((one) => {
      if (!call.services.customer.isEmailAddress(one.email)) throw registryErrors.invalid(['Email', one.email]);
      return { ...one, told: checkTold(call, registrant, one.told) };
    }),
  };
}

/** The current entry of the owner's address book. Throws 400 if missing. */
function addressOf(call: Call, owner: StoredCustomer, id: number | null): RegistryAddress {
  const entry = owner.addresses.find((one) => one.id === id);
  if (!entry) throw registryErrors.noAddress([id ?? 'default']);
  const addressView = call.services.customer.showAddress(call, entry, owner);
  return {
    ...personNames(addressView),
    company: addressView.company ?? null,
    street: addressView.street ?? [],
    city: addressView.city ?? null,
    region: addressView.region?.region ?? null,
    region_id: addressView.region_id || null,
    region_code: addressView.region?.region_code ?? null,
    postcode: addressView.postcode ?? null,
    country_id: addressView.country_id ?? null,
    telephone: addressView.telephone ?? null,
    fax: addressView.fax ?? null,
  };
}
