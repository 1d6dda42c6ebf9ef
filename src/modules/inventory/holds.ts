import type { Call } from '../../kernel/call.ts';
import { decimal } from '../../kernel/money.ts';
import { readStockBefore, type StockBefore } from './ample-stock.ts';
import { takeFromDefault, giveBackToDefault } from './default-source.ts';
import { inventoryErrors } from './errors.ts';
import {
  DEFAULT_SOURCE,
  DEFAULT_STOCK,
  otherStocks,
  stockOfCall,
  type Quantities,
  type TakenPieces,
} from './extensions.ts';
import {
  managed,
  releasePieces,
  reservedChanged,
  reservePieces,
  reservePiecesAgain,
  type Pieces,
} from './reservations.ts';

/**
 * The stock that an order holds: reserved units, and units taken from sources. It is stored with the order and changes
 * with it. An order never returns more units than it took.
 */
export interface StockHold {
  readonly stockId: number;
  /** Reserved units by product id. */
  readonly reserved: Readonly<Record<number, number>>;
  readonly taken: readonly TakenPieces[];
}

/** Origin of units: a source code, or the sources of the stock by priority. */
type LeavingFrom = { readonly source: string } | 'by priority';

/**
 * The hold of a new order on these units, in the stock of the call's website. Omits composite products and products
 * without stock management; empty while `can_subtract` is off. Reserves nothing; see `reserve`.
 */
export async function holdOf(call: Call, pieces: readonly Pieces[]): Promise<StockHold> {
  const reserved = await managed(call, pieces);
  return { stockId: stockOfCall(call), reserved: Object.fromEntries(reserved), taken: [] };
}

/** The stock of a new order's units, for `reserve`; see `readStockBefore`. */
export function stockBefore(call: Call, hold: StockHold): Promise<StockBefore> | undefined {
  return readStockBefore(call, hold.stockId, new Map(entriesOf(hold.reserved)));
}

/** Reserves the units of a new order's hold; see `reservePieces`. */
export async function reserve(call: Call, hold: StockHold, before?: StockBefore): Promise<void> {
  await reservePieces(call, hold.stockId, new Map(entriesOf(hold.reserved).sort(([a], [b]) => a - b)), before);
}

/**
 * The hold of an order from before holds were stored: units not yet shipped are reserved, and shipped units came from
 * the default source.
 */
export async function earlierHold(call: Call, waiting: readonly Pieces[], gone: readonly Pieces[]): Promise<StockHold> {
  const reserved = await managed(call, waiting);
  const shippedUnits = await managed(call, gone);
  return {
    stockId: DEFAULT_STOCK,
    reserved: Object.fromEntries(reserved),
    taken: [...shippedUnits].map(([productId, qty]) => ({ source: DEFAULT_SOURCE, productId, qty })),
  };
}

/** Releases the reserved units of a cancelled order. */
export async function release(call: Call, hold: StockHold, pieces: readonly Pieces[]): Promise<StockHold> {
  const released = within(pieces, new Map(entriesOf(hold.reserved)));
  await releasePieces(call, hold.stockId, released);
  await reservedChanged(call, [...released.keys()]);
  return { ...hold, reserved: without(hold.reserved, released) };
}

/** Takes reserved units out of their sources, for a shipment or an invoice. Throws when a named source has too few. */
export async function deduct(
  call: Call,
  hold: StockHold,
  pieces: readonly Pieces[],
  from: LeavingFrom,
): Promise<StockHold> {
  const leaving = within(pieces, new Map(entriesOf(hold.reserved)));
  if (leaving.size === 0) return hold;
  await releasePieces(call, hold.stockId, leaving);
  const takenPieces = await take(call, hold.stockId, leaving, from);
  // The stock item changes of the default source have already been recorded.
  const others = takenPieces.filter(({ source }) => source !== DEFAULT_SOURCE).map(({ productId }) => productId);
  await reservedChanged(call, others);
  return { ...hold, reserved: without(hold.reserved, leaving), taken: [...hold.taken, ...takenPieces] };
}

/** Returns units to their original sources. */
export async function putBack(call: Call, hold: StockHold, pieces: readonly Pieces[]): Promise<StockHold> {
  const { returned, remaining } = lastTaken(hold.taken, pieces);
  await giveBack(call, returned);
  return { ...hold, taken: remaining };
}

/** Returns units to their sources and reserves them again for the order. */
export async function reserveAgain(call: Call, hold: StockHold, pieces: readonly Pieces[]): Promise<StockHold> {
  const { returned, remaining } = lastTaken(hold.taken, pieces);
  await giveBack(call, returned);
  const again = await reservePiecesAgain(call, hold.stockId, sumsOf(returned));
  return { ...hold, reserved: withMore(hold.reserved, again), taken: remaining };
}

/** Reserves more units for an order, regardless of the current stock. Skips products without stock management. */
export async function reserveMore(call: Call, hold: StockHold, pieces: readonly Pieces[]): Promise<StockHold> {
  const more = await reservePiecesAgain(call, hold.stockId, await managed(call, pieces));
  return { ...hold, reserved: withMore(hold.reserved, more) };
}

function withMore(reserved: StockHold['reserved'], more: Quantities): StockHold['reserved'] {
  const sums = [...more].map(
    ([id, qty]) =>
      [
        id,
        decimal(reserved[id] ?? 0)
          .plus(qty)
          .toNumber(),
      ] as const,
  );
  return { ...reserved, ...Object.fromEntries(sums) };
}

/** The source of a shipment: the named one, the only one of the order's stock, or the default one. */
export function sourceOf(call: Call, hold: Pick<StockHold, 'stockId'> | undefined, named: string | undefined): string {
  const isDefault = !hold || hold.stockId === DEFAULT_STOCK;
  return named ?? (isDefault ? undefined : otherStocks(call)?.soleSource(call, hold.stockId)) ?? DEFAULT_SOURCE;
}

async function take(
  call: Call,
  stockId: number,
  pieces: Quantities,
  from: LeavingFrom,
): Promise<readonly TakenPieces[]> {
  const others = otherStocks(call);
  const isOther = from === 'by priority' ? stockId !== DEFAULT_STOCK : from.source !== DEFAULT_SOURCE;
  // Without other stocks there is a single source, so its name is not checked.
  if (isOther && others) {
    const takenPieces = await others.take(call, pieces, from === 'by priority' ? { stockId } : from);
    if (!takenPieces) throw inventoryErrors.notShipped();
    return takenPieces;
  }
  await takeFromDefault(call, pieces, { isBounded: from !== 'by priority' });
  return [...pieces].map(([productId, qty]) => ({ source: DEFAULT_SOURCE, productId, qty }));
}

async function giveBack(call: Call, pieces: readonly TakenPieces[]): Promise<void> {
  const own = pieces.filter(({ source }) => source === DEFAULT_SOURCE);
  await giveBackToDefault(call, sumsOf(own));
  const others = pieces.filter(({ source }) => source !== DEFAULT_SOURCE);
  if (others.length > 0) await otherStocks(call)?.giveBack(call, others);
}

/** The sums of units by product, limited by `there`. */
function within(pieces: readonly Pieces[], there: Quantities): Map<number, number> {
  const sums = sumsOf(pieces);
  const bounded = [...sums].map(([id, qty]) => [id, Math.min(qty, there.get(id) ?? 0)] as const);
  return new Map(bounded.filter(([, qty]) => qty > 0).sort(([a], [b]) => a - b));
}

function sumsOf(pieces: readonly { readonly productId: number; readonly qty: number }[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { productId, qty } of pieces) {
    sums.set(
      productId,
      decimal(sums.get(productId) ?? 0)
        .plus(qty)
        .toNumber(),
    );
  }
  return sums;
}

/** The units that were taken last, up to these quantities, and the remaining ones. */
function lastTaken(
  takenPieces: readonly TakenPieces[],
  pieces: readonly Pieces[],
): { readonly returned: TakenPieces[]; readonly remaining: TakenPieces[] } {
  const quantities = sumsOf(pieces);
  const returned: TakenPieces[] = [];
  const remaining = takenPieces.toReversed().flatMap((one) => {
    const missing = quantities.get(one.productId) ?? 0;
    const qty = Math.min(one.qty, missing);
    if (qty <= 0) return [one];
    quantities.set(one.productId, decimal(missing).minus(qty).toNumber());
    returned.push({ ...one, qty });
    const left = decimal(one.qty).minus(qty).toNumber();
    return left > 0 ? [{ ...one, qty: left }] : [];
  });
  return { returned, remaining: remaining.toReversed() };
}

function without(quantities: StockHold['reserved'], units: Quantities): StockHold['reserved'] {
  const left = entriesOf(quantities).map(
    ([id, qty]) =>
      [
        id,
        decimal(qty)
          .minus(units.get(id) ?? 0)
          .toNumber(),
      ] as const,
  );
  return Object.fromEntries(left.filter(([, qty]) => qty > 0));
}

function entriesOf(quantities: StockHold['reserved']): [number, number][] {
  return Object.entries(quantities).map(([id, qty]) => [Number(id), qty]);
}
