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

/** An argument `input` that has a quote template, with more. */
const template = (more = ''): string => `(input: { template_id: "1" ${more} })`;

/** An argument for the gift registry of the owner, with more. */
const registryRule = (more: string | ((registry: Person['ids']['giftRegistry']) => string)): FieldRule =>
  byId(({ ids: { giftRegistry } }) => {
    const others = typeof more === 'string' ? more : more(giftRegistry);
    return `(giftRegistryUid: ${q(giftRegistry.uid)}, ${others})`;
  });
const pieces = ({ simple }: Catalog): string => `cart_items: [{ data: { sku: ${q(simple.sku)}, quantity: 1 } }]`;
const home = `{ firstname: "Eve", lastname: "Magpie", street: ["2 Oak St"], city: "Los Angeles", region_id: 12, postcode: "90001", country_code: "US", telephone: "1" }`;
const urls = 'cancel_url: "a", return_url: "b"';

/** Every field of `Query`. */
export const queryRules: Readonly<Record<string, FieldRule>> = {
  giftRegistry: byId(({ ids }) => `(giftRegistryUid: ${q(ids.giftRegistry.uid)})`),
  giftRegistryEmailSearch: shared('(email: "ada@example.com")'),
  giftRegistryIdSearch: shared(({ ids }) => `(giftRegistryUid: ${q(ids.giftRegistry.uid)})`),
  giftRegistryTypeSearch: shared(({ mark }) => `(firstName: "Ada", lastName: ${q(mark)})`),
  giftRegistryTypes: shared(),
  recaptchaFormConfig: shared('(formType: CONTACT)'),
  recaptchaV3Config: shared(),
  robotsConfig: shared(),
  searchTerm: shared('(Search: "thing")'),
  storeConfig: shared(),
  availableStores: shared(),
  route: shared('(url: "thing.html")'),
  urlResolver: shared('(url: "thing.html")'),
  dataServicesStorefrontInstanceContext: shared(),
  experienceConnectorContext: shared(),
  countries: shared(),
  country: shared('(id: "US")'),
  currency: shared(),
  attributesForm: shared('(formCode: "customer_account_create")'),
  attributesList: shared('(entityType: CUSTOMER)'),
  customAttributeMetadata: shared('(attributes: [{ attribute_code: "name", entity_type: "catalog_product" }])'),
  customAttributeMetadataV2: shared('(attributes: [{ attribute_code: "name", entity_type: "catalog_product" }])'),
  customer: own(),
  // Neither of the two customers is a user of a company.
  company: closed(),
  isCompanyAdminEmailAvailable: own('(email: "free@example.com")'),
  isCompanyEmailAvailable: own('(email: "free@example.com")'),
  isCompanyRoleNameAvailable: closed('(name: "Buyer")'),
  isCompanyUserEmailAvailable: closed('(email: "free@example.com")'),
  sharedRequisitionList: closed('(token: "x")'),
  negotiableQuote: closed('(uid: "x")'),
  negotiableQuotes: closed(),
  negotiableQuoteTemplate: closed('(templateId: "1")'),
  negotiableQuoteTemplates: closed(),
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
  dynamicBlocks: byId(({ ids }) => `(input: { type: SPECIFIED, cart_id: ${q(ids.mask)} })`, '{ items { uid } }'),
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
  gift_registry: byId(({ ids }) => `(giftRegistryUid: ${q(ids.giftRegistry.uid)})`),
  return: byId(({ ids }) => `(uid: ${q(ids.returnUid)})`),
  // Neither of the two customers is a user of a company: they get null.
  purchase_order: closed('(uid: "MQ==")'),
  purchase_order_approval_rule: closed('(uid: "MQ==")'),
  purchase_orders: closed(),
  requisition_lists: byId(({ ids }) => `(filter: { uids: { eq: ${q(ids.requisitionLists[0])} } })`),
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
  completeOrder: closed(({ ids }) => `(input: { cartId: ${q(ids.mask)}, id: "1" })`),
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
  addProductsToNewCart: shared((_, { simple }) => `(cartItems: [{ sku: ${q(simple.sku)}, quantity: 1 }])`),
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
  moveCartItemsToGiftRegistry: byId(
    ({ ids }) => `(cartUid: ${q(ids.mask)}, giftRegistryUid: ${q(ids.giftRegistry.uid)})`,
  ),
  clearCart: byId(({ ids }) => `(input: { uid: ${q(ids.mask)} })`, '{ cart { id } }'),
  clearCustomerCart: byId(({ ids }) => `(cartUid: ${q(ids.mask)})`, '{ cart { id } }'),
  reorderItems: byId(({ ids }) => `(orderNumber: ${q(ids.order.number)})`),
  placeOrder: byId(cart()),
  // The cart is an order by now.
  setPaymentMethodAndPlaceOrder: closed(cart('payment_method: { code: "checkmo" }')),
  setCartAsInactive: closed(({ ids }) => `(cartId: ${q(ids.mask)})`),
  cancelOrder: byId(
    ({ ids }) => `(input: { order_id: ${q(ids.openOrder.uid)}, reason: "The order was placed by mistake" })`,
  ),
  requestGuestOrderCancel: closed('(input: { token: "x", reason: "Other" })'),
  confirmCancelOrder: closed(({ ids }) => `(input: { order_id: ${q(ids.openOrder.uid)}, confirmation_key: "x" })`),
  acceptCompanyInvitation: closed('(input: { code: "x", user: { company_id: "MQ==", customer_id: "MQ==" } })'),
  createCompany: shared(
    '(input: { company_name: "Works", company_email: "works@example.com", company_admin: { email: "chief@example.com", firstname: "E", lastname: "M" }, legal_address: { street: ["1 A"], city: "Fresno", region: { region_code: "CA" }, postcode: "93650", country_id: US, telephone: "1" } })',
  ),
  updateCompany: closed('(input: { company_name: "Works" })'),
  createCompanyUser: closed(
    '(input: { email: "clerk@example.com", firstname: "E", lastname: "M", job_title: "Clerk", telephone: "1", role_id: "MQ==", status: ACTIVE })',
  ),
  updateCompanyUser: closed('(input: { id: "MQ==", job_title: "Clerk" })'),
  deleteCompanyUser: closed('(id: "MQ==")'),
  deleteCompanyUserV2: closed('(id: "MQ==")'),
  createCompanyRole: closed('(input: { name: "Buyer", permissions: [] })'),
  updateCompanyRole: closed('(input: { id: "MQ==", name: "Buyer" })'),
  deleteCompanyRole: closed('(id: "MQ==")'),
  createCompanyTeam: closed('(input: { name: "West" })'),
  updateCompanyTeam: closed('(input: { id: "MQ==", name: "West" })'),
  deleteCompanyTeam: closed('(id: "MQ==")'),
  updateCompanyStructure: closed('(input: { tree_id: "MQ==", parent_tree_id: "Mg==" })'),
  assignChildCompany: closed('(input: { parent_company_id: "MQ==", child_company_id: "Mg==" })'),
  unassignChildCompany: closed('(input: { child_company_id: "MQ==" })'),
  requestNegotiableQuote: closed(
    ({ ids }) => `(input: { cart_id: ${q(ids.mask)}, quote_name: "Q", comment: { comment: "C" } })`,
  ),
  updateNegotiableQuoteQuantities: closed(
    '(input: { quote_uid: "x", items: [{ quote_item_uid: "MQ==", quantity: 1 }] })',
  ),
  removeNegotiableQuoteItems: closed('(input: { quote_uid: "x", quote_item_uids: ["MQ=="] })'),
  moveLineItemToRequisitionList: closed(
    '(input: { quote_uid: "x", quote_item_uid: "MQ==", requisition_list_uid: "MQ==" })',
  ),
  setLineItemNote: closed('(input: { quote_uid: "x", quote_item_uid: "MQ==", note: "N" })'),
  renameNegotiableQuote: closed('(input: { quote_uid: "x", quote_name: "Q" })'),
  duplicateNegotiableQuote: closed('(input: { quote_uid: "x", duplicated_quote_uid: "y" })'),
  initiateUpload: closed('(input: { key: "terms.txt", media_resource_type: NEGOTIABLE_QUOTE_ATTACHMENT })'),
  finishUpload: closed('(input: { key: "terms.txt", media_resource_type: NEGOTIABLE_QUOTE_ATTACHMENT })'),
  sendNegotiableQuoteForReview: closed('(input: { quote_uid: "x" })'),
  closeNegotiableQuotes: closed('(input: { quote_uids: ["x"] })'),
  deleteNegotiableQuotes: closed('(input: { quote_uids: ["x"] })'),
  setNegotiableQuoteShippingAddress: closed(`(input: { quote_uid: "x", shipping_addresses: [{ address: ${home} }] })`),
  setNegotiableQuoteBillingAddress: closed(`(input: { quote_uid: "x", billing_address: { address: ${home} } })`),
  setNegotiableQuoteShippingMethods: closed(
    '(input: { quote_uid: "x", shipping_methods: [{ carrier_code: "flatrate", method_code: "flatrate" }] })',
  ),
  setNegotiableQuotePaymentMethod: closed('(input: { quote_uid: "x", payment_method: { code: "checkmo" } })'),
  placeNegotiableQuoteOrder: closed('(input: { quote_uid: "x" })'),
  placeNegotiableQuoteOrderV2: closed('(input: { quote_uid: "x" })'),
  addPurchaseOrderComment: closed('(input: { purchase_order_uid: "MQ==", comment: "x" })'),
  addPurchaseOrderItemsToCart: closed(
    ({ ids }) => `(input: { purchase_order_uid: "MQ==", cart_id: ${q(ids.mask)}, replace_existing_cart_items: false })`,
  ),
  approvePurchaseOrders: closed('(input: { purchase_order_uids: ["MQ=="] })'),
  cancelPurchaseOrders: closed('(input: { purchase_order_uids: ["MQ=="] })'),
  rejectPurchaseOrders: closed('(input: { purchase_order_uids: ["MQ=="] })'),
  validatePurchaseOrders: closed('(input: { purchase_order_uids: ["MQ=="] })'),
  placeOrderForPurchaseOrder: closed('(input: { purchase_order_uid: "MQ==" })'),
  placePurchaseOrder: closed(cart()),
  createPurchaseOrderApprovalRule: closed(
    '(input: { name: "x", applies_to: [], approvers: ["MA=="], status: ENABLED, condition: { attribute: NUMBER_OF_SKUS, operator: MORE_THAN, quantity: 1 } })',
  ),
  deletePurchaseOrderApprovalRule: closed('(input: { approval_rule_uids: ["MQ=="] })'),
  updatePurchaseOrderApprovalRule: closed('(input: { uid: "MQ==", status: DISABLED })'),
  acceptNegotiableQuoteTemplate: closed(template()),
  cancelNegotiableQuoteTemplate: closed(template()),
  deleteNegotiableQuoteTemplate: closed(template()),
  generateNegotiableQuoteFromTemplate: closed(template()),
  openNegotiableQuoteTemplate: closed(template()),
  removeNegotiableQuoteTemplateItems: closed(template('item_uids: ["MQ=="]')),
  requestNegotiableQuoteTemplateFromQuote: closed(cart()),
  setNegotiableQuoteTemplateShippingAddress: closed(template('shipping_address: { customer_address_uid: "MQ==" }')),
  setQuoteTemplateExpirationDate: closed(template('expiration_date: "2090-01-01"')),
  setQuoteTemplateLineItemNote: closed('(input: { templateId: "1", item_uid: "MQ==", note: "In red" })'),
  submitNegotiableQuoteTemplateForReview: closed(template()),
  updateNegotiableQuoteTemplateQuantities: closed(template('items: [{ item_id: "MQ==", quantity: 1 }]')),
  createGiftRegistry: own(
    '(giftRegistry: { gift_registry_type_uid: "MQ==", event_name: "E", message: "M", privacy_settings: PRIVATE, status: ACTIVE, registrants: [{ firstname: "E", lastname: "E", email: "e@example.com" }], dynamic_attributes: [{ code: "event_country", value: "US" }, { code: "event_date", value: "2031-01-01" }] })',
  ),
  updateGiftRegistry: registryRule('giftRegistry: { event_name: "Eve", privacy_settings: PUBLIC }'),
  addGiftRegistryRegistrants: registryRule(
    'registrants: [{ firstname: "E", lastname: "E", email: "e@example.com", dynamic_attributes: [{ code: "role", value: "Bride" }] }]',
  ),
  updateGiftRegistryRegistrants: registryRule(
    ({ registrants }) => `registrants: [{ gift_registry_registrant_uid: ${q(registrants[0])}, firstname: "Eve" }]`,
  ),
  removeGiftRegistryRegistrants: registryRule(({ registrants }) => `registrantsUid: ${list([registrants[1]])}`),
  updateGiftRegistryItems: registryRule(
    ({ items }) => `items: [{ gift_registry_item_uid: ${q(items[0])}, quantity: 4, note: "Eve" }]`,
  ),
  removeGiftRegistryItems: registryRule(({ items }) => `itemsUid: ${list([items[1]])}`),
  shareGiftRegistry: registryRule(
    'sender: { name: "E", message: "M" }, invitees: [{ name: "N", email: "n@example.com" }]',
  ),
  removeGiftRegistry: registryRule(''),
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
  createRequisitionList: own('(input: { name: "Eve" })'),
  updateRequisitionList: byId(
    ({ ids }) => `(requisitionListUid: ${q(ids.requisitionLists[0])}, input: { name: "Eve" })`,
  ),
  addProductsToRequisitionList: byId(
    ({ ids }, { simple }) =>
      `(requisitionListUid: ${q(ids.requisitionLists[0])}, requisitionListItems: [{ sku: ${q(simple.sku)} }])`,
  ),
  updateRequisitionListItems: byId(
    ({ ids }) =>
      `(requisitionListUid: ${q(ids.requisitionLists[0])}, requisitionListItems: [{ item_id: ${q(ids.requisitionItems[0])}, quantity: 3 }])`,
  ),
  addRequisitionListItemsToCart: byId(({ ids }) => `(requisitionListUid: ${q(ids.requisitionLists[0])})`),
  copyItemsBetweenRequisitionLists: byId(
    ({ ids }) =>
      `(sourceRequisitionListUid: ${q(ids.requisitionLists[0])}, destinationRequisitionListUid: ${q(ids.requisitionLists[1])}, requisitionListItem: { requisitionListItemUids: ${list([ids.requisitionItems[0]])} })`,
  ),
  moveItemsBetweenRequisitionLists: byId(
    ({ ids }) =>
      `(sourceRequisitionListUid: ${q(ids.requisitionLists[0])}, destinationRequisitionListUid: ${q(ids.requisitionLists[1])}, requisitionListItem: { requisitionListItemUids: ${list([ids.requisitionItems[0]])} })`,
  ),
  deleteRequisitionListItems: byId(
    ({ ids }) =>
      `(requisitionListUid: ${q(ids.requisitionLists[1])}, requisitionListItemUids: ${list([ids.requisitionItems[1]])})`,
  ),
  // Neither of the two customers is a user of a company.
  shareRequisitionListByEmail: closed(
    ({ ids }) => `(input: { requisitionListUid: ${q(ids.requisitionLists[0])}, customerUids: ["MQ=="] })`,
  ),
  shareRequisitionListByToken: closed(({ ids }) => `(requisitionListUid: ${q(ids.requisitionLists[0])})`),
  importSharedRequisitionList: closed('(token: "x")'),
  deleteRequisitionList: byId(({ ids }) => `(requisitionListUid: ${q(ids.requisitionLists[1])})`),
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
  // The order of a guest is that of the token alone, and its key is emailed.
  requestGuestReturn: closed(
    ({ ids }) => `(input: { token: "x", items: [{ order_item_uid: ${q(ids.orderItem.uid)}, quantity_to_return: 1 }] })`,
  ),
  confirmReturn: closed(({ ids }) => `(input: { order_id: ${q(ids.order.uid)}, confirmation_key: "x" })`),
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
