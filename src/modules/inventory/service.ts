import { inStock } from './in-stock.ts';
import { deduct, putBack, release, reserve, reserveAgain, unreserved } from './reservations.ts';
import { salable } from './stock-items.ts';

/** What the inventory offers to the modules after it. */
interface InventoryService {
  /** Whether products can be sold, and how many of each. */
  readonly salable: typeof salable;
  /** The SQL condition by which catalogues show products. */
  readonly inStock: typeof inStock;
  /** What can be sold of products: their stock less what is ordered and not yet shipped. */
  readonly unreserved: typeof unreserved;
  /** Reserves stock in the transaction of an order. */
  readonly reserve: typeof reserve;
  /** Reserves stock for an order that had reserved it before. */
  readonly reserveAgain: typeof reserveAgain;
  /** Gives reserved stock back in the transaction of a cancellation. */
  readonly release: typeof release;
  /** Takes reserved stock out in the transaction of a shipment, or of an invoice for what is not shipped. */
  readonly deduct: typeof deduct;
  /** Puts stock back in the transaction of a return. */
  readonly putBack: typeof putBack;
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
  unreserved,
  reserve,
  reserveAgain,
  release,
  deduct,
  putBack,
};
