import { interfaceType, objectType, type GraphQLTypes } from '../../kernel/graphql.ts';
import { uidOf } from '../../kernel/uids.ts';

type Address = GraphQLTypes['CartAddressInterface'];

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes {
    NegotiableQuoteAddressInterface: GraphQLTypes['CartAddressInterface'];
    NegotiableQuoteBillingAddress: GraphQLTypes['CartAddressInterface'];
    NegotiableQuoteShippingAddress: GraphQLTypes['CartAddressInterface'];
  }
}

const addressInterface = interfaceType(
  'NegotiableQuoteAddressInterface',
  (t) => {
    const optional = (
      name: 'company' | 'fax' | 'middlename' | 'postcode' | 'prefix' | 'suffix' | 'telephone' | 'vat_id',
    ) => t.field('String', ({ address }: Address) => address[name]);
    return {
      city: t.field('String!', ({ address }) => address.city ?? ''),
      company: optional('company'),
      country: t.field('NegotiableQuoteAddressCountry!', ({ address: { country_id: id } }) => ({
        code: id ?? '',
        label: id ?? '',
      })),
      custom_attributes: t.field('[AttributeValueInterface]', ({ address: { custom = {} } }, _, call) =>
        call.services.customer.shownValues(call, 'customer_address', custom, undefined),
      ),
      customer_address_uid: t.field('ID', ({ address: { customer_address_id: id } }) =>
        id === null ? null : uidOf(id),
      ),
      fax: optional('fax'),
      firstname: t.field('String!', ({ address }) => address.firstname ?? ''),
      lastname: t.field('String!', ({ address }) => address.lastname ?? ''),
      middlename: optional('middlename'),
      postcode: optional('postcode'),
      prefix: optional('prefix'),
      region: t.field('NegotiableQuoteAddressRegion', ({ address: { region, region_code, region_id } }) => ({
        code: region_code,
        label: region,
        region_id,
      })),
      street: t.field('[String]!', ({ address }) => address.street),
      suffix: optional('suffix'),
      telephone: optional('telephone'),
      uid: t.field('ID!', ({ address }) => uidOf(address.id)),
      vat_id: optional('vat_id'),
    };
  },
  ({ kind }) => (kind === 'shipping' ? 'NegotiableQuoteShippingAddress' : 'NegotiableQuoteBillingAddress'),
);

const shippingAddress = objectType(
  'NegotiableQuoteShippingAddress',
  (t) => ({
    available_shipping_methods: t.field('[AvailableShippingMethod]', (source, _, call) =>
      call.services.quote.methodsOf(call, source),
    ),
    selected_shipping_method: t.field('SelectedShippingMethod', async ({ cart }, _, call) => {
      const { quote } = call.services;
      return quote.selectedMethod(await quote.evaluatedOf(call, cart));
    }),
  }),
  ['NegotiableQuoteAddressInterface'],
);

const billingAddress = objectType('NegotiableQuoteBillingAddress', () => ({}), ['NegotiableQuoteAddressInterface']);

/** The addresses of quotes in GraphQL. */
export const quoteAddressDeclarations = [addressInterface, shippingAddress, billingAddress];
