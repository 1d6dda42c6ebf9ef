import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { decodeDocument, encodeDocument } from '../../storage/documents.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import type { ChosenOptions } from '../quote/option-types.ts';
import { requisitionListErrors } from './errors.ts';
import { touchList } from './lists.ts';
import type { StoredRequisitionList, StoredRequisitionListItem } from './tables.ts';

/** Maximum quantity of an item. */
const LARGEST_QUANTITY = 99_999_999;

/** An item of a list. */
export interface ListItem extends Omit<StoredRequisitionListItem, 'options'> {
  readonly options: ChosenOptions;
  /** Whether the product is enabled. */
  readonly isEnabled: boolean;
}

/** A product with valid choices, for a list. */
interface NewListItem {
  readonly productId: number;
  readonly quantity: number;
  readonly options: ChosenOptions;
}

/** A product as a request has it. */
interface ItemRequest {
  readonly sku: string;
  readonly quantity: number;
  readonly parentSku?: string | null | undefined;
  readonly options: ChosenOptions;
}

const rowsOf = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('requisition_list_item as i')
    .innerJoin('catalog_product as p', 'p.id', 'i.product_id')
    .selectAll('i')
    .select('p.status')
    .where(inIds('i.list_id', p.ids))
    .orderBy('i.item_id'),
);

/** All items of lists by id of the list, in the order in which they were added; one query. */
export async function itemsOf(call: Call, listIds: readonly number[]): Promise<Map<number, ListItem[]>> {
  const rows = listIds.length === 0 ? [] : await rowsOf(call.db, { ids: listIds });
  const items = rows.map(({ status, options, ...row }) =>
    Object.assign(row, { options: decodeDocument<ChosenOptions>(options), isEnabled: Number(status) === 1 }),
  );
  return Map.groupBy(items, ({ list_id }) => list_id);
}

async function itemsOfList(call: Call, { list_id }: StoredRequisitionList): Promise<ListItem[]> {
  return (await itemsOf(call, [list_id])).get(list_id) ?? [];
}

/** The items of a list with these ids. Throws for an id that the list does not have. */
export async function requireItems(
  call: Call,
  list: StoredRequisitionList,
  ids: readonly (readonly [uid: string, id: number | undefined])[],
): Promise<ListItem[]> {
  const items = new Map((await itemsOfList(call, list)).map((item) => [item.item_id, item]));
  const found = ids.map(([uid, id]) => {
    const item = id === undefined ? undefined : items.get(id);
    if (!item) throw requisitionListErrors.noItem([uid]);
    return item;
  });
  return [...new Set(found)];
}

/** Validates requested products as a cart does. Throws for the first that may not be in a list. */
export async function checkedItems(call: Call, requests: readonly ItemRequest[]): Promise<NewListItem[]> {
  const checked: NewListItem[] = [];
  for (const request of requests) checked.push(...(await call.services.quote.checkedChoices(call, request)));
  return checked;
}

/** Adds products to a list; the quantity of a product with the same choices grows. Within a transaction. */
export async function addItems(call: Call, list: StoredRequisitionList, added: readonly NewListItem[]): Promise<void> {
  await touchList(call, list);
  const known = new Map((await itemsOfList(call, list)).map((item) => [itemKey(item.product_id, item.options), item]));
  const byKey = Map.groupBy(added, ({ productId, options }) => itemKey(productId, options));
  const more = [...byKey].flatMap(([key, same]) => {
    const item = known.get(key);
    return item ? [{ id: item.item_id, qty: total(same, item.qty) }] : [];
  });
  await setQuantities(call, list, more);
  const rows = [...byKey].flatMap(([key, same]) => {
    const [first] = same;
    if (!first || known.has(key)) return [];
    return [
      {
        list_id: list.list_id,
        product_id: first.productId,
        store_id: call.scope.storeId,
        qty: total(same),
        added_at: formatTime(call.clock.now()),
        options: encodeDocument(first.options),
      },
    ];
  });
  if (rows.length > 0) await call.db.insertInto('requisition_list_item').values(rows).execute();
}

function total(items: readonly NewListItem[], before = 0): number {
  return checkedQuantity(items.reduce((sum, { quantity }) => sum + quantity, before));
}

function checkedQuantity(quantity: number): number {
  if (!(quantity > 0 && quantity <= LARGEST_QUANTITY)) throw requisitionListErrors.quantity([LARGEST_QUANTITY]);
  return quantity;
}

/** Product and choices as a text, the same for equal choices in any order. */
function itemKey(productId: number, options: ChosenOptions): string {
  return `${productId} ${canonical(options)}`;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).toSorted().join()}]`;
  if (!value || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.toSorted().join()}}`;
}

/** A new quantity of an item. */
interface QuantityChange {
  readonly id: number;
  readonly qty: number;
}

async function setQuantities(
  call: Call,
  { list_id }: StoredRequisitionList,
  changes: readonly QuantityChange[],
): Promise<void> {
  for (const { id, qty } of changes) {
    await call.db
      .updateTable('requisition_list_item')
      .set({ qty })
      .where('list_id', '=', list_id)
      .where('item_id', '=', id)
      .execute();
  }
}

/** A change of an item: its quantity, and its choices unless they stay. */
interface ItemChange {
  readonly item: ListItem;
  readonly quantity?: number | null | undefined;
  readonly options?: ChosenOptions | undefined;
}

/**
 * Changes items of a list. An item whose new choices another item has is merged into that one. Throws for invalid quantities and
 * choices. Within a transaction.
 */
export async function changeItems(
  call: Call,
  list: StoredRequisitionList,
  changes: readonly ItemChange[],
): Promise<void> {
  await touchList(call, list);
  const products = await call.services.catalog.productsById(
    call,
    changes.map(({ item }) => item.product_id),
    call.scope.storeId,
  );
  for (const { item, quantity, options } of changes) {
    const qty = checkedQuantity(quantity ?? item.qty);
    if (options === undefined) {
      await setQuantities(call, list, [{ id: item.item_id, qty }]);
    } else {
      const sku = products.get(item.product_id)?.sku ?? '';
      await replaceItem(call, list, item, await checkedItems(call, [{ sku, quantity: qty, options }]));
    }
  }
}

/** Writes the new choices of an item, under its id unless another item has them. */
async function replaceItem(
  call: Call,
  list: StoredRequisitionList,
  item: ListItem,
  checked: readonly NewListItem[],
): Promise<void> {
  const [only] = checked;
  const key = only && itemKey(only.productId, only.options);
  const others = (await itemsOfList(call, list)).filter(({ item_id }) => item_id !== item.item_id);
  const isTaken = others.some((one) => itemKey(one.product_id, one.options) === key);
  if (checked.length !== 1 || !only || isTaken || only.productId !== item.product_id) {
    await removeItems(call, list, [item.item_id]);
    await addItems(call, list, checked);
    return;
  }
  await call.db
    .updateTable('requisition_list_item')
    .set({ qty: only.quantity, options: encodeDocument(only.options) })
    .where('item_id', '=', item.item_id)
    .execute();
}

/** Removes items from a list. Within a transaction. */
export async function removeItems(call: Call, list: StoredRequisitionList, ids: readonly number[]): Promise<void> {
  await touchList(call, list);
  await call.db
    .deleteFrom('requisition_list_item')
    .where('list_id', '=', list.list_id)
    .where(inIds('item_id', ids))
    .execute();
}

/** Copies items into another list, or moves them there. Within a transaction. */
export async function transferItems(call: Call, { from, to, items, isMove }: Transfer): Promise<void> {
  if (from.list_id === to.list_id) throw requisitionListErrors.sameList();
  await addItems(
    call,
    to,
    items.map(({ product_id, qty, options }) => ({ productId: product_id, quantity: qty, options })),
  );
  if (!isMove) return;
  await removeItems(
    call,
    from,
    items.map(({ item_id }) => item_id),
  );
}

interface Transfer {
  readonly from: StoredRequisitionList;
  readonly to: StoredRequisitionList;
  readonly items: readonly ListItem[];
  readonly isMove: boolean;
}
