import type { Call } from '../../../kernel/call.ts';
import { personNames } from '../../../kernel/person-names.ts';
import { nextId } from '../../../storage/sequences.ts';
import type { StoredAddress, StoredCustomer } from '../../customer/service.ts';
import type { StoredCart, CartAddress } from '../cart/cart.ts';
import { quoteErrors } from '../errors.ts';
import { isEmail } from './email.ts';
import type { QuoteAddressInput, QuoteAddressOutput } from '../types.ts';

/** An address in a request; absent fields are null. The region's name and code follow from its id. */
export function readAddress(call: Call, sent: QuoteAddressInput, cart: StoredCart, id: number): CartAddress {
  const countryId = sent.country_id || null;
  return {
    ...readRegion(call, sent, countryId),
    id,
    customer_id: cart.customer_id,
    customer_address_id: sent.customer_address_id || null,
    // The e-mail address of a customer's addresses is that of the account.
    email: (cart.customer_id === null && sent.email) || cart.customer_email,
    ...personNames(sent),
    company: sent.company ?? null,
    street: (sent.street ?? []).map(String),
    city: sent.city ?? null,
    postcode: sent.postcode ?? null,
    country_id: countryId,
    telephone: sent.telephone ?? null,
    fax: sent.fax ?? null,
    vat_id: sent.vat_id ?? null,
    same_as_billing: sent.same_as_billing ? 1 : 0,
    save_in_address_book: sent.save_in_address_book ? 1 : 0,
  };
}

/** Checks an address. Throws 400 for an unknown country or a malformed e-mail address. */
export function checkAddress(call: Call, { country_id: countryId, email }: CartAddress): void {
  const isKnown = !countryId || call.services.directory.country(countryId);
  if (!isKnown || (email && !isEmail(email))) throw quoteErrors.addressNotSaved();
}

function readRegion(call: Call, sent: QuoteAddressInput, countryId: string | null) {
  const { directory } = call.services;
  const byId = sent.region_id ? directory.region(sent.region_id) : undefined;
  const code = sent.region_code ?? (typeof sent.region === 'string' ? sent.region : null);
  // An id of 0, or an unknown one, means no region, even if the request has its name or code. Source: recorded carts.
  const byText =
    sent.region_id === undefined && countryId && code ? directory.regionByText(countryId, code) : undefined;
  const region = byId?.country_id === countryId ? byId : byText;
  if (region) return { region: region.name, region_id: region.id, region_code: region.code };
  return { region: sent.region || null, region_id: null, region_code: sent.region_code || sent.region || null };
}

/**
 * An address in a request for a cart, with the id of one of its addresses or a new one. If it names an entry of the
 * customer's address book (`customer_address_id`), the fields of that entry replace all others. Throws for an entry of
 * another customer.
 */
export async function takeAddress(
  call: Call,
  sent: QuoteAddressInput,
  cart: StoredCart,
  id?: number,
): Promise<CartAddress> {
  const { customer_address_id: entryId } = sent;
  const entry = entryId ? await bookEntry(call, cart, entryId) : undefined;
  const addressId = id ?? (await nextId(call.db, 'quote_address'));
  if (!entry) return readAddress(call, sent, cart, addressId);
  const { same_as_billing } = sent;
  return { ...fromBook(call, entry.customer, entry.address, addressId), same_as_billing: same_as_billing ? 1 : 0 };
}

async function bookEntry(call: Call, { customer_id }: StoredCart, id: number) {
  const customer = customer_id === null ? undefined : await call.services.customer.customer(call, customer_id);
  const address = customer?.addresses.find((one) => one.id === id);
  if (!customer || !address) throw quoteErrors.invalidCustomerAddress([id]);
  return { customer, address };
}

/** An entry of a customer's address book as an address of a cart. */
export function fromBook(call: Call, customer: StoredCustomer, address: StoredAddress, id: number): CartAddress {
  const shown = call.services.customer.showAddress(call, address, customer);
  return {
    id,
    customer_id: customer.id,
    customer_address_id: address.id,
    email: customer.email,
    ...personNames(shown),
    company: shown.company ?? null,
    street: shown.street ?? [],
    city: shown.city ?? null,
    region: shown.region?.region ?? null,
    region_id: shown.region_id || null,
    region_code: shown.region?.region_code ?? null,
    postcode: shown.postcode ?? null,
    country_id: shown.country_id ?? null,
    telephone: shown.telephone ?? null,
    fax: shown.fax ?? null,
    vat_id: shown.vat_id ?? null,
    same_as_billing: 0,
    save_in_address_book: 0,
  };
}

/** An address in a response; a required field without a value is null. */
export function showAddress(address: CartAddress): QuoteAddressOutput {
  return {
    ...address,
    region_code: address.region_code ?? address.region,
    street: address.street.length > 0 ? [...address.street] : [''],
  };
}
