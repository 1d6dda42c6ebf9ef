import type { Call } from '../../../kernel/call.ts';
import { isAnyWanted, type WantedFields } from '../../../kernel/fields-filter.ts';
import { mergeFields } from '../../../kernel/fields.ts';
import { fieldOf, type SearchField } from '../../../storage/criteria/fields.ts';
import type { OrderExtensions } from '../../quote/document-extensions.ts';
import type { ExtensionFields, OrderPage, OrderPageFields } from '../extensions.ts';

/** The fields that modules add to orders and items, by id; one query for each module. */
export interface ShownExtensions {
  ofOrder(id: number): ExtensionFields;
  ofItem(id: number): ExtensionFields;
}

/** The extension attributes in a response. */
export interface WantedAttributes {
  readonly order: WantedFields;
  /** Those of items; an order can contain items in several places. */
  readonly items: readonly WantedFields[];
}

/** Loads the fields of modules for a page of orders or items, as far as the response contains them. */
export async function loadExtensions(
  call: Call,
  page: OrderPage,
  { order, items }: WantedAttributes,
): Promise<ShownExtensions> {
  const loaded: OrderPageFields[] = [];
  for (const extension of call.contributions.orderExtensions) {
    if (extension.load && [order, ...items].some((requestedFields) => isAnyWanted(requestedFields, extension.fields))) {
      loaded.push(await extension.load(call, page));
    }
  }
  return {
    ofOrder: (id) => mergeFields(loaded.map((fields) => fields.orders?.get(id))),
    ofItem: (id) => mergeFields(loaded.map((fields) => fields.items?.get(id))),
  };
}

/** Whether a module may add one of the wanted extension attributes of orders. */
export function isExtended(call: Call, requestedFields: WantedFields): boolean {
  return call.contributions.orderExtensions.some(({ fields, load }) => load && isAnyWanted(requestedFields, fields));
}

/** Reads the extension attributes in an order's request; returns the fields to store. */
export async function saveExtensions(call: Call, input: object | null | undefined): Promise<OrderExtensions> {
  const storedFields: OrderExtensions[] = [];
  for (const extension of input ? call.contributions.orderExtensions : []) {
    if (extension.save) storedFields.push(await extension.save(call, { ...input }));
  }
  return mergeFields(storedFields);
}

/** A search field that an extension adds to lists of orders, or of items. */
export function searchFieldOf(
  call: Call,
  name: string,
  of: 'searchFields' | 'itemSearchFields',
): SearchField | undefined {
  const added = call.contributions.orderExtensions.map((extension) => fieldOf(extension[of] ?? {}, name));
  return added.find(Boolean);
}
