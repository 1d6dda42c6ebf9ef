import * as t from '../../kernel/types.ts';
import type { ChoicesSource } from '../quote/graphql/types.ts';
import { ProductOption } from '../quote/option-types.ts';
import type { ListItem } from './items.ts';
import type { StoredRequisitionList } from './tables.ts';

/** A requisition list as storefronts see it. */
export interface RequisitionListSource {
  readonly list: StoredRequisitionList;
}

/** An item of a requisition list as storefronts see it. */
export interface RequisitionListItemSource {
  readonly item: ListItem;
  /** The product with its choices. */
  readonly chosen: ChoicesSource;
}

/** An item of a requisition list on the wire. Requests have the choices as a product option, responses in `options` too. */
export const RequisitionListItem = t.object('requisition-list-data-requisition-list-item-interface', {
  id: t.optional(t.integer, { isRequired: true }),
  sku: t.string,
  requisition_list_id: t.optional(t.integer, { isRequired: true }),
  qty: t.number,
  options: t.optional(t.array(t.string), { isRequired: true }),
  store_id: t.optional(t.integer, { isRequired: true }),
  added_at: t.optional(t.string, { isRequired: true }),
  extension_attributes: t.optional(
    t.extension('requisition-list-data-requisition-list-item-extension-interface', {
      product_option: t.optional(ProductOption),
    }),
  ),
});

/** A requisition list with its items on the wire. */
export const RequisitionList = t.object('requisition-list-data-requisition-list-interface', {
  id: t.optional(t.integer, { isRequired: true }),
  customer_id: t.optional(t.integer, { isRequired: true }),
  name: t.string,
  updated_at: t.optional(t.string, { isRequired: true }),
  description: t.optional(t.string, { isRequired: true }),
  items: t.optional(t.array(RequisitionListItem), { isRequired: true }),
  extension_attributes: t.optional(t.extension('requisition-list-data-requisition-list-extension-interface', {})),
});
