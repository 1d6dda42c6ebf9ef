import type { Call } from '../../../kernel/call.ts';
import {
  deprecated,
  inputTypes,
  interfaceType,
  objectType,
  ofRelease,
  valueTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { uidOf } from '../../../kernel/uids.ts';
import { ownItems } from '../cart/cart.ts';
import { listShippingMethods } from '../show/shipping-methods.ts';
import type { EvaluatedCart } from '../totals/evaluate.ts';
import type { ShippingMethodOutput } from '../types.ts';
import { bookUid, commonAddressFields, countryOf, ownAttributes, regionOf } from './address-extensions.ts';
import { evaluatedOf, presentCart } from './carts.ts';
import { shownItems } from './items.ts';
import { cartAddressInputFields, cartMoney, type CartAddressSource } from './types.ts';

const base = 'Amounts are in the currency of the cart: use `amount`.';
const method = {
  amount: 'Money!',
  base_amount: { type: 'Money', deprecated: base },
  carrier_code: 'String!',
  carrier_title: 'String!',
  price_excl_tax: 'Money!',
  price_incl_tax: 'Money!',
} as const;

const values = valueTypes({
  AvailableShippingMethod: {
    ...method,
    available: 'Boolean!',
    error_message: 'String',
    method_code: 'String',
    method_title: 'String',
  },
  CartAddressCountry: { code: 'String!', label: 'String!' },
  CartAddressRegion: { code: 'String', label: 'String', region_id: 'Int' },
  SelectedShippingMethod: { ...method, method_code: 'String!', method_title: 'String!' },
});

const inputs = inputTypes({
  BillingAddressInput: {
    address: 'CartAddressInput',
    customer_address_id: 'Int',
    customer_address_uid: { type: 'ID', release: '2.4.9' },
    same_as_shipping: 'Boolean',
    use_for_shipping: 'Boolean',
  },
  CartAddressInput: cartAddressInputFields,
  EstimateAddressInput: { country_code: 'CountryCodeEnum!', postcode: 'String', region: 'CustomerAddressRegionInput' },
  ShippingAddressInput: {
    address: 'CartAddressInput',
    customer_address_id: 'Int',
    customer_address_uid: { type: 'ID', release: '2.4.9' },
    customer_notes: 'String',
    pickup_location_code: 'String',
  },
  ShippingMethodInput: { carrier_code: 'String!', method_code: 'String!' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    BillingCartAddress: CartAddressSource;
    CartAddressInterface: CartAddressSource;
    ShippingCartAddress: CartAddressSource;
  }
}

const addressInterface = interfaceType(
  'CartAddressInterface',
  (t) => ({
    ...commonAddressFields(t),
    country: t.field('CartAddressCountry!', countryOf),
    custom_attributes: t.field('[AttributeValueInterface]!', (source, _, call) => ownAttributes(source, call)),
    customer_address_uid: ofRelease({ release: '2.4.9' }, t.field('ID', bookUid)),
    id: ofRelease(
      { release: '2.4.8' },
      t.field('Int', ({ address }) => address.customer_address_id),
    ),
    region: t.field('CartAddressRegion', regionOf),
    uid: t.field('String!', ({ address }) => uidOf(address.id)),
  }),
  ({ kind }) => (kind === 'shipping' ? 'ShippingCartAddress' : 'BillingCartAddress'),
);

/** A shipping method as storefronts see it. */
export function shownMethod(evaluated: EvaluatedCart, one: ShippingMethodOutput) {
  const { displayed, base: baseCurrency } = evaluated.currencies;
  const money = (value: number | null | undefined) => ({ value: value ?? 0, currency: displayed });
  return {
    amount: money(one.amount),
    base_amount: one.base_amount == null ? null : { value: one.base_amount, currency: baseCurrency },
    carrier_code: one.carrier_code ?? '',
    carrier_title: one.carrier_title ?? '',
    method_code: one.method_code ?? null,
    method_title: one.method_title ?? null,
    available: one.available ?? true,
    error_message: one.error_message ?? '',
    price_excl_tax: money(one.price_excl_tax),
    price_incl_tax: money(one.price_incl_tax),
  };
}

/** The shipping methods that are offered for an address of a cart. */
export async function methodsOf(call: Call, { address, cart }: CartAddressSource) {
  if (!address.country_id) return [];
  const evaluated = await evaluatedOf(call, cart);
  return (await listShippingMethods(call, evaluated.cart)).map((one) => shownMethod(evaluated, one));
}

/** The method that a cart is shipped by. */
export function selectedMethod(evaluated: EvaluatedCart) {
  const { cart, totals, currencies } = evaluated;
  const { shippingRate: rate } = totals;
  if (!cart.shipping_method || !rate) return null;
  return {
    amount: cartMoney(evaluated, totals.shipping),
    base_amount: { value: totals.shipping.base.toNumber(), currency: currencies.base },
    carrier_code: rate.carrier,
    carrier_title: rate.carrierTitle,
    method_code: rate.method ?? '',
    method_title: rate.methodTitle ?? '',
    price_excl_tax: cartMoney(evaluated, totals.shipping),
    price_incl_tax: cartMoney(evaluated, totals.shippingInclTax),
  };
}

const shippingAddress = objectType(
  'ShippingCartAddress',
  (t) => ({
    available_shipping_methods: t.field('[AvailableShippingMethod]', (source, _, call) => methodsOf(call, source)),
    cart_items: deprecated(
      'Use `cart_items_v2`.',
      t.field('[CartItemQuantity]', async ({ cart }, _, call) =>
        ownItems((await presentCart(call, cart)).items).map(({ item_id, qty }) => ({
          cart_item_id: item_id,
          quantity: qty,
        })),
      ),
    ),
    cart_items_v2: t.field('[CartItemInterface]', async ({ cart }, _, call) =>
      shownItems(await evaluatedOf(call, cart)),
    ),
    customer_notes: t.field('String', ({ cart: { cart } }) => cart.customer_note ?? ''),
    same_as_billing: ofRelease(
      { release: '2.4.8' },
      t.field('Boolean!', ({ address }) => address.same_as_billing === 1),
    ),
    items_weight: deprecated(
      'Storefronts do not need to know it.',
      t.field('Float', async ({ cart }, _, call) => (await evaluatedOf(call, cart)).totals.weight.toNumber()),
    ),
    selected_shipping_method: t.field('SelectedShippingMethod', async ({ cart }, _, call) =>
      selectedMethod(await evaluatedOf(call, cart)),
    ),
  }),
  ['CartAddressInterface'],
);

const billingAddress = objectType(
  'BillingCartAddress',
  (t) => ({
    customer_notes: deprecated(
      'Notes belong to the shipping address.',
      t.field('String', () => null),
    ),
  }),
  ['CartAddressInterface'],
);

/** The addresses of carts. */
export const addressDeclarations = [values, inputs, addressInterface, shippingAddress, billingAddress];
