import { defineErrors, isClientError, type PlatformError } from '../../../kernel/errors.ts';
import type { Selection } from '../../../kernel/graphql.ts';

/** Cart errors with messages of their own in GraphQL; source: recorded responses and documentation of the interface. */
export const graphqlQuoteErrors = defineErrors('quote/graphql', {
  noCart: ['noSuchEntity', 'Could not find a cart with ID "%1"', 'no cart has this id', 'filled'],
  notActive: ['noSuchEntity', "The cart isn't active.", 'the cart has been ordered or merged into another'],
  notPlaced: ['input', 'Unable to place order: %1', 'a cart cannot be ordered', 'filled'],
  notOwn: [
    'unauthorized',
    'The current user cannot perform operations on cart "%1"',
    'the cart belongs to another customer, or to a guest while the caller is a customer',
    'filled',
  ],
  otherStore: [
    'input',
    'Wrong store code specified for cart "%1"',
    'the cart is of another website than the store view of the call',
    'filled',
  ],
  notSetInactive: [
    'input',
    'Error when setting the cart %1 as inactive - %2',
    'a cart is set inactive that the caller cannot use',
    'filled',
  ],
  idMissing: ['input', 'Required parameter "cart_id" is missing', 'the id of a cart is empty'],
  idLength: ['input', 'Cart ID length should to be 32 symbols.', 'a cart is created with an id of another length'],
  idTaken: [
    'alreadyExists',
    'Cart with ID "%1" already exists.',
    'a cart is created with the id of another cart',
    'filled',
  ],
  forGuests: ['alreadyExists', 'Use `Query.customerCart` for logged in customer.', 'a customer requests a guest cart'],
  page: ['input', '%1 value must be greater than 0.', 'a page of items is below 1', 'filled'],
  itemsMissing: ['input', 'Required parameter "cart_items" is missing.', 'items are changed and none is named'],
  itemIdMissing: [
    'input',
    'Required parameter "cart_item_id" for "cart_items" is missing.',
    'an item is changed without its id',
  ],
  quantityMissing: [
    'input',
    'Required parameter "quantity" for "cart_items" is missing.',
    'an item is changed without a new value',
  ],
  noItem: ['noSuchEntity', 'Could not find cart item with id: %1.', 'the cart has no item with this id', 'filled'],
  itemGone: ['noSuchEntity', "The cart doesn't contain the item", 'an item is removed that the cart has not'],
  noProduct: ['noSuchEntity', 'Could not find a product with SKU "%1"', 'no product has this SKU', 'filled'],
  quantity: ['input', 'The product quantity should be greater than 0', 'a quantity is 0 or less'],
  notAvailable: ['input', 'The requested qty is not available', 'the requested quantity exceeds the salable quantity'],
  tooFew: [
    'input',
    'Not enough items for sale. Please adjust the quantity to continue',
    'the quantity of a cart item exceeds the salable quantity; reported with the item',
  ],
  onlySome: [
    'input',
    'Only %1 available for sale. Please adjust the quantity to continue',
    'the same, where `cataloginventory/options/not_available_message` is 1',
    'filled',
  ],
  couponMissing: ['input', 'Required parameter "coupon_code" is missing', 'a coupon is applied without a code'],
  couponEmptyCart: ['noSuchEntity', 'Cart does not contain products.', 'a coupon is applied to a cart without items'],
  couponTwice: [
    'input',
    'A coupon is already applied to the cart. Please remove it to apply another',
    'a second coupon is applied to a cart',
  ],
  emailOfCustomer: [
    'input',
    'The request is not allowed for logged in customers',
    'a customer sets the e-mail address of a guest',
  ],
  guestCheckoutOff: [
    'unauthorized',
    'Guest checkout is not allowed. Register a customer account or login with existing one.',
    'a guest checks out where only customers may',
  ],
  emailFormat: ['input', 'Invalid email format', 'the e-mail address of a guest is malformed'],
  emailMissing: ['input', 'Guest email for cart is missing.', "a guest's cart is ordered without an e-mail address"],
  severalAddresses: [
    'input',
    'You cannot specify multiple shipping addresses.',
    'several shipping addresses are set on a cart',
  ],
  noAddresses: [
    'input',
    'Required parameter "shipping_addresses" is missing',
    'an empty list of shipping addresses is set on a cart',
  ],
  shippingNothing: [
    'noSuchEntity',
    'Shipping address is not allowed on cart: cart contains no items for shipment.',
    'a shipping address is set on a cart without shippable items',
  ],
  shippingTwice: [
    'input',
    'The shipping address cannot contain "customer_address_id" and "address" at the same time.',
    'a shipping address is set both as an id and as an address',
  ],
  shippingNone: [
    'input',
    'The shipping address must contain either "customer_address_id", "address", or "pickup_location_code".',
    'a shipping address is empty',
  ],
  billingTwice: [
    'input',
    'The billing address cannot contain "customer_address_id" and "address" at the same time.',
    'a billing address is set both as an id and as an address',
  ],
  billingNone: [
    'input',
    'The billing address must contain either "customer_address_id", "address", or "same_as_shipping".',
    'a billing address is empty',
  ],
  billingSame: [
    'input',
    'Could not use the shipping address as the billing address, because the shipping address is missing.',
    'the billing address is set to the missing shipping address',
  ],
  billingHidden: [
    'input',
    'Could not use the shipping address as the billing address, because it is not yours.',
    'the billing address is set to a shipping address that the buyer may not see',
  ],
  noCountry: ['input', 'Country is not available', 'an address is in a country that the store view does not allow'],
  addressIncomplete: ['input', '%1', 'an address lacks fields, or the region that its country requires', 'filled'],
  streetLines: [
    'input',
    '"Street Address" cannot contain more than %1 lines.',
    'a street has too many lines',
    'filled',
  ],
  severalMethods: [
    'input',
    'You cannot specify multiple shipping methods.',
    'several shipping methods are set on a cart',
  ],
  noMethods: [
    'input',
    'Required parameter "shipping_methods" is missing',
    'an empty list of shipping methods is set on a cart',
  ],
  carrierMissing: ['input', 'Required parameter "carrier_code" is missing.', 'a shipping method has no carrier'],
  methodMissing: ['input', 'Required parameter "method_code" is missing.', 'a shipping method has no code'],
  paymentMissing: [
    'input',
    'Required parameter "code" for "payment_method" is missing.',
    'a payment method has no code',
  ],
  inputMissing: ['input', 'Required parameter "%1" is missing', 'a mutation has no input', 'filled'],
  sameCart: ['input', 'The source and the destination cart are the same.', 'a cart is merged into itself'],
});

/**
 * Whether a mutation returns a failure in its field `errors`, and does not throw it. It throws server errors, and all failures
 * where the client does not select the field: the client would not notice them (D306).
 */
export function isReturned(failure: unknown, selection: Selection): failure is PlatformError {
  return isClientError(failure) && selection.has('errors');
}

/** Whether a message is a template, with or without values: messages of filled templates start alike. */
export function isFilledFrom(template: string, message: string): boolean {
  const end = template.indexOf('%');
  return message.startsWith(end < 0 ? template : template.slice(0, end));
}

/** The code of an error by its template; undefined: it has none. */
export function codeOf<C>(
  codes: Readonly<Record<string, C>>,
  { message }: Pick<PlatformError, 'message'>,
): C | undefined {
  return Object.entries(codes).find(([template]) => isFilledFrom(template, message))?.[1];
}
