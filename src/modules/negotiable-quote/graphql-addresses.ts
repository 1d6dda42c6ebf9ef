import { interfaceType, objectType } from '../../kernel/graphql.ts';
import { uidOf } from '../../kernel/uids.ts';
import {
  bookUid,
  commonAddressFields,
  countryOf,
  ownAttributes,
  regionOf,
} from '../quote/graphql/address-extensions.ts';

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes {
    NegotiableQuoteAddressInterface: GraphQLTypes['CartAddressInterface'];
    NegotiableQuoteBillingAddress: GraphQLTypes['CartAddressInterface'];
    NegotiableQuoteShippingAddress: GraphQLTypes['CartAddressInterface'];
  }
}

const addressInterface = interfaceType(
  'NegotiableQuoteAddressInterface',
  (t) => ({
    ...commonAddressFields(t),
    country: t.field('NegotiableQuoteAddressCountry!', countryOf),
    custom_attributes: t.field('[AttributeValueInterface]', (source, _, call) => ownAttributes(source, call)),
    customer_address_uid: t.field('ID', bookUid),
    region: t.field('NegotiableQuoteAddressRegion', regionOf),
    uid: t.field('ID!', ({ address }) => uidOf(address.id)),
  }),
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
