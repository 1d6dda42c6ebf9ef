import { ownTotals, type CartTotal, type OwnTotal } from './extensions.ts';

/** A module's total, with the total of every cart that it follows, directly or behind other modules' totals. */
export interface PlacedTotal {
  readonly total: CartTotal;
  readonly behind: OwnTotal;
}

const placed = new WeakMap<readonly CartTotal[], readonly PlacedTotal[]>();

/**
 * The totals of modules in order of computation, which does not depend on the order of the modules. Throws for a
 * duplicate code, and for a total that follows an unknown one.
 */
export function sequenceOf(totals: readonly CartTotal[]): readonly PlacedTotal[] {
  let sequence = placed.get(totals);
  if (!sequence) {
    sequence = placeTotals(totals);
    placed.set(totals, sequence);
  }
  return sequence;
}

function placeTotals(totals: readonly CartTotal[]): PlacedTotal[] {
  const codes = new Set<string>(ownTotals);
  for (const { code } of totals) {
    if (codes.has(code)) throw new Error(`Two totals of carts are called ${code}.`);
    codes.add(code);
  }
  for (const { code, after } of totals) {
    if (!codes.has(after))
      throw new Error(`The total ${code} of carts comes after ${after}, which is no total of carts.`);
  }
  const sequence: PlacedTotal[] = [];
  const placeBehind = (name: string, behind: OwnTotal): void => {
    for (const total of totals.filter(({ after }) => after === name)) {
      sequence.push({ total, behind });
      placeBehind(total.code, behind);
    }
  };
  for (const own of ownTotals) placeBehind(own, own);
  const circle = totals.filter((total) => !sequence.some((one) => one.total === total));
  if (circle.length > 0) {
    throw new Error(`Totals of carts that come after each other: ${circle.map(({ code }) => code).join(', ')}.`);
  }
  return sequence;
}
