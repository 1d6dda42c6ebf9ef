import type { Quantity } from '../../../kernel/units.ts';
import type { OrderCurrency } from '../amounts.ts';
import type { StoredOrder } from '../order.ts';
import type { TotalStep } from '../total-extensions.ts';
import { withAddedTotals, type AddedTotals } from './added-totals.ts';
import {
  linesWithAmounts,
  pricedLinesOf,
  shareLines,
  type DocumentAmounts,
  type DocumentTotals,
  type ItemRest,
  type LineAmounts,
} from './lines.ts';
import type { DocumentLine, OrderItemNode } from './quantities.ts';
import { DocumentRemainders } from './rounding.ts';

/** The specifics of the amounts of a kind of documents. */
interface DocumentTerms {
  readonly step: TotalStep;
  readonly rest: ItemRest;
  /** Units of an item that are open for further documents. A document with all of them is the last one. */
  openPieces(node: OrderItemNode): Quantity;
  readonly added: AddedTotals;
  /**
   * The totals of a document in a currency, from the amounts of its lines; `isLast`: no units remain for another one.
   */
  totals<C extends OrderCurrency>(document: {
    readonly lines: readonly LineAmounts<C>[];
    readonly currency: C;
    readonly isLast: boolean;
    readonly remainders: DocumentRemainders<C>;
  }): DocumentTotals<C>;
}

/** The amounts of a document with these lines, in both currencies, with its shares of added totals. */
export function documentAmounts(
  order: StoredOrder,
  nodes: readonly OrderItemNode[],
  lines: readonly DocumentLine[],
  { step, rest, openPieces, added, totals }: DocumentTerms,
): DocumentAmounts {
  const withAmounts = linesWithAmounts(lines);
  const quantities = new Map(lines.map(({ node, qty }) => [node.item.id, qty]));
  const isLast = nodes.every((node) => (quantities.get(node.item.id) ?? 0) >= openPieces(node));
  const amountsIn = <C extends OrderCurrency>(currency: C) => {
    const remainders = new DocumentRemainders<C>();
    const shares = shareLines(withAmounts, rest, currency, remainders);
    return { shares, totals: totals({ lines: shares, currency, isLast, remainders }) };
  };
  const [inOrder, inBase] = [amountsIn('order'), amountsIn('base')];
  const amounts: DocumentAmounts = {
    lines: pricedLinesOf(lines, { order: inOrder.shares, base: inBase.shares }),
    totals: { order: inOrder.totals, base: inBase.totals },
    added: new Map(),
  };
  return withAddedTotals(added, step, order, amounts, isLast);
}
