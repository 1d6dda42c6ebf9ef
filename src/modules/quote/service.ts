import type { Call } from '../../kernel/call.ts';
import { withoutGranted, type StoredCart } from './cart/cart.ts';
import type { CartTotals } from './totals/totals.ts';
import {
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
import { tryCoupons } from './change/coupons.ts';
import { grantItem } from './change/items.ts';
import { saveCart } from './change/save.ts';
import { addProducts, customOptionsOf, inStorefrontWords, optionsByUids, userErrorOf } from './graphql/add-products.ts';
import { customersCart, evaluatedOf, changeOwnCart, ownCart } from './graphql/carts.ts';
import { chosenProducts } from './graphql/choices.ts';
import { addAll, toAdd } from './graphql/item-mutations.ts';
import { customizableOptions } from './graphql/items.ts';
import { loadProducts } from './items/products.ts';
import { evaluate } from './totals/evaluate.ts';
import { showTotals } from './totals/show.ts';
import { estimateToPlace } from './show/shipping-methods.ts';
import { isVirtualCart, isVirtualItem } from './items/tree.ts';
import {
  calculateTotals,
  offeredMethods,
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
  /** The active carts of customers: one a website at most. One query. */
  readonly customersCarts: typeof findCustomersCarts;
  /** Id of the calling customer's cart; null for callers who are no customers. Throws 404. */
  readonly ownCartId: typeof ownCartId;
  /** Whether nothing in a cart, or of an item, is shipped. */
  readonly isVirtualCart: typeof isVirtualCart;
  readonly isVirtualItem: typeof isVirtualItem;
  /** The items of a cart without granted ones. */
  readonly withoutGranted: typeof withoutGranted;
  /** Products by id as carts need them, for the call's store view. */
  readonly itemProducts: typeof loadProducts;
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
  readonly customersCart: typeof customersCart;
  readonly storefrontCart: typeof ownCart;
  readonly changeStorefrontCart: typeof changeOwnCart;
  readonly evaluatedOf: typeof evaluatedOf;
  readonly saveShippingInformation: typeof saveShippingInformation;
  readonly calculateTotals: typeof calculateTotals;
  readonly offeredMethods: typeof offeredMethods;
  readonly savePaymentInformation: typeof savePaymentInformation;
  /** Sets the payment and orders the cart, in transactions of its own; returns the order id. */
  readonly payAndOrder: typeof payAndOrder;
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
    customersCarts: findCustomersCarts,
    ownCartId,
    isVirtualCart,
    isVirtualItem,
    withoutGranted,
    itemProducts: loadProducts,
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
    customersCart,
    storefrontCart: ownCart,
    changeStorefrontCart: changeOwnCart,
    evaluatedOf,
    saveShippingInformation,
    calculateTotals,
    offeredMethods,
    savePaymentInformation,
    payAndOrder,
  };
}
