import type { GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCompany, newUser } from '../company/shop.ts';
import { newCard } from '../gift-card-account/cards.ts';
import { templatesOf } from '../negotiable-quote/templates-shop.ts';
import { fill } from '../company-credit/shop.ts';
import {
  act,
  BUYER,
  LEADER,
  newPurchaseOrderCompany,
  placeFor,
  ruleInput,
  SETTING,
  userAllowed,
} from '../purchase-order/shop.ts';
import { makeProduct } from '../quote/shop.ts';
import { registrant, registryInput } from '../gift-registry/storefront.ts';
import { engines } from '../storage/databases.ts';
import { criteria, ok, unique, type Answer } from '../support/client.ts';
import { newCustomer, PASSWORD } from '../support/customers.ts';
import { fullMutation, mutationsWithPayload, readSchema } from '../support/full-payloads.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';

/**
 * The payload of a mutation is resolved after its transaction. Nothing in it may run queries on that transaction, however deep a client
 * selects and whoever calls.
 */

/** Levels of objects that are selected of each payload. */
const DEPTH = 5;

const address = {
  firstname: 'Ada',
  lastname: 'Example',
  street: ['1 Main St'],
  city: 'Los Angeles',
  region: 'California',
  region_id: 12,
  postcode: '90001',
  country_code: 'US',
  telephone: '1',
};
const { region_id, region, ...bookAddress } = address;
const storedAddress = { ...bookAddress, region: { region, region_id } };
const estimatedAddress = { country_code: 'US', region: { region_id: 12 }, postcode: '90001' };
const flatrate = { carrier_code: 'flatrate', method_code: 'flatrate' };

/** Mutations whose payloads other tests select; they need providers, or records that take long to make. */
const notCalled = new Set([
  'addBundleProductsToCart',
  'addConfigurableProductsToCart',
  'addDownloadableProductsToCart',
  'addReturnComment',
  'addReturnTracking',
  'acceptCompanyInvitation',
  'applyRewardPointsToCart',
  'applyStoreCreditToCart',
  'completeOrder',
  'confirmEmail',
  'confirmReturn',
  'contactUs',
  // Colleagues have fields that nobody but themselves sees.
  'createCompany',
  'createCompanyUser',
  'updateCompanyUser',
  'createPayflowProToken',
  'createPaymentOrder',
  'createPaypalExpressToken',
  'createProductReview',
  'createVaultCardPaymentToken',
  'createVaultCardSetupToken',
  'deletePaymentToken',
  'exchangeExternalCustomerToken',
  'exchangeOtpForCustomerToken',
  'generateCustomerTokenAsAdmin',
  'handlePayflowProResponse',
  'placeNegotiableQuoteOrderV2',
  'redeemGiftCardBalanceAsStoreCredit',
  'removeReturnTracking',
  'removeRewardPointsFromCart',
  'removeStoreCreditFromCart',
  'requestGuestReturn',
  'requestReturn',
  'revokeCustomerToken',
  'selectFreeGift',
  'selectFreeGiftForCart',
  'sendEmailToFriend',
  'setGiftOptionsOnCart',
  'subscribeEmailToNewsletter',
]);

describe.each(engines)('payloads of mutations on %s', (engine) => {
  let here: Here;
  let schema: GraphQLSchema;
  let skus: string[];
  let card: string;
  let coupon: string;
  const called = new Set<string>();

  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({
      'souk/graphql/complexity': '1000000',
      'souk/graphql/depth': '100',
      'souk/graphql/rows': '100000000',
      'souk/attempts/address': '100000',
      'sales/cancellation/enabled': '1',
    });
    schema = await readSchema(graphqlClient(here));
    skus = [
      await makeProduct(here),
      await makeProduct(here),
      await makeProduct(here, { type_id: 'virtual', weight: null }),
    ];
    card = (await newCard(here, 5)).code;
    coupon = unique('coupon');
    const rule = {
      name: coupon,
      website_ids: [1],
      customer_group_ids: [0, 1],
      is_active: true,
      coupon_type: 'SPECIFIC_COUPON',
      simple_action: 'by_percent',
      discount_amount: 10,
    };
    const { rule_id } = ok(await here.admin.post('/V1/salesRules', { rule }));
    ok(await here.admin.post('/V1/coupons', { coupon: { rule_id, code: coupon } }));
  });
  afterAll(() => here?.stop());

  /** Calls mutations with all of their payload selected; a failure that nobody planned fails the test. */
  function caller(client: GraphQLClient) {
    return async (name: string, variables: object = {}): Promise<Answer['body']> => {
      called.add(name);
      const answer = await client.send(fullMutation(schema, name, DEPTH), variables);
      const problems = (answer.body.errors ?? []) as { message: string; path: unknown[] }[];
      expect(problems, `${name}: ${here.logged.slice(-1).join()}`).toEqual([]);
      return answer.body.data[name];
    };
  }

  async function customer() {
    const { id, email } = await newCustomer(here);
    const client = graphqlClient(here, (await here.callerOf('customer', id)).token);
    return { id: Number(id), email: String(email), client, run: caller(client) };
  }

  /** Fills a cart, changes it in every way and orders it. */
  async function buy(
    run: ReturnType<typeof caller>,
    cartId: string,
    email: string | undefined,
  ): Promise<Answer['body']> {
    const input = { cart_id: cartId };
    const item = (sku: string) => ({ data: { sku, quantity: 1 } });
    await run('addProductsToCart', { cartId, cartItems: [{ sku: skus[0], quantity: 2 }] });
    const direct = await run('addProductsToNewCart', { cartItems: [{ sku: skus[0], quantity: 1 }] });
    await run('setCartAsInactive', { cartId: direct.cart.id });
    await run('addSimpleProductsToCart', { input: { ...input, cart_items: [item(skus[1]!)] } });
    await run('addVirtualProductsToCart', { input: { ...input, cart_items: [item(skus[2]!)] } });
    const estimate = { input: { ...input, address: estimatedAddress } };
    await run('estimateShippingMethods', estimate);
    await run('estimateTotals', { input: { ...estimate.input, shipping_method: flatrate } });
    if (email) await run('setGuestEmailOnCart', { input: { ...input, email } });
    await run('setBillingAddressOnCart', { input: { ...input, billing_address: { address } } });
    await run('setShippingAddressesOnCart', { input: { ...input, shipping_addresses: [{ address }] } });
    const shipped = await run('setShippingMethodsOnCart', { input: { ...input, shipping_methods: [flatrate] } });
    const [first, second] = shipped.cart.items;
    const changed = { cart_item_uid: first.uid, quantity: 1 };
    await run('updateCartItems', { input: { ...input, cart_items: [changed] } });
    await run('removeItemFromCart', { input: { ...input, cart_item_uid: second.uid } });
    await run('applyGiftCardToCart', { input: { ...input, gift_card_code: card } });
    await run('removeGiftCardFromCart', { input: { ...input, gift_card_code: card } });
    await run('applyCouponToCart', { input: { ...input, coupon_code: coupon } });
    await run('removeCouponFromCart', { input });
    await run('applyCouponsToCart', { input: { ...input, coupon_codes: [coupon], type: 'REPLACE' } });
    await run('removeCouponsFromCart', { input: { ...input, coupon_codes: [coupon] } });
    const payment_method = { code: 'checkmo' };
    await run('setPaymentMethodOnCart', { input: { ...input, payment_method } });
    const { orderV2, errors } = email
      ? await run('setPaymentMethodAndPlaceOrder', { input: { ...input, payment_method } })
      : await run('placeOrder', { input });
    expect(errors).toEqual([]);
    return orderV2;
  }

  test('of a guest’s cart', async () => {
    const run = caller(graphqlClient(here));
    const { cart } = await run('createGuestCart');
    const { id, token } = await buy(run, cart.id, 'ada@example.com');
    await run('requestGuestOrderCancel', { input: { token, reason: 'Other' } });
    await run('confirmCancelOrder', { input: { order_id: id, confirmation_key: 'none' } });
  });

  test('of a customer’s cart and orders', async () => {
    const { client, run } = await customer();
    const { customerCart } = await client.data('{ customerCart { id } }');
    const { number } = await buy(run, customerCart.id, undefined);
    await run('reorderItems', { orderNumber: number });
    const own = await client.data('{ customerCart { id } customer { orders { items { id } } } }');
    await run('cancelOrder', { input: { order_id: own.customer.orders.items[0].id, reason: 'Other' } });
    const guest = caller(graphqlClient(here));
    const [merged, assigned] = [(await guest('createGuestCart')).cart.id, (await guest('createGuestCart')).cart.id];
    await run('mergeCarts', { source_cart_id: merged, destination_cart_id: own.customerCart.id });
    await run('clearCart', { input: { uid: own.customerCart.id } });
    await run('assignCustomerToGuestCart', { cart_id: assigned });
  });

  test('of wish lists', async () => {
    await here.configure({ 'wishlist/general/multiple_enabled': '1' });
    const { client, run } = await customer();
    const item = { sku: skus[0], quantity: 1 };
    const { wishlist } = await run('addProductsToWishlist', { wishlistId: '0', wishlistItems: [item] });
    const [wish] = wishlist.items_v2.items;
    const change = { wishlist_item_id: wish.id, quantity: 2 };
    await run('updateProductsInWishlist', { wishlistId: wishlist.id, wishlistItems: [change] });
    const other = (await run('createWishlist', { input: { name: 'Other', visibility: 'PRIVATE' } })).wishlist.id;
    await run('updateWishlist', { wishlistId: other, name: 'Another', visibility: 'PUBLIC' });
    const places = { sourceWishlistUid: wishlist.id, destinationWishlistUid: other };
    const moved = [{ wishlist_item_id: wish.id, quantity: 1 }];
    await run('copyProductsBetweenWishlists', { ...places, wishlistItems: moved });
    await run('moveProductsBetweenWishlists', { ...places, wishlistItems: moved });
    await run('deleteWishlist', { wishlistId: other });
    await client.data('{ customerCart { id } }');
    await run('addWishlistItemsToCart', { wishlistId: wishlist.id, wishlistItemIds: [wish.id] });
    await run('removeProductsFromWishlist', { wishlistId: wishlist.id, wishlistItemsIds: [wish.id] });
    await run('clearWishlist', { wishlistId: wishlist.id });
  });

  test('of requisition lists', async () => {
    await here.configure({ 'btob/website_configuration/requisition_list_active': '1' });
    const { run } = await customer();
    const item = { sku: skus[0], quantity: 1 };
    const create = async (name: string): Promise<string> =>
      (await run('createRequisitionList', { input: { name } })).requisition_list.uid;
    const [from, to] = [await create('From'), await create('To')];
    await run('updateRequisitionList', { requisitionListUid: from, input: { name: 'Office' } });
    const added = { requisitionListUid: from, requisitionListItems: [item] };
    const { requisition_list } = await run('addProductsToRequisitionList', added);
    const [{ uid }] = requisition_list.items.items;
    const change = { requisitionListUid: from, requisitionListItems: [{ item_id: uid, quantity: 2 }] };
    await run('updateRequisitionListItems', change);
    const { cart } = await run('addRequisitionListItemsToCart', {
      requisitionListUid: from,
      requisitionListItemUids: [uid],
    });
    await run('clearCustomerCart', { cartUid: cart.id });
    const places = { sourceRequisitionListUid: from, destinationRequisitionListUid: to };
    const items = { requisitionListItem: { requisitionListItemUids: [uid] } };
    await run('copyItemsBetweenRequisitionLists', { ...places, ...items });
    await run('moveItemsBetweenRequisitionLists', { ...places, ...items });
    const [listed] = (await run('addProductsToRequisitionList', added)).requisition_list.items.items;
    await run('deleteRequisitionListItems', { requisitionListUid: from, requisitionListItemUids: [listed.uid] });
    await run('deleteRequisitionList', { requisitionListUid: from });
  });

  test('of shared requisition lists', async () => {
    await here.configure({
      'btob/website_configuration/requisition_list_active': '1',
      'btob/requisition_list_sharing/enabled': '1',
    });
    const { boss, company } = await newCompany(here);
    const user = await newUser(here, company);
    const as = async (id: number) => caller(graphqlClient(here, (await here.callerOf('customer', id)).token));
    const run = await as(boss.id);
    const { uid: requisitionListUid } = (await run('createRequisitionList', { input: { name: 'Office' } }))
      .requisition_list;
    await run('shareRequisitionListByEmail', { input: { requisitionListUid, customerUids: [btoa(String(user.id))] } });
    const { token } = await run('shareRequisitionListByToken', { requisitionListUid });
    await (
      await as(user.id)
    )('importSharedRequisitionList', { token });
  });

  test('of gift registries', async () => {
    const { client, run } = await customer();
    await run('createCustomerAddress', { input: { ...storedAddress, default_shipping: true } });
    const { gift_registry: made } = await run('createGiftRegistry', { giftRegistry: registryInput() });
    const of = { giftRegistryUid: made.uid };
    const { customerCart } = await client.data('{ customerCart { id } }');
    await run('addProductsToCart', { cartId: customerCart.id, cartItems: [{ sku: skus[0], quantity: 1 }] });
    const moved = await run('moveCartItemsToGiftRegistry', { ...of, cartUid: customerCart.id });
    const [{ uid: item }] = moved.gift_registry.items;
    await run('updateGiftRegistryItems', { ...of, items: [{ gift_registry_item_uid: item, quantity: 2 }] });
    await run('removeGiftRegistryItems', { ...of, itemsUid: [item] });
    await run('updateGiftRegistry', { ...of, giftRegistry: { event_name: 'Ours' } });
    const added = await run('addGiftRegistryRegistrants', { ...of, registrants: [registrant()] });
    const [{ uid }] = added.gift_registry.registrants;
    const changed = [{ gift_registry_registrant_uid: uid, firstname: 'Jo' }];
    await run('updateGiftRegistryRegistrants', { ...of, registrants: changed });
    await run('removeGiftRegistryRegistrants', { ...of, registrantsUid: [uid] });
    const invitees = [{ name: 'Bo', email: 'bo@example.com' }];
    await run('shareGiftRegistry', { ...of, sender: { name: 'Jo', message: 'Come' }, invitees });
    await run('removeGiftRegistry', of);
  });

  test('of compare lists', async () => {
    const products = await Promise.all(
      skus.map(async (sku) => String(ok(await here.admin.get(`/V1/products/${sku}`)).id)),
    );
    const guest = caller(graphqlClient(here));
    const { uid } = await guest('createCompareList', { input: { products: products.slice(0, 1) } });
    await guest('addProductsToCompareList', { input: { uid, products } });
    await guest('removeProductsFromCompareList', { input: { uid, products: products.slice(1) } });
    const { run } = await customer();
    await run('assignCompareListToCustomer', { uid });
    await run('deleteCompareList', { uid });
  });

  test('of accounts and their addresses', async () => {
    const guest = caller(graphqlClient(here));
    const person = () => ({ email: `${unique('p')}@example.com`, firstname: 'A', lastname: 'B', password: PASSWORD });
    await guest('createCustomer', { input: person() });
    await guest('createCustomerV2', { input: person() });
    const { email, run } = await customer();
    await guest('generateCustomerToken', { email, password: PASSWORD });
    const { id, uid } = await run('createCustomerAddress', { input: storedAddress });
    await run('updateCustomerAddress', { id, input: { city: 'Oakland' } });
    await run('updateCustomerAddressV2', { uid, input: { city: 'Fresno' } });
    await run('updateCustomer', { input: { firstname: 'C' } });
    await run('updateCustomerV2', { input: { firstname: 'D' } });
    await run('updateCustomerEmail', { email: `${unique('p')}@example.com`, password: PASSWORD });
    await run('changeCustomerPassword', { currentPassword: PASSWORD, newPassword: `${PASSWORD}4` });
  });

  test('of roles and teams of companies', async () => {
    const { boss, company } = await newCompany(here);
    const run = caller(graphqlClient(here, (await here.callerOf('customer', boss.id)).token));
    const { role } = await run('createCompanyRole', {
      input: { name: 'Clerk', permissions: ['Magento_Company::index'] },
    });
    await run('updateCompanyRole', { input: { id: role.id, name: 'Buyer' } });
    await run('deleteCompanyRole', { id: role.id });
    const { team: west } = await run('createCompanyTeam', { input: { name: 'West' } });
    const { team } = await run('createCompanyTeam', { input: { name: 'East', target_id: west.structure_id } });
    await run('updateCompanyTeam', { input: { id: team.id, name: 'North' } });
    const place = { tree_id: team.structure_id, parent_tree_id: west.structure_id };
    await run('updateCompanyStructure', { input: place });
    await run('deleteCompanyTeam', { id: team.id });
    await run('updateCompany', { input: { legal_name: 'Works Ltd' } });
    const [one, two] = [await newUser(here, company), await newUser(here, company)];
    await run('deleteCompanyUser', { id: btoa(String(one.id)) });
    await run('deleteCompanyUserV2', { id: btoa(String(two.id)) });
  });

  test('of parent and child companies', async () => {
    const [parent, child] = [await newCompany(here), await newCompany(here)];
    const { id } = parent.boss;
    const [parentId, company_id] = [parent.company.id, child.company.id];
    ok(await here.admin.post('/V1/customers/companies', { companyAttributes: { customer_id: id, company_id } }));
    const permissions = [{ resource_id: 'Magento_Company::edit_account', permission: 'allow' }];
    const role = ok(
      await here.admin.post('/V1/company/role', { role: { role_name: 'Owner', company_id, permissions } }),
    );
    ok(await here.admin.put('/V1/company/assignRoles', { userId: id, roles: [{ id: role.id }] }));
    const run = caller(graphqlClient(here, (await here.callerOf('customer', id)).token));
    const ids = { parent_company_id: btoa(String(parentId)), child_company_id: btoa(String(company_id)) };
    await run('assignChildCompany', { input: ids });
    await run('unassignChildCompany', { input: { child_company_id: ids.child_company_id } });
  });

  test('of negotiable quotes', async () => {
    const { boss } = await newCompany(here);
    const client = graphqlClient(here, (await here.callerOf('customer', boss.id)).token);
    const run = caller(client);
    const { id } = (await client.data('{ customerCart { id } }')).customerCart;
    await run('addProductsToCart', {
      cartId: id,
      cartItems: skus.slice(0, 3).map((sku) => ({ sku, quantity: 1 })),
    });
    const file = { key: 'terms.txt', media_resource_type: 'NEGOTIABLE_QUOTE_ATTACHMENT' };
    const { key, upload_url } = await run('initiateUpload', { input: file });
    await fetch(`${here.base}${new URL(upload_url).pathname}`, { method: 'PUT', body: 'Terms' });
    await run('finishUpload', { input: { ...file, key } });
    const comment = { comment: 'Please' };
    const { quote } = await run('requestNegotiableQuote', {
      input: { cart_id: id, quote_name: 'Spring', comment: { ...comment, attachments: [{ key }] }, is_draft: true },
    });
    const input = { quote_uid: quote.uid };
    const [first, second, third] = quote.items;
    const items = [{ quote_item_uid: first.uid, quantity: 2 }];
    await here.configure({ 'btob/website_configuration/requisition_list_active': '1' });
    const { requisition_list: list } = await run('createRequisitionList', { input: { name: 'Later' } });
    const moved = { quote_item_uid: third.uid, requisition_list_uid: list.uid };
    await run('moveLineItemToRequisitionList', { input: { ...input, ...moved } });
    await run('updateNegotiableQuoteQuantities', { input: { ...input, items } });
    await run('removeNegotiableQuoteItems', { input: { ...input, quote_item_uids: [second.uid] } });
    await run('setLineItemNote', { input: { ...input, quote_item_uid: first.uid, note: 'In blue' } });
    await run('renameNegotiableQuote', { input: { ...input, quote_name: 'Summer', quote_comment: 'Later' } });
    await run('duplicateNegotiableQuote', { input: { ...input, duplicated_quote_uid: unique('copy') } });
    await run('setNegotiableQuoteShippingAddress', { input: { ...input, shipping_addresses: [{ address }] } });
    await run('sendNegotiableQuoteForReview', { input: { ...input, comment } });
    const found = ok(
      await here.admin.get(`/V1/carts/search?${criteria([[{ field: 'customer_id', value: boss.id }]])}`),
    ).items.find(({ items_count }: { items_count: number }) => items_count > 0);
    ok(await here.admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId: found.id }));
    await run('setNegotiableQuoteBillingAddress', { input: { ...input, billing_address: { address } } });
    await run('setNegotiableQuoteShippingMethods', { input: { ...input, shipping_methods: [flatrate] } });
    await run('setNegotiableQuotePaymentMethod', { input: { ...input, payment_method: { code: 'checkmo' } } });
    const { order } = await run('placeNegotiableQuoteOrder', { input });
    expect(order.order_number).toBeTruthy();
    await run('closeNegotiableQuotes', { input: { quote_uids: [quote.uid] } });
    await run('deleteNegotiableQuotes', { input: { quote_uids: [quote.uid] } });
  });

  test('of purchase orders', async () => {
    await here.configure({ [SETTING]: '1' });
    const of = await newPurchaseOrderCompany(here);
    const boss = caller(of.boss.gql);
    const rule = await boss('createPurchaseOrderApprovalRule', { input: ruleInput([LEADER]) });
    await boss('updatePurchaseOrderApprovalRule', { input: { uid: rule.uid, description: 'Large ones' } });
    const rights = ['view_approval_rules', 'manage_approval_rules'].map((one) => `Magento_PurchaseOrderRule::${one}`);
    const buyer = await userAllowed(here, of, ...BUYER, ...rights);
    const run = caller(buyer.gql);
    const first = await placeFor(here, buyer);
    await run('addPurchaseOrderComment', { input: { purchase_order_uid: first, comment: 'Please' } });
    const several = (uid: string) => ({ input: { purchase_order_uids: [uid] } });
    await run('validatePurchaseOrders', several(first));
    // Most fields of a colleague are closed to others, so that these name no purchase order.
    await boss('approvePurchaseOrders', several('x'));
    await boss('rejectPurchaseOrders', several('x'));
    await run('cancelPurchaseOrders', several(await placeFor(here, buyer)));
    const { id } = (await buyer.gql.data('{ customerCart { id } }')).customerCart;
    await run('addPurchaseOrderItemsToCart', {
      input: { purchase_order_uid: first, cart_id: id, replace_existing_cart_items: false },
    });
    await fill(here, buyer.me);
    await run('setPaymentMethodOnCart', { input: { cart_id: id, payment_method: { code: 'checkmo' } } });
    const { purchase_order: placed } = await run('placePurchaseOrder', { input: { cart_id: id } });
    await here.configure({ 'carriers/flatrate/price': '6' });
    await act(of.boss, 'approve', placed.uid);
    await here.configure({ 'carriers/flatrate/price': '5' });
    await run('placeOrderForPurchaseOrder', { input: { purchase_order_uid: placed.uid } });
    await boss('deletePurchaseOrderApprovalRule', { input: { approval_rule_uids: [rule.uid] } });
  });

  test('of quote templates', async () => {
    const shop = templatesOf(here);
    const buyer = await shop.newBuyer();
    const client = graphqlClient(here, buyer.me.token);
    const run = caller(client);
    const [quote] = (await client.data('{ negotiableQuotes { items { uid } } }')).negotiableQuotes.items;
    const from = { input: { cart_id: quote.uid } };
    const { template_id, items } = await run('requestNegotiableQuoteTemplateFromQuote', from);
    const input = { template_id };
    const [item] = items;
    const quantities = [{ item_id: item.uid, quantity: 3 }];
    await run('updateNegotiableQuoteTemplateQuantities', { input: { ...input, items: quantities } });
    await run('setQuoteTemplateExpirationDate', { input: { ...input, expiration_date: '2090-01-01' } });
    await run('setQuoteTemplateLineItemNote', {
      input: { templateId: template_id, item_uid: item.uid, note: 'In blue' },
    });
    const moved = { ...input, shipping_address: { address } };
    await run('setNegotiableQuoteTemplateShippingAddress', { input: moved });
    await run('submitNegotiableQuoteTemplateForReview', { input: { ...input, name: 'Monthly', comment: 'Please' } });
    ok(await shop.act(here.admin, 'submitToCustomer', template_id));
    await run('acceptNegotiableQuoteTemplate', { input });
    await run('generateNegotiableQuoteFromTemplate', { input });
    await run('cancelNegotiableQuoteTemplate', { input });
    await run('openNegotiableQuoteTemplate', { input });
    await run('removeNegotiableQuoteTemplateItems', { input: { ...input, item_uids: [item.uid] } });
  });

  test('of product alerts', async () => {
    await here.configure({ 'catalog/productalert/allow_price': '1', 'catalog/productalert/allow_stock': '1' });
    const { run } = await customer();
    for (const kind of ['Price', 'Stock']) {
      await run(`subscribeProductAlert${kind}`, { input: { sku: skus[0] } });
      await run(`unsubscribeProductAlert${kind}`, { input: { sku: skus[0] } });
      await run(`unsubscribeProductAlert${kind}All`);
    }
  });

  test('are all of the schema, but for named exceptions', () => {
    const uncalled = mutationsWithPayload(schema).filter((name) => !called.has(name));
    expect(new Set(uncalled)).toEqual(notCalled);
  });
});
