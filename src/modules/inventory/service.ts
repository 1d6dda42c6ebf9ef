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
  stockBefore,
} from './holds.ts';
import { canBeSold, inStock, neverRunsOut, piecesIn, productsWhere } from './in-stock.ts';
import { allReserved, lockReservations, setReserved, unreserved, withUnreserved } from './reservations.ts';
import { salable } from './stock-items.ts';

export type { StockHold } from './holds.ts';

/** Inventory functions for other modules. */
interface InventoryService {
  /** Whether products can be sold, and in which quantities. */
  readonly salable: typeof salable;
  /** The SQL condition for products that catalogues show. */
  readonly inStock: typeof inStock;
  /** The SQL condition under which a stock can sell a product. */
  readonly canBeSold: typeof canBeSold;
  /** The SQL condition for products without stock management. */
  readonly neverRunsOut: typeof neverRunsOut;
  /** The units of products in a stock, as a query. */
  readonly piecesIn: typeof piecesIn;
  /** The products that meet an SQL condition. */
  readonly productsWhere: typeof productsWhere;
  /** The salable quantity of products: their stock less the ordered and unshipped units. */
  readonly unreserved: typeof unreserved;
  /** Reads products together with the rows that `unreserved` needs, which then costs no query. */
  readonly withUnreserved: typeof withUnreserved;
  // For repairs: all reservations, locked against concurrent changes.
  readonly allReserved: typeof allReserved;
  readonly lockReservations: typeof lockReservations;
  readonly setReserved: typeof setReserved;
  /** The stock that sells to the website of a call. */
  readonly stockOfCall: typeof stockOfCall;
  /** The hold of an order on these units. */
  readonly holdOf: typeof holdOf;
  /** Reads the stock of a hold before its order is written, for `reserve`. */
  readonly stockBefore: typeof stockBefore;
  /** Reserves a hold in the transaction of the order. */
  readonly reserve: typeof reserve;
  /** The hold of an order from before holds were stored. */
  readonly earlierHold: typeof earlierHold;
  /** Returns stock and reserves it again for the same order. */
  readonly reserveAgain: typeof reserveAgain;
  readonly reserveMore: typeof reserveMore;
  /** Releases reserved stock in the transaction of a cancellation. */
  readonly release: typeof release;
  /** Deducts reserved stock in the transaction of a shipment, or of an invoice for units that are not shipped. */
  readonly deduct: typeof deduct;
  /** The source of a shipment. */
  readonly sourceOf: typeof sourceOf;
  /** Returns stock in the transaction of a return. */
  readonly putBack: typeof putBack;
  /** Records which stock fields of products changed. */
  readonly noteStocks: typeof noteStocks;
  /** Records a change of the salable quantity for all products that meet a condition. */
  readonly noteSalesWhere: typeof noteSalesWhere;
  /** The items of the default source, as a query. */
  readonly defaultSourceItems: typeof defaultSourceItems;
  /** Sets the default source's items of products. */
  readonly setDefaultItems: typeof setDefaultItems;
}

declare module '../../kernel/merged-types.ts' {
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
  allReserved,
  lockReservations,
  setReserved,
  stockOfCall,
  holdOf,
  stockBefore,
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
