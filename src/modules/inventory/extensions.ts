import type { RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';

/** Pieces of a product in a stock, ordered ones included. */
export interface StockPieces {
  readonly qty: number;
  /** Whether a source of the stock says that it has the product in stock. */
  readonly isInStock: boolean;
}

/** Pieces that have left a source for an order. */
export interface TakenPieces {
  readonly source: string;
  readonly productId: number;
  readonly qty: number;
}

/** Quantities by product id. */
export type Quantities = ReadonlyMap<number, number>;

/**
 * Stocks besides the default one, and the sources that they have their pieces in. A module may contribute them. The default
 * stock has one source, whose pieces are the stock items.
 */
export interface OtherStocks {
  /** The ids of these stocks. From memory. */
  ids(call: Call): readonly number[];
  /** The stock that sells to a website; undefined where the default stock does. From memory. */
  stockOf(call: Call, websiteId: number): number | undefined;
  /** A table of the pieces of products by stock, with the columns `stock_id`, `product_id`, `quantity` and `is_in_stock`. */
  readonly table: RawBuilder<unknown>;
  /** The pieces of products in a stock; without those that the stock does not have. One query. */
  piecesOf(call: Call, stockId: number, productIds: readonly number[]): Promise<ReadonlyMap<number, StockPieces>>;
  /** The source that a stock has, if it has only one. */
  soleSource(call: Call, stockId: number): string | undefined;
  /**
   * Takes pieces out of a source, or out of those of a stock by priority. Undefined when the source is unknown or has too little;
   * by priority, the last source gives what the others lack.
   */
  take(
    call: Call,
    pieces: Quantities,
    from: { readonly source: string } | { readonly stockId: number },
  ): Promise<readonly TakenPieces[] | undefined>;
  /** Puts pieces back into the sources that they were taken from. */
  giveBack(call: Call, pieces: readonly TakenPieces[]): Promise<void>;
}

declare module '../../kernel/call.ts' {
  interface ContributionPoints {
    otherStocks: OtherStocks;
  }
}

/** The only stock of installations without further ones. */
export const DEFAULT_STOCK = 1;
/** The source of the default stock. */
export const DEFAULT_SOURCE = 'default';

/** The stocks besides the default one, if there can be any. */
export function otherStocks(call: Call): OtherStocks | undefined {
  return call.contributions.otherStocks[0];
}

/** The stock that sells to the website of a call. */
export function stockOfCall(call: Call): number {
  return otherStocks(call)?.stockOf(call, call.scope.websiteId) ?? DEFAULT_STOCK;
}

/**
 * Whether backorders have no limit. A threshold below zero is their limit: then it is compared with the quantity as without
 * backorders. Source: documented behaviour of the out-of-stock threshold.
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
