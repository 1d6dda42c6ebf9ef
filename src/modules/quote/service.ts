import type { Call } from '../../kernel/call.ts';
import { withoutGranted, type StoredCart } from './cart/cart.ts';
import type { CartTotals } from './totals/totals.ts';
import {
  cartIdsOf,
  customerOfCart,
  findByMask,
  findCarts,
  findCustomersCarts,
  getActiveCart,
  getActiveMaskedCart,
  getCart,
  getMaskedCart,
  ownCartId,
} from './cart/load.ts';
import { couponsOf } from './cart/coupons.ts';
import { currenciesOf } from './cart/currency.ts';
import { inStore } from './cart/scope.ts';
import { changeCart } from './change/cart.ts';
import { copyInto } from './change/assign.ts';
import { assignBillingAddress } from './change/billing.ts';
import { applyCoupon, removeCoupons, tryCoupons } from './change/coupons.ts';
import { createCartApart } from './change/create.ts';
import { changeDefaultCompany, closeCartsOf, moveCartsOfCompanies } from './change/move.ts';
import { grantItem, removeItem } from './change/items.ts';
import { giveMask, saveCart } from './change/save.ts';
import { saveItems } from './change/update.ts';
import { showAddress } from './addresses/address.ts';
import { methodsOf, selectedMethod } from './graphql/addresses.ts';
import { addProducts, customOptionsOf, inStorefrontWords, optionsByUids, userErrorOf } from './graphql/add-products.ts';
import { customersCart, evaluatedOf, changeOwnCart, ownCart } from './graphql/carts.ts';
import { checkedChoices, filledOptions } from './graphql/checked-choices.ts';
import { setBilling, setShipping } from './graphql/addressing.ts';
import { pay, setMethod } from './graphql/checkout-mutations.ts';
import { chosenProducts } from './graphql/choices.ts';
import { removeAllItems } from './graphql/clearing.ts';
import { addAll, toAdd } from './graphql/item-mutations.ts';
import { customizableOptions, shownItems } from './graphql/items.ts';
import { shownPayment, shownPayments } from './graphql/payments.ts';
import { placeCart } from './graphql/placing.ts';
import { nameOf } from './items/extensions/item-product.ts';
import { loadProducts, readCartAhead } from './items/products.ts';
import { requirePlaceable } from './place/place.ts';
import { evaluate, type EvaluatedCart } from './totals/evaluate.ts';
import { showTotals } from './totals/show.ts';
import { estimateByAddressId, estimateShipping, estimateToPlace } from './show/shipping-methods.ts';
import { isVirtualCart, isVirtualItem, skuOf } from './items/tree.ts';
import {
  calculateTotals,
  offeredMethods,
  order,
  payAndOrder,
  savePaymentInformation,
  saveShippingInformation,
} from './checkout.ts';

export type { StoredCart, StoredCartItem } from './cart/cart.ts';
export type { EvaluatedCart } from './totals/evaluate.ts';

/** The service of carts, `call.services.quote`. */
interface QuoteService {
  /** The cart with an id, active or not. Throws 404. */
  readonly cart: typeof getCart;
  /** The cart that a guest knows by a mask, active or not. Throws 404. */
  readonly maskedCart: typeof getMaskedCart;
  /** The active cart with an id. Throws 404. */
  readonly activeCart: typeof getActiveCart;
  /** The active cart that a guest knows by a mask. Throws 404. */
  readonly activeMaskedCart: typeof getActiveMaskedCart;
  /** Carts by id, active or not, in one query. */
  readonly carts: typeof findCarts;
  /** A query for the ids of customers' carts, as part of another query. */
  readonly cartIdsOf: typeof cartIdsOf;
  readonly customerOfCart: typeof customerOfCart;
  /** The cart that storefronts know by an id, of any owner; undefined when not found. */
  readonly cartByMask: typeof findByMask;
  /** The cart with an id for storefronts; it gets one if it has none. */
  readonly giveMask: typeof giveMask;
  /** The active carts of customers for their default companies: one a website at most. One query. */
  readonly customersCarts: typeof findCustomersCarts;
  readonly moveCartsOfCompanies: typeof moveCartsOfCompanies;
  readonly changeDefaultCompany: typeof changeDefaultCompany;
  readonly closeCartsOf: typeof closeCartsOf;
  /** Id of the calling customer's cart; null for callers who are no customers. Throws 404. */
  readonly ownCartId: typeof ownCartId;
  /** Whether nothing in a cart, or of an item, is shipped. */
  readonly isVirtualCart: typeof isVirtualCart;
  readonly isVirtualItem: typeof isVirtualItem;
  /** The SKU of an item with its choices. */
  readonly skuOf: typeof skuOf;
  /** The items of a cart without granted ones. */
  readonly withoutGranted: typeof withoutGranted;
  /** Products by id as carts need them, for the call's store view. */
  readonly itemProducts: typeof loadProducts;
  /** Begins to read the products of a cart that the call is going to evaluate. */
  readonly readCartAhead: typeof readCartAhead;
  /** SKU and name of an item of an evaluated cart, as responses and orders have them. */
  readonly itemSku: typeof skuOf;
  itemName(node: EvaluatedCart['nodes'][number]): string;
  /** The currencies of a cart, and the rates from the base currency. */
  readonly currencies: typeof currenciesOf;
  /** The call in the store view of a cart. */
  readonly inStore: typeof inStore;
  /** A cart with its items and totals at the time of the call. */
  readonly evaluate: typeof evaluate;
  /** Totals as the wire has them. */
  readonly showTotals: typeof showTotals;
  /** The totals of a cart at the time of the call. */
  readonly totals: typeof totalsOf;
  /** The shipping methods for a cart to an address; none for a cart that is empty or not shipped. */
  readonly estimateToPlace: typeof estimateToPlace;
  /** Writes a cart, unless it was changed since it was read. */
  readonly saveCart: typeof saveCart;
  /** As `saveCart`, for a change that may change the totals; removes a coupon that is no longer valid. */
  readonly changeCart: typeof changeCart;
  /** The coupons of a cart, in the order in which they were entered. */
  readonly couponsOf: typeof couponsOf;
  /** Evaluates a cart with other coupons, as input for `changeCart`. Throws for a cart without items. */
  readonly tryCoupons: typeof tryCoupons;
  /** Creates a cart beside a customer's own one. Throws 404 for an unknown customer. */
  readonly createCartApart: typeof createCartApart;
  /** Copies the items, the shipping address and the shipping method of a cart into another one of the same customer. */
  readonly copyInto: typeof copyInto;
  /** Changes the items of a request that have an id, and adds the others; returns the cart. */
  readonly saveItems: typeof saveItems;
  /** Removes an item and its components. Throws 404 for an item of another cart. */
  readonly removeItem: typeof removeItem;
  /** Adds a granted product to a cart. */
  readonly grantItem: typeof grantItem;
  // Operations of storefronts on carts.
  readonly addProducts: typeof addProducts;
  readonly addAll: typeof addAll;
  readonly toAdd: typeof toAdd;
  readonly customOptionsOf: typeof customOptionsOf;
  readonly optionsByUids: typeof optionsByUids;
  readonly userErrorOf: typeof userErrorOf;
  readonly inStorefrontWords: typeof inStorefrontWords;
  readonly customizableOptions: typeof customizableOptions;
  readonly chosenProducts: typeof chosenProducts;
  readonly checkedChoices: typeof checkedChoices;
  readonly filledOptions: typeof filledOptions;
  readonly removeAllItems: typeof removeAllItems;
  readonly customersCart: typeof customersCart;
  readonly storefrontCart: typeof ownCart;
  readonly changeStorefrontCart: typeof changeOwnCart;
  readonly evaluatedOf: typeof evaluatedOf;
  readonly shownItems: typeof shownItems;
  // Steps of a storefront's checkout, for carts that the caller may change.
  readonly setShipping: typeof setShipping;
  readonly setBilling: typeof setBilling;
  readonly setMethod: typeof setMethod;
  readonly pay: typeof pay;
  readonly placeCart: typeof placeCart;
  readonly methodsOf: typeof methodsOf;
  readonly selectedMethod: typeof selectedMethod;
  readonly shownPayments: typeof shownPayments;
  readonly shownPayment: typeof shownPayment;
  // Steps of the checkout of a cart.
  readonly showAddress: typeof showAddress;
  readonly assignBillingAddress: typeof assignBillingAddress;
  readonly applyCoupon: typeof applyCoupon;
  readonly removeCoupons: typeof removeCoupons;
  readonly estimateShipping: typeof estimateShipping;
  readonly estimateByAddressId: typeof estimateByAddressId;
  readonly saveShippingInformation: typeof saveShippingInformation;
  readonly calculateTotals: typeof calculateTotals;
  readonly offeredMethods: typeof offeredMethods;
  readonly savePaymentInformation: typeof savePaymentInformation;
  /** The payment method of a cart that can be ordered. Throws where the checks before an order fail. */
  readonly requirePlaceable: typeof requirePlaceable;
  /** Sets the payment and orders the cart, in transactions of its own; returns the order id. */
  readonly payAndOrder: typeof payAndOrder;
  /** As `payAndOrder`, with the stored payment where the request has none. */
  readonly order: typeof order;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    quote: QuoteService;
  }
}

async function totalsOf(call: Call, cart: StoredCart): Promise<CartTotals> {
  return (await evaluate(call, cart)).totals;
}

/** Creates the module's service. */
export function createQuoteService(): QuoteService {
  return {
    cart: getCart,
    maskedCart: getMaskedCart,
    activeCart: getActiveCart,
    activeMaskedCart: getActiveMaskedCart,
    carts: findCarts,
    cartIdsOf,
    customerOfCart,
    cartByMask: findByMask,
    giveMask,
    customersCarts: findCustomersCarts,
    moveCartsOfCompanies,
    changeDefaultCompany,
    closeCartsOf,
    ownCartId,
    isVirtualCart,
    isVirtualItem,
    skuOf,
    withoutGranted,
    itemProducts: loadProducts,
    readCartAhead,
    itemSku: skuOf,
    itemName: ({ product }) => nameOf(product),
    currencies: currenciesOf,
    inStore,
    evaluate,
    showTotals,
    totals: totalsOf,
    estimateToPlace,
    saveCart,
    changeCart,
    couponsOf,
    tryCoupons,
    createCartApart,
    copyInto,
    saveItems,
    removeItem,
    grantItem,
    addProducts,
    addAll,
    toAdd,
    customOptionsOf,
    optionsByUids,
    userErrorOf,
    inStorefrontWords,
    customizableOptions,
    chosenProducts,
    checkedChoices,
    filledOptions,
    removeAllItems,
    customersCart,
    storefrontCart: ownCart,
    changeStorefrontCart: changeOwnCart,
    evaluatedOf,
    shownItems,
    setShipping,
    setBilling,
    setMethod,
    pay,
    placeCart,
    methodsOf,
    selectedMethod,
    shownPayments,
    shownPayment,
    showAddress,
    assignBillingAddress,
    applyCoupon,
    removeCoupons,
    estimateShipping,
    estimateByAddressId,
    saveShippingInformation,
    calculateTotals,
    offeredMethods,
    savePaymentInformation,
    requirePlaceable,
    payAndOrder,
    order,
  };
}
