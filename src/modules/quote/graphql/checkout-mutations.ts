import type { Call } from '../../../kernel/call.ts';
import {
  deprecated,
  enumTypes,
  inputTypes,
  mutations,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { isEmail } from '../addresses/email.ts';
import type { StoredCart } from '../cart/cart.ts';
import { couponsOf, keepingCoupons } from '../cart/coupons.ts';
import { changeCart } from '../change/cart.ts';
import { removeCoupons, tryCoupons } from '../change/coupons.ts';
import { saveCart } from '../change/save.ts';
import { quoteErrors } from '../errors.ts';
import { selectPayment } from '../payment/select.ts';
import { couponRoute } from '../routes/coupons.ts';
import { evaluate } from '../totals/evaluate.ts';
import { setBilling, setShipping, takeMethod } from './addressing.ts';
import { cartForCheckout, changeOwnCart, ownCart } from './carts.ts';
import { graphqlQuoteErrors } from './errors.ts';
import { placeCart } from './placing.ts';

const enums = enumTypes({
  PlaceOrderErrorCodes: [
    'CART_NOT_FOUND',
    'CART_NOT_ACTIVE',
    'GUEST_EMAIL_MISSING',
    'UNABLE_TO_PLACE_ORDER',
    'UNDEFINED',
  ],
});

const withCart = { cart: 'Cart!' } as const;
const values = valueTypes({
  ApplyCouponToCartOutput: withCart,
  Order: { order_id: { type: 'String', deprecated: 'Use `order_number`.' }, order_number: 'String!' },
  PlaceOrderError: { code: 'PlaceOrderErrorCodes!', message: 'String!' },
  RemoveCouponFromCartOutput: { cart: 'Cart' },
  SetBillingAddressOnCartOutput: withCart,
  SetGuestEmailOnCartOutput: withCart,
  SetPaymentMethodOnCartOutput: withCart,
  SetShippingAddressesOnCartOutput: withCart,
  SetShippingMethodsOnCartOutput: withCart,
});

const ofCart = { cart_id: 'String!' } as const;
const inputs = inputTypes({
  ApplyCouponToCartInput: { ...ofCart, coupon_code: 'String! @coupon' },
  PaymentMethodInput: { code: 'String!', purchase_order_number: 'String' },
  PlaceOrderInput: ofCart,
  RemoveCouponFromCartInput: ofCart,
  SetBillingAddressOnCartInput: { ...ofCart, billing_address: 'BillingAddressInput!' },
  SetGuestEmailOnCartInput: { ...ofCart, email: 'String!' },
  SetPaymentMethodAndPlaceOrderInput: { ...ofCart, payment_method: 'PaymentMethodInput!' },
  SetPaymentMethodOnCartInput: { ...ofCart, payment_method: 'PaymentMethodInput!' },
  SetShippingAddressesOnCartInput: { ...ofCart, shipping_addresses: '[ShippingAddressInput]!' },
  SetShippingMethodsOnCartInput: { ...ofCart, shipping_methods: '[ShippingMethodInput]!' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

/** Result of a mutation: the changed cart. */
type ChangedCart = Awaited<ReturnType<typeof changeOwnCart>>;

/** Changes the caller's cart that an input names; returns the changed cart. */
async function changing<I extends { readonly cart_id: string }>(
  call: Call,
  input: I | null | undefined,
  change: (cart: StoredCart, input: I) => Promise<unknown>,
  read = ownCart,
): Promise<ChangedCart> {
  if (!input) throw graphqlQuoteErrors.inputMissing(['cart_id']);
  return changeOwnCart(call, input.cart_id, (cart) => change(cart, input), read);
}

/** As `changing`, for a step of the checkout. */
function checkingOut<I extends { readonly cart_id: string }>(
  call: Call,
  input: I | null | undefined,
  change: (cart: StoredCart, input: I) => Promise<unknown>,
): Promise<ChangedCart> {
  return changing(call, input, change, cartForCheckout);
}

async function enterCoupon(call: Call, cart: StoredCart, code: string): Promise<void> {
  if (code.trim() === '') throw graphqlQuoteErrors.couponMissing();
  if (cart.items.length === 0) throw graphqlQuoteErrors.couponEmptyCart();
  if (couponsOf(cart).length > 0) throw graphqlQuoteErrors.couponTwice();
  const evaluated = await tryCoupons(call, cart, [code.trim()]);
  if (couponsOf(evaluated.cart).length === 0) throw quoteErrors.couponInvalid();
  await changeCart(call, cart, keepingCoupons(couponsOf(evaluated.cart)), evaluated);
}

async function setEmail(call: Call, cart: StoredCart, email: string): Promise<void> {
  if (!isEmail(email)) throw graphqlQuoteErrors.emailFormat();
  await saveCart(call, cart, { customer_email: email, billing: { ...cart.billing, email } });
}

/** Sets the payment method of a cart. Throws 400 for one that is not offered. */
export async function pay(
  call: Call,
  cart: StoredCart,
  { code, purchase_order_number }: GraphQLTypes['PaymentMethodInput'],
): Promise<void> {
  if (code === '') throw graphqlQuoteErrors.paymentMissing();
  await selectPayment(call, cart, { method: code, po_number: purchase_order_number ?? null });
}

/** Sets the shipping method of a cart. Throws 400 unless it names exactly one that is offered. */
export async function setMethod(
  call: Call,
  cart: StoredCart,
  methods: GraphQLTypes['SetShippingMethodsOnCartInput']['shipping_methods'],
): Promise<void> {
  const [method, ...more] = methods;
  if (!method) throw graphqlQuoteErrors.noMethods();
  if (more.length > 0) throw graphqlQuoteErrors.severalMethods();
  const shipping_method = takeMethod(method);
  if (!cart.shipping.country_id) throw quoteErrors.shippingAddressMissing();
  if (cart.items.length === 0) throw quoteErrors.shippingEmptyCart();
  const evaluated = await evaluate(call, { ...cart, shipping_method });
  if (!evaluated.totals.shippingRate) throw quoteErrors.carrierNotFound([method.carrier_code, method.method_code]);
  await changeCart(call, cart, { shipping_method }, evaluated);
}

const checkoutMutations = mutations((t) => ({
  applyCouponToCart: t.field(
    'ApplyCouponToCartOutput',
    { input: 'ApplyCouponToCartInput' },
    (_, { input }, call) => changing(call, input, (cart, { coupon_code: value }) => enterCoupon(call, cart, value)),
    { like: couponRoute },
  ),
  placeOrder: t.field(
    'PlaceOrderOutput',
    { input: 'PlaceOrderInput' },
    (_, { input }, call, selection) => {
      if (!input) throw graphqlQuoteErrors.inputMissing(['cart_id']);
      return placeCart(call, input.cart_id, selection);
    },
    { opensTransactions: true, startsInTransaction: true },
  ),
  removeCouponFromCart: t.field(
    'RemoveCouponFromCartOutput',
    { input: 'RemoveCouponFromCartInput' },
    (_, { input }, call) =>
      changing(call, input, async (cart) => {
        if (cart.items.length === 0) throw graphqlQuoteErrors.couponEmptyCart();
        await removeCoupons(call, cart, cart.id);
      }),
  ),
  setBillingAddressOnCart: t.field(
    'SetBillingAddressOnCartOutput',
    { input: 'SetBillingAddressOnCartInput' },
    (_, { input }, call) =>
      checkingOut(call, input, (cart, { billing_address: value }) => setBilling(call, cart, value)),
  ),
  setGuestEmailOnCart: t.field(
    'SetGuestEmailOnCartOutput',
    { input: 'SetGuestEmailOnCartInput' },
    async (_, { input }, call) => {
      if (call.caller.type === 'customer') throw graphqlQuoteErrors.emailOfCustomer();
      return checkingOut(call, input, (cart, { email: value }) => setEmail(call, cart, value));
    },
  ),
  setPaymentMethodAndPlaceOrder: deprecated(
    'Use `setPaymentMethodOnCart` and `placeOrder`.',
    t.field(
      'PlaceOrderOutput',
      { input: 'SetPaymentMethodAndPlaceOrderInput' },
      async (_, { input }, call, selection) => {
        if (!input) throw graphqlQuoteErrors.inputMissing(['cart_id']);
        await call.transaction(async (inside) =>
          pay(inside, await cartForCheckout(inside, input.cart_id), input.payment_method),
        );
        return placeCart(call, input.cart_id, selection);
      },
      { opensTransactions: true, startsInTransaction: true },
    ),
  ),
  setPaymentMethodOnCart: t.field(
    'SetPaymentMethodOnCartOutput',
    { input: 'SetPaymentMethodOnCartInput' },
    (_, { input }, call) => checkingOut(call, input, (cart, { payment_method: value }) => pay(call, cart, value)),
  ),
  setShippingAddressesOnCart: t.field(
    'SetShippingAddressesOnCartOutput',
    { input: 'SetShippingAddressesOnCartInput' },
    (_, { input }, call) =>
      checkingOut(call, input, (cart, { shipping_addresses: value }) => setShipping(call, cart, value)),
  ),
  setShippingMethodsOnCart: t.field(
    'SetShippingMethodsOnCartOutput',
    { input: 'SetShippingMethodsOnCartInput' },
    (_, { input }, call) =>
      checkingOut(call, input, (cart, { shipping_methods: value }) => setMethod(call, cart, value)),
  ),
}));

/** GraphQL declarations of the checkout. */
export const checkoutDeclarations = [enums, values, inputs, checkoutMutations];
