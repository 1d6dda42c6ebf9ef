import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { In } from '../../kernel/types.ts';
import type { ChosenOptions } from '../quote/option-types.ts';
import { requisitionListErrors } from './errors.ts';
import { addItems, changeItems, checkedItems, itemsOf, removeItems, type ListItem } from './items.ts';
import { changeList, createList, listOf, requireRequisitionLists } from './lists.ts';
import type { StoredRequisitionList } from './tables.ts';
import type { RequisitionList, RequisitionListItem } from './types.ts';

type SentList = In<typeof RequisitionList>;
type SentItem = In<typeof RequisitionListItem>;

/**
 * Creates a list of a customer, or changes the customer's list with the id of the request. Customers save their own lists, and
 * administrators with all permissions those of others. Items of the request are the items of the list afterwards;
 * without them the items stay. Within a transaction.
 */
export async function saveList(call: Call, input: SentList) {
  requireRequisitionLists(call);
  const { id, description, items } = input;
  const customerId = call.caller.type === 'customer' ? call.caller.id : input.customer_id;
  const fields = { name: input.name ?? '', description };
  if (customerId == null) throw platformErrors.invalidValue({ fieldName: 'customer_id', value: null });
  const list = id
    ? await changeList(call, await listOf(call, customerId, id), fields)
    : await createList(call, (await call.services.customer.requireCustomer(call, customerId)).id, fields);
  if (items) await setItems(call, list, items);
  return showList(call, await listOf(call, customerId, list.list_id));
}

async function setItems(call: Call, list: StoredRequisitionList, sent: readonly SentItem[]): Promise<void> {
  const stored = (await itemsOf(call, [list.list_id])).get(list.list_id) ?? [];
  const skus = await skusOf(call, stored);
  const known = new Map(stored.map((item) => [item.item_id, item]));
  const changes = sent.filter(({ id }) => id).map((one) => ({ one, item: ofRequest(known, skus, list, one) }));
  const kept = new Set(changes.map(({ item }) => item.item_id));
  await removeItems(
    call,
    list,
    stored.flatMap(({ item_id }) => (kept.has(item_id) ? [] : [item_id])),
  );
  await changeItems(
    call,
    list,
    changes.map(({ one, item }) => ({ item, quantity: one.qty, options: choicesOf(one, item) })),
  );
  const requests = sent
    .filter(({ id }) => !id)
    .map((one) => ({ sku: one.sku ?? '', quantity: one.qty ?? 0, options: choicesOf(one) ?? {} }));
  await addItems(call, list, await checkedItems(call, requests));
}

/** The stored item that an item of a request names. Throws unless it is the same product of the same list. */
function ofRequest(
  known: ReadonlyMap<number, ListItem>,
  skus: ReadonlyMap<number, string>,
  list: StoredRequisitionList,
  { id, sku, requisition_list_id: listId }: SentItem,
): ListItem {
  const item = known.get(id ?? 0);
  const isOfList = !listId || listId === list.list_id;
  if (!item || !isOfList || skus.get(item.product_id) !== sku) throw requisitionListErrors.noItem([id]);
  return item;
}

/** The new choices in a request; undefined: they stay. `options` can only repeat the choices of a stored item. */
function choicesOf({ sku, options, extension_attributes: more }: SentItem, item?: ListItem): ChosenOptions | undefined {
  const sent = more?.product_option?.extension_attributes;
  if (sent) return sent;
  const isKnown = !options?.length || isDeepStrictEqual(options, item && optionTexts(item.options));
  if (!isKnown) throw requisitionListErrors.options([sku ?? '']);
  return undefined;
}

/** Choices as texts: a JSON text for each kind of choice. */
function optionTexts(options: ChosenOptions): string[] {
  return Object.entries(options).map(([name, value]) => JSON.stringify({ [name]: value }));
}

async function skusOf(call: Call, items: readonly ListItem[]): Promise<Map<number, string>> {
  const ids = [...new Set(items.map(({ product_id }) => product_id))];
  const products = await call.services.catalog.productsById(call, ids, call.scope.storeId);
  return new Map([...products].map(([id, { sku }]) => [id, sku]));
}

async function showList(call: Call, list: StoredRequisitionList) {
  const items = (await itemsOf(call, [list.list_id])).get(list.list_id) ?? [];
  const skus = await skusOf(call, items);
  return {
    id: list.list_id,
    customer_id: list.customer_id,
    name: list.name,
    updated_at: list.updated_at,
    description: list.description ?? '',
    items: items.map(({ item_id, product_id, qty, options, store_id, added_at }) => ({
      id: item_id,
      sku: skus.get(product_id) ?? '',
      requisition_list_id: list.list_id,
      qty,
      options: optionTexts(options),
      store_id,
      added_at,
    })),
  };
}
