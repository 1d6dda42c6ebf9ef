import type { Call } from '../../../kernel/call.ts';
import {
  deprecated,
  extendType,
  inputTypes,
  mutations,
  objectType,
  ofReleases,
  valueTypes,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { defined } from '../../../kernel/fields.ts';
import { uidOf } from '../../../kernel/uids.ts';
import { pageInfo, readAskedPage } from '../../../storage/criteria/pages.ts';
import { optionalPostcodeCountries, regionCountries } from '../../directory/configuration.ts';
import { deleteAddress, findAddress } from '../addresses/addresses.ts';
import type { AddressFields } from '../addresses/address.ts';
import { readAddress } from '../addresses/read.ts';
import { readRegion } from '../addresses/region.ts';
import type { AddressInput } from '../addresses/types.ts';
import { updateCustomer } from '../accounts/update.ts';
import { addAddress } from '../customers/add-address.ts';
import { getCustomer } from '../customers/load.ts';
import { sentValues, shownValues } from './custom-attributes.ts';
import { graphqlCustomerErrors } from './errors.ts';
import type { CustomerAddressSource } from './types.ts';

const values = valueTypes({
  CustomerAddressAttribute: { attribute_code: 'String', value: 'String' },
  CustomerAddressRegion: { region: 'String', region_code: 'String', region_id: 'Int' },
});

const pageValues = valueTypes({
  CustomerAddresses: { items: '[CustomerAddress]', page_info: 'SearchResultPageInfo', total_count: 'Int' },
});

const inputs = inputTypes({
  CustomerAddressAttributeInput: { attribute_code: 'String!', value: 'String!' },
  CustomerAddressInput: {
    city: 'String',
    company: 'String',
    country_code: 'CountryCodeEnum',
    country_id: 'CountryCodeEnum',
    custom_attributes: '[CustomerAddressAttributeInput]',
    custom_attributesV2: '[AttributeValueInput]',
    default_billing: 'Boolean',
    default_shipping: 'Boolean',
    fax: 'String',
    firstname: 'String',
    lastname: 'String',
    middlename: 'String',
    postcode: 'String',
    prefix: 'String',
    region: 'CustomerAddressRegionInput',
    street: '[String]',
    suffix: 'String',
    telephone: 'String',
    vat_id: 'String',
  },
  CustomerAddressRegionInput: { region: 'String', region_code: 'String', region_id: 'Int' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes
    extends ValueTypesOf<typeof values>, ValueTypesOf<typeof pageValues>, InputTypesOf<typeof inputs> {
    CustomerAddress: CustomerAddressSource;
  }
}

const addressType = objectType('CustomerAddress', (t) => {
  const text = (
    name:
      | 'city'
      | 'company'
      | 'fax'
      | 'firstname'
      | 'lastname'
      | 'middlename'
      | 'postcode'
      | 'prefix'
      | 'suffix'
      | 'telephone'
      | 'vat_id',
  ) => t.field('String', ({ address }) => address[name]);
  return {
    city: text('city'),
    company: text('company'),
    country_code: t.field('CountryCodeEnum', ({ address }) => address.country_id),
    country_id: deprecated(
      'Use `country_code`.',
      t.field('String', ({ address }) => address.country_id),
    ),
    custom_attributes: deprecated(
      'Use `custom_attributesV2`.',
      t.field('[CustomerAddressAttribute]', () => []),
    ),
    custom_attributesV2: t.field(
      '[AttributeValueInterface]!',
      { attributeCodes: '[ID!]' },
      ({ address }, { attributeCodes }, call) => shownValues(call, 'customer_address', address.custom, attributeCodes),
    ),
    customer_id: deprecated(
      'It is that of the customer.',
      t.field('Int', ({ customer }) => customer.id),
    ),
    default_billing: t.field('Boolean', ({ address, customer }) => customer.default_billing === address.id),
    default_shipping: t.field('Boolean', ({ address, customer }) => customer.default_shipping === address.id),
    extension_attributes: t.field('[CustomerAddressAttribute]', () => []),
    fax: text('fax'),
    firstname: text('firstname'),
    id: t.field('Int', ({ address }) => address.id),
    lastname: text('lastname'),
    middlename: text('middlename'),
    postcode: text('postcode'),
    prefix: text('prefix'),
    region: t.field('CustomerAddressRegion', ({ address: { region, region_id: id } }, _, call) => ({
      region,
      region_id: id ?? 0,
      region_code: (id ? call.services.directory.region(id)?.code : undefined) ?? region,
    })),
    region_id: t.field('Int', ({ address }) => address.region_id ?? 0),
    street: t.field('[String]', ({ address }) => address.street),
    suffix: text('suffix'),
    telephone: text('telephone'),
    uid: t.field('ID!', ({ address }) => uidOf(address.id)),
    vat_id: text('vat_id'),
  };
});

/** Addresses page by page. */
const addressPages = ofReleases({ release: '2.4.8' }, [
  pageValues,
  extendType('Customer', (t) => ({
    addressesV2: t.field(
      'CustomerAddresses',
      { currentPage: 'Int = 1', pageSize: 'Int = 5' },
      async ({ customer }, { currentPage, pageSize }) => {
        const asked = readAskedPage(currentPage, pageSize);
        const first = (asked.page - 1) * asked.pageSize;
        const { addresses } = customer;
        return {
          items: addresses.slice(first, first + asked.pageSize).map((address) => ({ address, customer })),
          page_info: await pageInfo(asked, async () => addresses.length),
          total_count: addresses.length,
        };
      },
    ),
  })),
]);

type SentAddress = GraphQLTypes['CustomerAddressInput'];

/** Fields that every address has. */
const needed = ['firstname', 'lastname', 'street', 'city', 'telephone', 'country_code'] as const;

/** An address of a storefront as input of the customer module; missing fields are omitted. */
async function asInput(call: Call, input: SentAddress): Promise<AddressInput> {
  const { country_code, country_id, custom_attributes: old, custom_attributesV2, region, street, ...others } = input;
  const country = country_code ?? country_id;
  const custom = await sentValues(call, 'customer_address', custom_attributesV2, old);
  return {
    ...defined(others),
    ...(country != null && { country_id: country }),
    ...(street && { street: street.map((line) => line ?? '') }),
    ...(region && { region: asRegion(region), ...(region.region_id != null && { region_id: region.region_id }) }),
    ...(custom && { custom_attributes: custom }),
  };
}

function asRegion({ region, region_code, region_id }: NonNullable<SentAddress['region']>) {
  return {
    ...(region != null && { region }),
    ...(region_code != null && { region_code }),
    ...(region_id != null && { region_id }),
  } as NonNullable<AddressInput['region']>;
}

function checkNeeded(call: Call, input: SentAddress): void {
  const country = input.country_code ?? input.country_id;
  const withoutPostcode = call.config.of(optionalPostcodeCountries, { storeId: call.scope.storeId });
  const isPostcodeNeeded = !withoutPostcode.includes(country ?? '');
  const isEmpty = (name: (typeof needed)[number] | 'postcode'): boolean => {
    const value = name === 'country_code' ? country : input[name];
    return value == null || value === '' || (Array.isArray(value) && value.every((line) => !line));
  };
  const missing = [...needed, ...(isPostcodeNeeded ? (['postcode'] as const) : [])].filter(isEmpty);
  if (missing.length > 0) throw graphqlCustomerErrors.missing([missing.join(', ')]);
}

/**
 * Checks the region of an address. Storefronts need one from the list where the country requires a region, unlike REST.
 * `before`: the address before the change.
 */
function checkRegion(call: Call, input: AddressInput, before?: AddressFields): void {
  const { directory } = call.services;
  const country = input.country_id ?? before?.country_id ?? '';
  const { region_id } = readRegion(call, input, country, before);
  const known = region_id ? directory.region(region_id) : undefined;
  const code = input.region?.region_code;
  const isWrong = known?.country_id !== country || (code && code !== known.code);
  if (region_id && isWrong) throw graphqlCustomerErrors.regionWrong();
  const needsRegion = call.config.of(regionCountries, { storeId: call.scope.storeId })?.includes(country);
  const isRequired = needsRegion && directory.regions(country).length > 0;
  if (isRequired && !region_id) throw graphqlCustomerErrors.regionMissing();
}

/** An address of the caller, by id. Throws for an unknown one and for that of another customer. */
async function requireOwn(call: Call, id: number, idInError: number | string): Promise<CustomerAddressSource> {
  const found = await findAddress(call, id);
  if (!found) throw graphqlCustomerErrors.noAddress([idInError]);
  if (found.address.customer_id !== call.caller.id) throw graphqlCustomerErrors.notOwnAddress([idInError]);
  return { address: found.address, customer: await getCustomer(call, call.caller.id) };
}

async function sourceOf(call: Call, id: number): Promise<CustomerAddressSource> {
  const customer = await getCustomer(call, call.caller.id);
  const address = customer.addresses.find((one) => one.id === id);
  return { customer, address: invariant(address, 'the caller has the saved address') };
}

/** A validated address from a storefront's input, outside of an address book. Throws as `createCustomerAddress`. */
export async function readStorefrontAddress(call: Call, addressInput: SentAddress): Promise<AddressFields> {
  checkNeeded(call, addressInput);
  const input = await asInput(call, addressInput);
  checkRegion(call, input);
  return readAddress(call, input, undefined, call.scope.storeId);
}

/** Adds an address to the caller's book. */
async function createOwn(call: Call, addressInput: SentAddress): Promise<CustomerAddressSource> {
  checkNeeded(call, addressInput);
  const customer = await getCustomer(call, call.caller.id);
  const input = await asInput(call, addressInput);
  checkRegion(call, input);
  const { id } = await addAddress(call, customer, input);
  return sourceOf(call, id);
}

/** The change of an address; a new country without a region empties that of the former one. */
function withoutOldRegion(input: AddressInput, before: AddressFields): AddressInput {
  const isMoved = input.country_id !== undefined && input.country_id !== before.country_id;
  return isMoved && input.region === undefined ? { ...input, region: null, region_id: 0 } : input;
}

/** Changes an address of the caller; missing fields stay unchanged. */
export async function updateOwn(
  call: Call,
  id: number,
  input: SentAddress | null | undefined,
  idInError: number | string = id,
): Promise<CustomerAddressSource> {
  const { customer, address } = await requireOwn(call, id, idInError);
  if (!input || Object.keys(input).length === 0) throw graphqlCustomerErrors.inputEmpty();
  const changed = { id, ...withoutOldRegion(await asInput(call, input), address) };
  if (changed.country_id !== undefined || changed.region !== undefined) checkRegion(call, changed, address);
  const addresses = customer.addresses.map((one): AddressInput => (one.id === id ? changed : { id: one.id }));
  const { email, firstname, lastname, website_id } = customer;
  await updateCustomer(call, { id: customer.id, email, firstname, lastname, website_id, addresses });
  return sourceOf(call, id);
}

/** Deletes an address of the caller, unless it is one that the customer uses where none is named. */
export async function deleteOwn(call: Call, id: number, idInError: number | string = id): Promise<boolean> {
  const { customer } = await requireOwn(call, id, idInError);
  if (customer.default_billing === id) throw graphqlCustomerErrors.defaultAddress([id, 'billing']);
  if (customer.default_shipping === id) throw graphqlCustomerErrors.defaultAddress([id, 'shipping']);
  await deleteAddress(call, id);
  return true;
}

const own = { customersOnly: true } as const;
const addressMutations = mutations((t) => ({
  createCustomerAddress: t.field(
    'CustomerAddress',
    { input: 'CustomerAddressInput!' },
    (_, { input }, call) => createOwn(call, input),
    own,
  ),
  deleteCustomerAddress: t.field('Boolean', { id: 'Int!' }, (_, { id }, call) => deleteOwn(call, id), own),
  updateCustomerAddress: t.field(
    'CustomerAddress',
    { id: 'Int!', input: 'CustomerAddressInput' },
    (_, { id, input }, call) => updateOwn(call, id, input),
    own,
  ),
}));

/** Address books of customers. */
export const addressDeclarations = [values, inputs, addressType, ...addressPages, addressMutations];
