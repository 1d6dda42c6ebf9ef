import { defineErrors } from '../../kernel/errors.ts';

/** Errors of carts and of placing orders. */
export const quoteErrors = defineErrors('quote', {
  noActiveCart: ['noSuchEntity', 'Current customer does not have an active cart.', 'a customer has no cart'],
  stateChange: ['input', 'Invalid state change requested', 'a cart is saved for another customer'],
  notAnonymous: [
    'state',
    "The customer can't be assigned to the cart because the cart isn't anonymous.",
    'a cart that is assigned has a customer already',
  ],
  otherStore: [
    'state',
    "The customer can't be assigned to the cart. The cart belongs to a different store.",
    'a cart is assigned to a customer of another website, or through another store',
  ],
  emptyCart: ['noSuchEntity', 'The "%1" Cart doesn\'t contain products.', 'a coupon is set on a cart without items'],
  itemNotFound: ['noSuchEntity', "The %1 Cart doesn't contain the %2 item.", 'a cart has no item with this id'],
  productNotFound: [
    'noSuchEntity',
    "The product that was requested doesn't exist. Verify the product and try again.",
    'no product has this SKU, or not in the website of the cart',
  ],
  notAvailable: [
    'input',
    'Product that you are trying to add is not available.',
    'a product is disabled or out of stock',
  ],
  requiredOptions: [
    'input',
    "The product's required option(s) weren't entered. Make sure the options are entered and try again.",
    'a required custom option was left out',
  ],
  optionTooLong: [
    'input',
    'The text is too long. Shorten the text and try again.',
    'the text of a custom option exceeds its maximum length',
  ],
  maxQty: [
    'input',
    'The requested qty exceeds the maximum qty allowed in shopping cart',
    'the quantity is above max_sale_qty',
  ],
  minQty: ['input', 'The fewest you may purchase is %1.', 'the quantity is below min_sale_qty', 'filled'],
  increments: [
    'input',
    'You can buy this product only in quantities of %1 at a time.',
    'the quantity is not a multiple of qty_increments',
    'filled',
  ],
  decimalQty: [
    'input',
    'You cannot use decimal quantity for this product.',
    'a part of a piece of a product that is sold in whole ones',
  ],
  granted: [
    'input',
    'A free gift cannot be changed. Remove it to choose another.',
    'the quantity or the options of a free gift are changed',
  ],
  notEnough: ['input', 'Not enough items for sale', 'the requested quantity exceeds the salable quantity'],
  couponInvalid: [
    'noSuchEntity',
    "The coupon code isn't valid. Verify the code and try again.",
    'a coupon does not exist, is used up, expired, or not good for the cart',
  ],
  methodNotAvailable: [
    'input',
    'The requested Payment Method is not available.',
    'a payment method is off, unknown, or not for this country or amount',
  ],
  carrierNotFound: [
    'noSuchEntity',
    'Carrier with such method not found: %1, %2',
    'a shipping method is not offered for the cart and address',
  ],
  shippingAddressMissing: [
    'state',
    'The shipping address is missing. Set the address and try again.',
    'the cart has no shipping address',
  ],
  shippingEmptyCart: [
    'input',
    "The shipping method can't be set for an empty cart. Add an item to cart and try again.",
    'shipping of a cart without items',
  ],
  shippingNotSaved: [
    'input',
    'The shipping information was unable to be saved. Error: "%message"',
    'an address of the shipping information is not valid',
  ],
  totalsEmptyCart: [
    'input',
    'Totals calculation is not applicable to empty cart',
    'totals are worked out for a cart without items',
  ],
  addressNotSaved: [
    'input',
    'The address failed to save. Verify the address and try again.',
    'the country of an address is unknown, or its e-mail address is malformed',
  ],
  invalidCustomerAddress: ['noSuchEntity', 'Invalid customer address id %1', 'an address of another customer'],
  guestCheckoutOff: [
    'input',
    'Sorry, guest checkout is not available.',
    'a guest checks out while checkout/options/guest_checkout is off',
  ],
  minimumAmount: ['input', '%1', 'the cart is below sales/minimum_order/amount', 'filled'],
  serverStopped: [
    'input',
    'A server error stopped your order from being placed. Please try to place your order again.',
    'a cart without items is ordered',
  ],
  productsDisabled: ['input', 'Some of the products are disabled.', 'an ordered product is gone or disabled'],
  emailFormat: ['input', 'Invalid email format', 'the e-mail address of an order is malformed'],
  addressValidation: ['input', 'Failed address validation:\n%1', 'an address of an order is not valid'],
  checkShippingAddress: ['input', 'Please check the shipping address information. %1', 'the address lacks something'],
  checkBillingAddress: ['input', 'Please check the billing address information. %1', 'the address lacks something'],
  shippingMethodMissing: [
    'input',
    'The shipping method is missing. Select the shipping method and try again.',
    'the shipping method of an order is missing or no longer available',
  ],
  shippingMethodUntold: [
    'noSuchEntity',
    'The shipping method is missing. Select the shipping method and try again.',
    'the shipping information names no method',
  ],
  paymentMissing: ['input', 'Enter a valid payment method and try again.', 'an order has no payment method'],
  ordersUnavailable: ['state', 'Orders are not available.', 'no module implements orders'],
});
