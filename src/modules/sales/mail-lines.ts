import type { Call } from '../../kernel/call.ts';
import { numberIn } from './amounts.ts';
import { customChoices, typeChoices } from './chosen-labels.ts';
import { itemType } from './item-type.ts';
import type { SalesMailLine } from './mail-templates.ts';
import { parentOf, type StoredItem, type StoredOrder } from './order.ts';

/** An item of an order or of one of its documents, as emails list it. */
export interface MailedItem {
  readonly orderItemId: number;
  readonly qty: number;
  /** Null for a line without an amount. */
  readonly amount: number | null;
}

/** The items of an order for its email. */
export function orderedItems({ items }: StoredOrder): MailedItem[] {
  return items.map(({ id, fields }) => ({
    orderItemId: id,
    qty: numberIn(fields, 'qty_ordered'),
    amount: numberIn(fields, 'row_total'),
  }));
}

/** The items of a document for its email; without amounts where the document has none. */
export function documentItems(
  items: readonly {
    readonly order_item_id: number;
    readonly qty?: number | null;
    readonly row_total?: number | null;
  }[],
): MailedItem[] {
  return items.map((item) => ({
    orderItemId: item.order_item_id,
    qty: numberIn(item, 'qty'),
    amount: item.row_total ?? null,
  }));
}

/**
 * The lines of an email, in the words of the call's store view: items with their choices. A component is a detail of its
 * composite item, or a line of its own if the document does not have that item.
 */
export async function mailLines(
  call: Call,
  { items }: StoredOrder,
  mailed: readonly MailedItem[],
): Promise<SalesMailLine[]> {
  const known = new Map(items.map((item) => [item.id, item]));
  const rows = mailed.flatMap((row) => {
    const item = known.get(row.orderItemId);
    return item ? [{ ...row, item, parent: parentOf(item, known) }] : [];
  });
  const listed = new Set(rows.map(({ item }) => item.id));
  const isLine = ({ parent }: (typeof rows)[number]): boolean => !parent || !listed.has(parent.id);
  const lines = rows.filter(isLine);
  const choices = await choicesOf(
    call,
    lines.map(({ item }) => item),
  );
  return lines.map(({ item, qty, amount }) => ({
    name: item.fields.name ?? '',
    sku: item.fields.sku ?? '',
    qty,
    amount,
    choices: choices.get(item.id) ?? [],
    components: componentsOf(call, item, qty, items),
  }));
}

/** The components of a composite item in a number of its units; none for items that are printed without them. */
function componentsOf(call: Call, item: StoredItem, qty: number, all: readonly StoredItem[]) {
  if (itemType(call, item).printsWithoutComponents) return [];
  const ordered = numberIn(item.fields, 'qty_ordered') || 1;
  return all
    .filter(({ parentId }) => parentId === item.id)
    .map(({ fields }) => ({ name: fields.name ?? '', qty: (numberIn(fields, 'qty_ordered') / ordered) * qty }));
}

/** The choices of items: those of their types, then custom options. */
async function choicesOf(call: Call, items: readonly StoredItem[]) {
  const ofTypes = await typeChoices(call, items);
  const all = await Promise.all(
    items.map(async (item) => {
      const { selected, entered } = await customChoices(call, item);
      const choices = [...(ofTypes.get(item.id) ?? []), ...selected, ...entered];
      return [item.id, choices.map(({ label, value }): [string, string] => [label, value])] as const;
    }),
  );
  return new Map(all);
}
