import type { Call } from '../../../kernel/call.ts';
import { personNames } from '../../../kernel/person-names.ts';
import { nextId } from '../../../storage/sequences.ts';
import type { StoredAddress, StoredCustomer } from '../../customer/service.ts';
import type { StoredCart, CartAddress } from '../cart/cart.ts';
import { quoteErrors } from '../errors.ts';
import { customOf } from './custom-values.ts';
import { isEmail } from './email.ts';
import type { QuoteAddressInput, QuoteAddressOutput } from '../types.ts';

/** An address in a request; absent fields are null. The region's name and code follow from its id. */
export function readAddress(call: Call, input: QuoteAddressInput, cart: StoredCart, id: number): CartAddress {
  const countryId = input.country_id || null;
  return {
    ...readRegion(call, input, countryId),
    id,
    customer_id: cart.customer_id,
    customer_address_id: input.customer_address_id || null,
    // The e-mail address of a customer's addresses is that of the account.
    email: (cart.customer_id === null && input.email) || cart.customer_email,
    ...personNames(input),
    company: input.company ?? null,
    street: (input.street ?? []).map(String),
    city: input.city ?? null,
    postcode: input.postcode ?? null,
    country_id: countryId,
    telephone: input.telephone ?? null,
    fax: input.fax ?? null,
    vat_id: input.vat_id ?? null,
    same_as_billing: input.same_as_billing ? 1 : 0,
    save_in_address_book: input.save_in_address_book ? 1 : 0,
  };
}

/** Checks an address. Throws 400 for an unknown country or a malformed e-mail address. */
export function checkAddress(call: Call, { country_id: countryId, email }: CartAddress): void {
  const isKnown = !countryId || call.services.directory.country(countryId);
  if (!isKnown || (email && !isEmail(email))) throw quoteErrors.addressNotSaved();
}

function readRegion(call: Call, input: QuoteAddressInput, countryId: string | null) {
  const { directory } = call.services;
  const byId = input.region_id ? directory.region(input.region_id) : undefined;
  // An id of 0, or an unknown one, means no region, even if the request has its name or code. Source: recorded carts.
  const byText = input.region_id === undefined && countryId ? regionInText(call, input, countryId) : undefined;
  const region = byId?.country_id === countryId ? byId : byText;
  if (region) return { region: region.name, region_id: region.id, region_code: region.code };
  return { region: input.region || null, region_id: null, region_code: input.region_code || input.region || null };
}

/** The region that the texts of an address name: by an id in the place of the name, by a code, or by a name. */
function regionInText(call: Call, { region, region_code: code }: QuoteAddressInput, countryId: string) {
  const { directory } = call.services;
  const text = code ?? region;
  return (
    directory.regionByWrittenId(countryId, region ?? '') ?? (text ? directory.regionByText(countryId, text) : undefined)
  );
}

/**
 * An address in a request for a cart, with the id of one of its addresses or a new one. If it names an entry of the
 * customer's address book (`customer_address_id`), the fields of that entry replace all others. Throws for an entry of
 * another customer.
 */
export async function takeAddress(
  call: Call,
  input: QuoteAddressInput,
  cart: StoredCart,
  id?: number,
): Promise<CartAddress> {
  const { customer_address_id: entryId } = input;
  const entry = entryId ? await bookEntry(call, cart, entryId) : undefined;
  const addressId = id ?? (await nextId(call.db, 'quote_address'));
  if (!entry) {
    const values = await call.services.customer.readAddressValues(call, input.custom_attributes, cart.store_id);
    return { ...readAddress(call, input, cart, addressId), ...customOf(values) };
  }
  const { same_as_billing } = input;
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
  const fields = call.services.customer.showAddress(call, address, customer);
  return {
    id,
    customer_id: customer.id,
    customer_address_id: address.id,
    email: customer.email,
    ...personNames(fields),
    company: fields.company ?? null,
    street: fields.street ?? [],
    city: fields.city ?? null,
    region: fields.region?.region ?? null,
    region_id: fields.region_id || null,
    region_code: fields.region?.region_code ?? null,
    postcode: fields.postcode ?? null,
    country_id: fields.country_id ?? null,
    telephone: fields.telephone ?? null,
    fax: fields.fax ?? null,
    vat_id: fields.vat_id ?? null,
    same_as_billing: 0,
    save_in_address_book: 0,
    ...customOf(address.custom),
  };
}

/** An address in a response; a required field without a value is null. */
export function showAddress(call: Call, { custom = {}, ...address }: CartAddress): QuoteAddressOutput {
  return {
    ...address,
    custom_attributes: call.services.customer.showValues(custom),
    region_code: address.region_code ?? address.region,
    street: address.street.length > 0 ? [...address.street] : [''],
  };
}
