import type { Catalog, Person } from './people.ts';

/**
 * Who may use a field with an argument that refers to somebody's entity.
 * `shared`: everybody, and the result has nothing of one customer. `own`: customers, and the field is about the caller.
 * `byId`: the owner of the entity alone. `closed`: nobody, not even the owner: a wrong secret, or a call for others.
 */
export interface FieldRule {
  readonly is: 'shared' | 'own' | 'byId' | 'closed';
  /** Arguments in the query language, with ids of the owner. */
  readonly args: (owner: Person, catalog: Catalog) => string;
  /** The caller is signed out by it. */
  readonly endsSession?: true;
  /** A selection to use instead of all fields. */
  readonly selection?: string | undefined;
}

type Args = FieldRule['args'] | string;

const rule = (is: FieldRule['is'], args: Args, selection?: string): FieldRule => ({
  is,
  args: typeof args === 'string' ? () => args : args,
  selection,
});
const shared = (args: Args = ''): FieldRule => rule('shared', args);
const own = (args: Args = ''): FieldRule => rule('own', args);
const byId = (args: Args, selection?: string): FieldRule => rule('byId', args, selection);
const endsSession: FieldRule = { ...own(), endsSession: true };
const closed = (args: Args = ''): FieldRule => rule('closed', args);

/** A text or number in the query language. */
const q = (value: unknown): string => JSON.stringify(value);
const list = (values: readonly unknown[]): string => `[${values.map(q).join()}]`;

/** An argument `input` that has the cart of the owner. */
const cart =
  (more: string | ((owner: Person, catalog: Catalog) => string) = ''): FieldRule['args'] =>
  (owner, catalog) =>
    `(input: { cart_id: ${q(owner.ids.mask)} ${typeof more === 'string' ? more : more(owner, catalog)} })`;
const pieces = ({ simple }: Catalog): string => `cart_items: [{ data: { sku: ${q(simple.sku)}, quantity: 1 } }]`;
const home = `{ firstname: "Eve", lastname: "Magpie", street: ["2 Oak St"], city: "Los Angeles", region_id: 12, postcode: "90001", country_code: "US", telephone: "1" }`;
const urls = 'cancel_url: "a", return_url: "b"';

/** Every field of `Query`. */
export const queryRules: Readonly<Record<string, FieldRule>> = {
  recaptchaFormConfig: shared('(formType: CONTACT)'),
  recaptchaV3Config: shared(),
  robotsConfig: shared(),
  storeConfig: shared(),
  availableStores: shared(),
  route: shared('(url: "thing.html")'),
  urlResolver: shared('(url: "thing.html")'),
  countries: shared(),
  country: shared('(id: "US")'),
  currency: shared(),
  attributesForm: shared('(formCode: "customer_account_create")'),
  attributesList: shared('(entityType: CUSTOMER)'),
  customAttributeMetadata: shared('(attributes: [{ attribute_code: "name", entity_type: "catalog_product" }])'),
  customAttributeMetadataV2: shared('(attributes: [{ attribute_code: "name", entity_type: "catalog_product" }])'),
  customer: own(),
  isEmailAvailable: shared(({ email }) => `(email: ${q(email)})`),
  customerGroup: shared(),
  categories: shared(),
  category: shared('(id: 2)'),
  categoryList: shared(),
  products: shared('(search: "thing")'),
  getHostedProUrl: closed(cart()),
  getPayflowLinkToken: closed(cart()),
  getPaymentConfig: closed('(location: CART)'),
  getPaymentOrder: closed(({ ids }) => `(cartId: ${q(ids.mask)}, id: "1")`),
  getPaymentSDK: closed('(location: CART)'),
  getVaultConfig: closed(),
  customerPaymentTokens: own(),
  cart: byId(({ ids }) => `(cart_id: ${q(ids.mask)})`),
  customerCart: own(),
  checkoutAgreements: shared(),
  customerOrders: own(),
  // An order of a customer is shown to the customer alone, who signs in for it.
  guestOrder: byId(
    ({ ids, email }) => `(input: { number: ${q(ids.order.number)}, email: ${q(email)}, postcode: "90001" })`,
  ),
  guestOrderByToken: byId(({ ids }) => `(input: { token: ${q(ids.order.token)} })`),
  pickupLocations: shared(),
  wishlist: own(),
  compareList: byId(({ ids }) => `(uid: ${q(ids.compareList)})`),
  productReviewRatingsMetadata: shared(),
  reviews: shared((_, { simple }) => `(sku: ${q(simple.sku)})`),
  isSubscribedProductAlertPrice: own((_, { simple }) => `(input: { sku: ${q(simple.sku)} })`),
  isSubscribedProductAlertStock: own((_, { soldOut }) => `(input: { sku: ${q(soldOut.sku)} })`),
  customerDownloadableProducts: own(),
  giftCardAccount: shared(({ card }) => `(input: { gift_card_code: ${q(card)} })`),
  cmsPage: shared('(identifier: "home")'),
  cmsBlocks: shared('(identifiers: ["x"])'),
  customerSegments: byId(({ ids }) => `(cartId: ${q(ids.mask)})`),
};

/** Fields of the customer that take an id: the caller's own customer, and the id of somebody else. */
export const customerRules: Readonly<Record<string, FieldRule>> = {
  wishlist_v2: byId(({ ids }) => `(id: ${q(ids.wishlists[0])})`),
  return: byId(({ ids }) => `(uid: ${q(ids.returnUid)})`),
  orders: byId(({ ids }) => `(filter: { number: { eq: ${q(ids.order.number)} } })`),
};

/** Every field of `Mutation`, in an order in which the owner can do them one after another. */
export const mutationRules: Readonly<Record<string, FieldRule>> = {
  changeCustomerPassword: own('(currentPassword: "Secret-123", newPassword: "Secret-456")'),
  confirmEmail: closed(({ email }) => `(input: { confirmation_key: "x", email: ${q(email)} })`),
  createCustomer: closed(
    ({ email }) => `(input: { email: ${q(email)}, firstname: "E", lastname: "E", password: "Secret-456" })`,
  ),
  createCustomerV2: closed(
    ({ email }) => `(input: { email: ${q(email)}, firstname: "E", lastname: "E", password: "Secret-456" })`,
  ),
  requestPasswordResetEmail: shared(({ email }) => `(email: ${q(email)})`),
  resendConfirmationEmail: closed(({ email }) => `(email: ${q(email)})`),
  resetPassword: closed(({ email }) => `(email: ${q(email)}, newPassword: "Secret-456", resetPasswordToken: "x")`),
  updateCustomer: own('(input: { firstname: "Eve" })'),
  updateCustomerV2: own('(input: { firstname: "Eve" })'),
  updateCustomerEmail: own(({ email }) => `(email: ${q(`new.${email}`)}, password: "Secret-456")`),
  createCustomerAddress: own(
    '(input: { firstname: "Eve", lastname: "Magpie", street: ["1"], city: "C", country_code: US, region: { region_id: 12 }, postcode: "90001", telephone: "1" })',
  ),
  updateCustomerAddress: byId(({ ids }) => `(id: ${ids.addresses[1]!.id}, input: { firstname: "Eve" })`),
  updateCustomerAddressV2: byId(({ ids }) => `(uid: ${q(ids.addresses[2]!.uid)}, input: { firstname: "Eve" })`),
  deleteCustomerAddress: byId(({ ids }) => `(id: ${ids.addresses[1]!.id})`),
  deleteCustomerAddressV2: byId(({ ids }) => `(uid: ${q(ids.addresses[2]!.uid)})`),
  generateCustomerTokenAsAdmin: closed(({ email }) => `(input: { customer_email: ${q(email)} })`),
  createBraintreeClientToken: closed(),
  createBraintreePayPalClientToken: closed(),
  createBraintreePayPalVaultClientToken: closed('(input: { public_hash: "x" })'),
  createPayflowProToken: closed(cart(`urls: { ${urls}, error_url: "c" }`)),
  createPaypalExpressToken: closed(cart(`code: "paypal_express", urls: { ${urls} }`)),
  handlePayflowProResponse: closed(cart('paypal_payload: "x"')),
  createPaymentOrder: closed(
    ({ ids }) => `(input: { cartId: ${q(ids.mask)}, location: CART, methodCode: "x", paymentSource: "x" })`,
  ),
  createVaultCardPaymentToken: closed('(input: { setup_token_id: "x" })'),
  createVaultCardSetupToken: closed(
    '(input: { setup_token: { payment_source: { card: { billing_address: { country_code: "US" } } } } })',
  ),
  syncPaymentOrder: closed(({ ids }) => `(input: { cartId: ${q(ids.mask)}, id: "1" })`),
  deletePaymentToken: closed('(public_hash: "x")'),
  // The cart is a customer's already.
  assignCustomerToGuestCart: closed(({ ids }) => `(cart_id: ${q(ids.mask)})`),
  createEmptyCart: own(({ ids }) => `(input: { cart_id: ${q(ids.mask)} })`),
  createGuestCart: closed(({ ids }) => `(input: { cart_uid: ${q(ids.mask)} })`),
  mergeCarts: closed(({ ids }) => `(source_cart_id: ${q(ids.mask)})`),
  estimateShippingMethods: byId(cart('address: { country_code: US }')),
  estimateTotals: byId(cart('address: { country_code: US }'), '{ cart { id } }'),
  addProductsToCart: byId(
    ({ ids }, { simple }) => `(cartId: ${q(ids.mask)}, cartItems: [{ sku: ${q(simple.sku)}, quantity: 1 }])`,
  ),
  addSimpleProductsToCart: byId(cart((_, catalog) => pieces(catalog))),
  addVirtualProductsToCart: byId(cart((_, catalog) => pieces(catalog))),
  addBundleProductsToCart: closed(
    cart((_, { simple }) => `cart_items: [{ bundle_options: [], data: { sku: ${q(simple.sku)}, quantity: 0 } }]`),
  ),
  addConfigurableProductsToCart: closed(
    cart((_, { simple }) => `cart_items: [{ data: { sku: ${q(simple.sku)}, quantity: 0 } }]`),
  ),
  addDownloadableProductsToCart: closed(
    cart((_, { simple }) => `cart_items: [{ data: { sku: ${q(simple.sku)}, quantity: 0 } }]`),
  ),
  updateCartItems: byId(cart(({ ids }) => `cart_items: [{ cart_item_uid: ${q(ids.item.uid)}, quantity: 3 }]`)),
  applyCouponToCart: byId(cart((_, { coupon }) => `coupon_code: ${q(coupon)}`)),
  removeCouponFromCart: byId(cart()),
  applyCouponsToCart: byId(cart((_, { coupon }) => `coupon_codes: [${q(coupon)}], type: REPLACE`)),
  removeCouponsFromCart: byId(cart('coupon_codes: []')),
  applyGiftCardToCart: byId(cart(({ card }) => `gift_card_code: ${q(card)}`)),
  removeGiftCardFromCart: byId(cart(({ card }) => `gift_card_code: ${q(card)}`)),
  redeemGiftCardBalanceAsStoreCredit: own(({ card }) => `(input: { gift_card_code: ${q(card)} })`),
  setGiftOptionsOnCart: byId(cart('gift_receipt_included: true, printed_card_included: true')),
  applyStoreCreditToCart: byId(cart()),
  removeStoreCreditFromCart: byId(cart()),
  applyRewardPointsToCart: byId(({ ids }) => `(cartId: ${q(ids.mask)})`),
  removeRewardPointsFromCart: byId(({ ids }) => `(cartId: ${q(ids.mask)})`),
  selectFreeGift: closed(cart('rule_id: 1, sku: "x"')),
  selectFreeGiftForCart: closed(cart('rule_id: 1, sku: "x"')),
  setGuestEmailOnCart: closed(cart('email: "eve@example.com"')),
  setBillingAddressOnCart: byId(cart(`billing_address: { address: ${home} }`)),
  setShippingAddressesOnCart: byId(cart(`shipping_addresses: [{ address: ${home} }]`)),
  setShippingMethodsOnCart: byId(cart('shipping_methods: [{ carrier_code: "flatrate", method_code: "flatrate" }]')),
  setPaymentMethodOnCart: byId(cart('payment_method: { code: "checkmo" }')),
  removeItemFromCart: byId(cart(({ ids }) => `cart_item_uid: ${q(ids.item.uid)}`)),
  clearCart: byId(({ ids }) => `(input: { uid: ${q(ids.mask)} })`, '{ cart { id } }'),
  reorderItems: byId(({ ids }) => `(orderNumber: ${q(ids.order.number)})`),
  placeOrder: byId(cart()),
  // The cart is an order by now.
  setPaymentMethodAndPlaceOrder: closed(cart('payment_method: { code: "checkmo" }')),
  cancelOrder: byId(
    ({ ids }) => `(input: { order_id: ${q(ids.openOrder.uid)}, reason: "The order was placed by mistake" })`,
  ),
  requestGuestOrderCancel: closed('(input: { token: "x", reason: "Other" })'),
  confirmCancelOrder: closed(({ ids }) => `(input: { order_id: ${q(ids.openOrder.uid)}, confirmation_key: "x" })`),
  addProductsToWishlist: byId(
    ({ ids }, { simple }) =>
      `(wishlistId: ${q(ids.wishlists[0])}, wishlistItems: [{ sku: ${q(simple.sku)}, quantity: 1 }])`,
  ),
  updateProductsInWishlist: byId(
    ({ ids }) =>
      `(wishlistId: ${q(ids.wishlists[0])}, wishlistItems: [{ wishlist_item_id: ${q(ids.wishlistItems[0])}, quantity: 4 }])`,
  ),
  copyProductsBetweenWishlists: byId(
    ({ ids }) =>
      `(sourceWishlistUid: ${q(ids.wishlists[0])}, destinationWishlistUid: ${q(ids.wishlists[1])}, wishlistItems: [{ wishlist_item_id: ${q(ids.wishlistItems[0])} }])`,
  ),
  moveProductsBetweenWishlists: byId(
    ({ ids }) =>
      `(sourceWishlistUid: ${q(ids.wishlists[0])}, destinationWishlistUid: ${q(ids.wishlists[1])}, wishlistItems: [{ wishlist_item_id: ${q(ids.wishlistItems[0])}, quantity: 1 }])`,
  ),
  addWishlistItemsToCart: byId(({ ids }) => `(wishlistId: ${q(ids.wishlists[1])})`),
  removeProductsFromWishlist: byId(
    ({ ids }) => `(wishlistId: ${q(ids.wishlists[0])}, wishlistItemsIds: ${list([ids.wishlistItems[0]])})`,
  ),
  clearWishlist: byId(({ ids }) => `(wishlistId: ${q(ids.wishlists[0])})`),
  createWishlist: own('(input: { name: "Eve", visibility: PUBLIC })'),
  updateWishlist: byId(({ ids }) => `(wishlistId: ${q(ids.wishlists[1])}, name: "Renamed", visibility: PUBLIC)`),
  deleteWishlist: byId(({ ids }) => `(wishlistId: ${q(ids.wishlists[1])})`),
  createCompareList: shared('(input: { products: [] })'),
  addProductsToCompareList: byId(
    ({ ids }, { simple }) => `(input: { uid: ${q(ids.compareList)}, products: ${list([String(simple.id)])} })`,
  ),
  removeProductsFromCompareList: byId(
    ({ ids }, { simple }) => `(input: { uid: ${q(ids.compareList)}, products: ${list([String(simple.id)])} })`,
  ),
  assignCompareListToCustomer: byId(({ ids }) => `(uid: ${q(ids.compareList)})`),
  deleteCompareList: byId(({ ids }) => `(uid: ${q(ids.compareList)})`),
  createProductReview: shared(
    (_, { simple }) => `(input: { nickname: "N", ratings: [], sku: ${q(simple.sku)}, summary: "S", text: "T" })`,
  ),
  contactUs: shared('(input: { name: "N", email: "n@example.com", comment: "C" })'),
  subscribeEmailToNewsletter: byId(({ email }) => `(email: ${q(email)})`),
  sendEmailToFriend: shared(
    (_, { simple }) =>
      `(input: { product_id: ${simple.id}, recipients: [{ name: "N", email: "n@example.com" }], sender: { name: "N", email: "n@example.com", message: "M" } })`,
  ),
  subscribeProductAlertPrice: own((_, { simple }) => `(input: { sku: ${q(simple.sku)} })`),
  subscribeProductAlertStock: own((_, { soldOut }) => `(input: { sku: ${q(soldOut.sku)} })`),
  unsubscribeProductAlertPrice: own((_, { simple }) => `(input: { sku: ${q(simple.sku)} })`),
  unsubscribeProductAlertPriceAll: own(),
  unsubscribeProductAlertStock: own((_, { soldOut }) => `(input: { sku: ${q(soldOut.sku)} })`),
  unsubscribeProductAlertStockAll: own(),
  addReturnComment: byId(({ ids }) => `(input: { return_uid: ${q(ids.returnUid)}, comment_text: "C" })`),
  addReturnTracking: byId(
    ({ ids }) =>
      `(input: { return_uid: ${q(ids.returnUid)}, carrier_uid: ${q(btoa('custom'))}, tracking_number: "N" })`,
  ),
  removeReturnTracking: byId(({ ids }) => `(input: { return_shipping_tracking_uid: ${q(ids.trackingUids[0])} })`),
  requestReturn: byId(
    ({ ids }, { choices }) =>
      `(input: { order_uid: ${q(ids.order.uid)}, items: [{ order_item_uid: ${q(ids.orderItem.uid)}, quantity_to_return: 1, selected_custom_attributes: ${choices} }] })`,
  ),
  generateCustomerToken: closed(({ email }) => `(email: ${q(email)}, password: "Wrong-123")`),
  exchangeExternalCustomerToken: closed(
    ({ email }) => `(input: { customer: { email: ${q(email)}, firstname: "E", lastname: "E" } })`,
  ),
  exchangeOtpForCustomerToken: closed(({ email }) => `(email: ${q(email)}, otp: "x")`),
  revokeCustomerToken: endsSession,
  deleteCustomer: endsSession,
};
