import type { Call } from '../../kernel/call.ts';
import { elementAt } from '../../kernel/lists.ts';
import { decimal } from '../../kernel/money.ts';
import { findOrders } from './records/rows.ts';
import { endedStates, holdOf } from './stock.ts';

/** Orders that are read at once. */
const PAGE = 500;

/** A product's reserved units in a stock, and the units that open orders need from it. */
export interface ReservationFault {
  readonly stockId: number;
  readonly productId: number;
  readonly reserved: number;
  readonly heldUnits: number;
}

/**
 * Reservations that differ from the open orders; normally none. Reads all orders that have not ended, in pages of some
 * hundred.
 */
export async function reservationFaults(call: Call): Promise<ReservationFault[]> {
  const heldByKey = await heldPieces(call);
  const reserved = await call.services.inventory.allReserved(call);
  const keys = [...new Set([...heldByKey.keys(), ...reserved.keys()])];
  return keys.flatMap((key) => {
    const [stockId, productId] = idsIn(key);
    const fault = { stockId, productId, reserved: reserved.get(key) ?? 0, heldUnits: heldByKey.get(key) ?? 0 };
    return fault.reserved === fault.heldUnits ? [] : [fault];
  });
}

/** The ids in a key `<stock> <product>`. */
function idsIn(key: string): [stockId: number, productId: number] {
  const space = key.indexOf(' ');
  return [Number(key.slice(0, space)), Number(key.slice(space + 1))];
}

/** Fixes reservations to match open orders; returns the fixed ones. Orders are locked meanwhile. */
export async function repairReservations(call: Call): Promise<ReservationFault[]> {
  return call.transaction(async (inside) => {
    await inside.services.inventory.lockReservations(inside);
    const faults = await reservationFaults(inside);
    await inside.services.inventory.setReserved(
      inside,
      faults.map(({ stockId, productId, heldUnits }) => ({ stockId, productId, qty: heldUnits })),
    );
    return faults;
  });
}

/** The units that open orders need, by `<stock> <product>`. */
async function heldPieces(call: Call): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  let after = 0;
  for (;;) {
    const rows = await call.db
      .selectFrom('sales_order')
      .select('id')
      .where('id', '>', after)
      .where('state', 'not in', endedStates)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const ids = rows.map(({ id }) => id);
    for (const order of (await findOrders(call, ids)).values()) {
      if (!order.reservesStock) continue;
      const { stockId, reserved } = await holdOf(call, order);
      for (const [productId, qty] of Object.entries(reserved)) {
        const key = `${stockId} ${productId}`;
        sums.set(
          key,
          decimal(sums.get(key) ?? 0)
            .plus(qty)
            .toNumber(),
        );
      }
    }
    if (ids.length < PAGE) return sums;
    after = elementAt(ids, -1);
  }
}
