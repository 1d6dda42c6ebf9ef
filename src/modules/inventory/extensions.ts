import type { RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';

/** Units of a product in a stock, including ordered ones. */
export interface StockPieces {
  readonly qty: number;
  /** Whether a source of the stock lists the product as in stock. */
  readonly isInStock: boolean;
}

/** Units taken from a source for an order. */
export interface TakenPieces {
  readonly source: string;
  readonly productId: number;
  readonly qty: number;
}

/** Quantities by product id. */
export type Quantities = ReadonlyMap<number, number>;

/**
 * Stocks besides the default one, and the sources that hold their units. A module may contribute them. The default
 * stock has one source, whose items are the stock items.
 */
export interface OtherStocks {
  /** The ids of these stocks, from memory. */
  ids(call: Call): readonly number[];
  /** The stock that sells to a website; undefined for the default stock. From memory. */
  stockOf(call: Call, websiteId: number): number | undefined;
  /** A table of units by product and stock, with the columns `stock_id`, `product_id`, `quantity` and `is_in_stock`. */
  readonly table: RawBuilder<unknown>;
  /** The units of products in a stock; omits products without an item in the stock. One query. */
  piecesOf(call: Call, stockId: number, productIds: readonly number[]): Promise<ReadonlyMap<number, StockPieces>>;
  /** The source of a stock with exactly one source. */
  soleSource(call: Call, stockId: number): string | undefined;
  /**
   * Takes units out of a source, or out of the stock's sources by priority. Undefined when the source is unknown or has
   * too few units. By priority, the last source supplies the units that the others lack.
   */
  take(
    call: Call,
    pieces: Quantities,
    from: { readonly source: string } | { readonly stockId: number },
  ): Promise<readonly TakenPieces[] | undefined>;
  /** Returns units to their original sources. */
  giveBack(call: Call, pieces: readonly TakenPieces[]): Promise<void>;
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    otherStocks: OtherStocks;
  }
}

/** Id of the default stock, the only one unless a module contributes others. */
export const DEFAULT_STOCK = 1;
/** Code of the default stock's source. */
export const DEFAULT_SOURCE = 'default';

/** The contributed stocks besides the default one; undefined when no module contributes them. */
export function otherStocks(call: Call): OtherStocks | undefined {
  return call.contributions.otherStocks[0];
}

/** The stock that sells to the website of a call. */
export function stockOfCall(call: Call): number {
  return otherStocks(call)?.stockOf(call, call.scope.websiteId) ?? DEFAULT_STOCK;
}

/**
 * Whether backorders are unlimited. A threshold below zero limits them; the quantity is then compared with it as
 * without backorders. Source: documented behaviour of the out-of-stock threshold.
 */
export function isUnlimited({
  backorders,
  min_qty,
}: {
  readonly backorders?: number | null | undefined;
  readonly min_qty?: number | null | undefined;
}): boolean {
  return Boolean(backorders) && (min_qty ?? 0) >= 0;
}
