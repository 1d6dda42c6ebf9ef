import type { Call } from '../../../kernel/call.ts';
import type { FieldMaker, GraphQLTypes } from '../../../kernel/graphql.ts';
import { uidOf } from '../../../kernel/uids.ts';

type AddressSource = GraphQLTypes['CartAddressInterface'];
type Name = 'company' | 'fax' | 'middlename' | 'postcode' | 'prefix' | 'suffix' | 'telephone' | 'vat_id';

/** Fields that the addresses of carts and of quotes have in common. */
export function commonAddressFields(t: FieldMaker<AddressSource>) {
  const optional = (name: Name) => t.field('String', ({ address }) => address[name]);
  return {
    city: t.field('String!', ({ address }) => address.city ?? ''),
    company: optional('company'),
    fax: optional('fax'),
    firstname: t.field('String!', ({ address }) => address.firstname ?? ''),
    lastname: t.field('String!', ({ address }) => address.lastname ?? ''),
    middlename: optional('middlename'),
    postcode: optional('postcode'),
    prefix: optional('prefix'),
    street: t.field('[String]!', ({ address }) => address.street),
    suffix: optional('suffix'),
    telephone: optional('telephone'),
    vat_id: optional('vat_id'),
  };
}

/** The uid of the entry of the address book that an address was taken from; null: none. */
export const bookUid = ({ address: { customer_address_id: id } }: AddressSource): string | null =>
  id === null ? null : uidOf(id);

/** The values of the shop's own attributes of an address. */
export const ownAttributes = ({ address: { custom = {} } }: AddressSource, call: Call) =>
  call.services.customer.shownValues(call, 'customer_address', custom, undefined);

/** The country of an address. */
export const countryOf = ({ address: { country_id: id } }: AddressSource) => ({ code: id ?? '', label: id ?? '' });

/** The region of an address. */
export const regionOf = ({ address: { region, region_code, region_id } }: AddressSource) => ({
  code: region_code,
  label: region,
  region_id,
});
