import { noteSalesWhere, noteStocks } from './changes.ts';
import { defaultSourceItems, setDefaultItems } from './default-source.ts';
import { stockOfCall } from './extensions.ts';
import {
  deduct,
  earlierHold,
  holdOf,
  putBack,
  release,
  reserve,
  reserveAgain,
  reserveMore,
  sourceOf,
} from './holds.ts';
import { canBeSold, inStock, neverRunsOut, piecesIn, productsWhere } from './in-stock.ts';
import { allReserved, lockReservations, reservedOf, setReserved, unreserved, withUnreserved } from './reservations.ts';
import { salable } from './stock-items.ts';

export type { StockHold } from './holds.ts';

/** What the inventory offers to the modules after it. */
interface InventoryService {
  /** Whether products can be sold, and how many of each. */
  readonly salable: typeof salable;
  /** The SQL condition by which catalogues show products. */
  readonly inStock: typeof inStock;
  /** The SQL condition under which a stock can sell a product. */
  readonly canBeSold: typeof canBeSold;
  /** The SQL condition that the stock of a product is not managed. */
  readonly neverRunsOut: typeof neverRunsOut;
  /** What a stock has of products, as a query. */
  readonly piecesIn: typeof piecesIn;
  /** Those of some products that meet an SQL condition. */
  readonly productsWhere: typeof productsWhere;
  /** What can be sold of products: their stock less what is ordered and not yet shipped. */
  readonly unreserved: typeof unreserved;
  /** Reads products together with what `unreserved` needs of them, which then costs no query. */
  readonly withUnreserved: typeof withUnreserved;
  /** What is ordered of products and not yet shipped. */
  readonly reservedOf: typeof reservedOf;
  // For repairs: all reservations, while nobody else changes them.
  readonly allReserved: typeof allReserved;
  readonly lockReservations: typeof lockReservations;
  readonly setReserved: typeof setReserved;
  /** The stock that sells to the website of a call. */
  readonly stockOfCall: typeof stockOfCall;
  /** What an order of these pieces is to hold. */
  readonly holdOf: typeof holdOf;
  /** Reserves that in the transaction of the order. */
  readonly reserve: typeof reserve;
  /** What an order holds that was placed before holds were kept. */
  readonly earlierHold: typeof earlierHold;
  /** Puts stock back and reserves it once more, for an order that had it. */
  readonly reserveAgain: typeof reserveAgain;
  readonly reserveMore: typeof reserveMore;
  /** Gives reserved stock back in the transaction of a cancellation. */
  readonly release: typeof release;
  /** Takes reserved stock out in the transaction of a shipment, or of an invoice for what is not shipped. */
  readonly deduct: typeof deduct;
  /** The source that a shipment leaves from. */
  readonly sourceOf: typeof sourceOf;
  /** Puts stock back in the transaction of a return. */
  readonly putBack: typeof putBack;
  /** Notes which fields of the stock of products have changed. */
  readonly noteStocks: typeof noteStocks;
  /** Notes that what can be sold has changed of all products that meet a condition. */
  readonly noteSalesWhere: typeof noteSalesWhere;
  /** The items of the default source, as a query. */
  readonly defaultSourceItems: typeof defaultSourceItems;
  /** Sets what the default source has of products. */
  readonly setDefaultItems: typeof setDefaultItems;
}

declare module '../../kernel/call.ts' {
  interface Services {
    inventory: InventoryService;
  }
}

/** The module's service. */
export const inventoryService: InventoryService = {
  salable,
  inStock,
  canBeSold,
  neverRunsOut,
  piecesIn,
  productsWhere,
  unreserved,
  withUnreserved,
  reservedOf,
  allReserved,
  lockReservations,
  setReserved,
  stockOfCall,
  holdOf,
  reserve,
  earlierHold,
  reserveAgain,
  reserveMore,
  release,
  deduct,
  sourceOf,
  putBack,
  noteStocks,
  noteSalesWhere,
  defaultSourceItems,
  setDefaultItems,
};
