import type { Call } from '../../kernel/call.ts';
import type { Quantity } from '../../kernel/units.ts';
import { returned } from './lifecycle/transitions.ts';
import { typeOf, type StoredOrder } from './order.ts';
import { orderOfGuest } from './graphql/guest-orders.ts';
import { noteOnOrder } from './orders/comments.ts';
import { storeMovedOrder } from './orders/moved.ts';
import { dropConfirmations, findConfirmed, requestConfirmation } from './orders/confirmations.ts';
import { printParcel } from './print/print.ts';
import { nextNumber, passNumber } from './records/numbers.ts';
import { mostOrdered, orderedWith } from './records/ordered-products.ts';
import { purchasesOf } from './records/purchases.ts';
import {
  findOrders,
  findOrdersOfCarts,
  getOrder,
  lockOrder,
  orderIdsAfter,
  saveOrderAndItems,
} from './records/rows.ts';
import { shipOrder } from './shipments/create.ts';
import { addTransaction } from './transactions.ts';

export type { PrintedAddress } from './print/printable.ts';

/** The service of orders, `call.services.sales`. */
interface SalesService {
  /** The order with an id. Throws 404. */
  readonly order: typeof getOrder;
  /** Orders by id, in two queries. */
  readonly orders: typeof findOrders;
  /** Ids of the orders behind one, in order: to go through all of them. */
  readonly idsAfter: typeof orderIdsAfter;
  /** The orders of carts, by cart id, in three queries. */
  readonly ordersOfCarts: typeof findOrdersOfCarts;
  /** The customers' purchases, by customer and store view; one query. */
  readonly purchases: typeof purchasesOf;
  /** The products that most orders have, and those that are ordered together with others. */
  readonly mostOrdered: typeof mostOrdered;
  readonly orderedWith: typeof orderedWith;
  /** Type of an item's product. */
  readonly typeOf: typeof typeOf;
  /**
   * Locks and reads an order until the transaction ends, for a change that does not affect its money or its state.
   * Throws 404.
   */
  lock(call: Call, id: number): Promise<StoredOrder>;
  /** Adds `pieces` (units by id of the item) to the returned units of a locked order. */
  countReturned(call: Call, order: StoredOrder, pieces: ReadonlyMap<number, Quantity>): Promise<void>;
  /**
   * Ships items of an order without the checks for shipments by hand. Throws 404, and 400 when its state or the stock
   * does not allow it.
   */
  readonly ship: typeof shipOrder;
  readonly note: typeof noteOnOrder;
  /** The next number of a kind of document in a store view. */
  readonly nextNumber: typeof nextNumber;
  /** Lets later numbers of a kind of document begin behind one of another shop. */
  readonly passNumber: typeof passNumber;
  /** The label of a parcel that a buyer sends back, as PDF. */
  readonly printParcel: typeof printParcel;
  readonly addTransaction: typeof addTransaction;
  /** Stores an order of another shop with its documents, unchanged and without effects on stock; within a transaction. */
  readonly storeMovedOrder: typeof storeMovedOrder;
  /** The order of a guest by its token. Throws for an unknown token, and for the order of a customer. */
  readonly orderOfGuest: typeof orderOfGuest;
  /** Requests of guests about their orders, which emailed keys confirm. */
  readonly requestConfirmation: typeof requestConfirmation;
  readonly findConfirmed: typeof findConfirmed;
  readonly dropConfirmations: typeof dropConfirmations;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    sales: SalesService;
  }
}

/** Creates the module's service. */
export function createSalesService(): SalesService {
  return {
    order: getOrder,
    orders: findOrders,
    idsAfter: orderIdsAfter,
    ordersOfCarts: findOrdersOfCarts,
    purchases: purchasesOf,
    mostOrdered,
    orderedWith,
    typeOf,
    lock: (call, id) => lockOrder(call, id, { isAside: true }),
    countReturned: async (call, order, pieces) => {
      await saveOrderAndItems(call, returned(order, pieces));
    },
    ship: shipOrder,
    note: noteOnOrder,
    nextNumber,
    passNumber,
    printParcel,
    addTransaction,
    storeMovedOrder,
    orderOfGuest,
    requestConfirmation,
    findConfirmed,
    dropConfirmations,
  };
}
