import type { Call } from '../../../kernel/call.ts';
import { isAnyWanted, type WantedFields } from '../../../kernel/fields-filter.ts';
import { fieldOf, type SearchField } from '../../../search/fields.ts';
import type { OrderExtensions } from '../../quote/document-extensions.ts';
import type { ExtensionFields, OrderPage, OrderPageFields } from '../extensions.ts';

/** What modules show of orders and items, by id: a query for each module that does. */
export interface ShownExtensions {
  ofOrder(id: number): ExtensionFields;
  ofItem(id: number): ExtensionFields;
}

/** Which extension attributes are wanted. */
export interface WantedAttributes {
  readonly order: WantedFields;
  /** Of items, wherever these are shown. */
  readonly items: readonly WantedFields[];
}

/** Loads what modules show of a page of orders or items, as far as it is wanted. */
export async function loadExtensions(
  call: Call,
  page: OrderPage,
  { order, items }: WantedAttributes,
): Promise<ShownExtensions> {
  const loaded: OrderPageFields[] = [];
  for (const extension of call.contributions.orderExtensions) {
    if (extension.load && [order, ...items].some((wanted) => isAnyWanted(wanted, extension.fields))) {
      loaded.push(await extension.load(call, page));
    }
  }
  return {
    ofOrder: (id) => Object.assign({}, ...loaded.map((fields) => fields.orders?.get(id))),
    ofItem: (id) => Object.assign({}, ...loaded.map((fields) => fields.items?.get(id))),
  };
}

/** Whether a module may show one of the extension attributes of orders that are wanted. */
export function isExtended(call: Call, wanted: WantedFields): boolean {
  return call.contributions.orderExtensions.some(({ fields, load }) => load && isAnyWanted(wanted, fields));
}

/** What an order keeps of the extension attributes that were sent with it. */
export async function saveExtensions(call: Call, sent: object | null | undefined): Promise<OrderExtensions> {
  const kept: OrderExtensions[] = [];
  for (const extension of sent ? call.contributions.orderExtensions : []) {
    if (extension.save) kept.push(await extension.save(call, { ...sent }));
  }
  return Object.assign({}, ...kept) as OrderExtensions;
}

/** The field of an extension that lists of orders, or of items, are searched by. */
export function searchFieldOf(
  call: Call,
  name: string,
  of: 'searchFields' | 'itemSearchFields',
): SearchField | undefined {
  const added = call.contributions.orderExtensions.map((extension) => fieldOf(extension[of] ?? {}, name));
  return added.find(Boolean);
}
