import { getActiveCart, getActiveMaskedCart, ownCartId } from './cart/load.ts';
import { saveCart } from './cart/save.ts';
import { loadProducts } from './items/products.ts';
import { isVirtualCart, isVirtualItem } from './items/tree.ts';
import {
  calculateTotals,
  paymentDetails,
  payAndOrder,
  savePaymentInformation,
  saveShippingInformation,
} from './checkout.ts';

export type { Cart, CartItem } from './cart/cart.ts';
export type { PaymentInformation } from './checkout.ts';
export type {
  OrderDraft,
  OrderDraftAddress,
  OrderDraftItem,
  OrderDraftPayment,
  OrderDraftTax,
} from './order-draft-types.ts';

/** What carts offer to the modules after them. */
export interface QuoteService {
  /** The active cart with an id. Throws 404. */
  readonly activeCart: typeof getActiveCart;
  /** The active cart that a guest knows by a mask. Throws 404. */
  readonly activeMaskedCart: typeof getActiveMaskedCart;
  /** Id of the calling customer's cart; null for callers who are no customers. Throws 404. */
  readonly ownCartId: typeof ownCartId;
  /** Whether nothing of a cart, or of an item, is shipped. */
  readonly isVirtualCart: typeof isVirtualCart;
  readonly isVirtualItem: typeof isVirtualItem;
  /** Products by id as carts need them, for the call's store view. */
  readonly itemProducts: typeof loadProducts;
  /** Writes a changed cart, unless somebody else has changed it since it was read. */
  readonly saveCart: typeof saveCart;
  readonly saveShippingInformation: typeof saveShippingInformation;
  readonly calculateTotals: typeof calculateTotals;
  readonly paymentDetails: typeof paymentDetails;
  readonly savePaymentInformation: typeof savePaymentInformation;
  /** Sets the payment and orders, in transactions of its own; gives the id of the order. */
  readonly payAndOrder: typeof payAndOrder;
}

declare module '../../kernel/call.ts' {
  interface Services {
    quote: QuoteService;
  }
}

export function createQuoteService(): QuoteService {
  return {
    activeCart: getActiveCart,
    activeMaskedCart: getActiveMaskedCart,
    ownCartId,
    isVirtualCart,
    isVirtualItem,
    itemProducts: loadProducts,
    saveCart,
    saveShippingInformation,
    calculateTotals,
    paymentDetails,
    savePaymentInformation,
    payAndOrder,
  };
}
