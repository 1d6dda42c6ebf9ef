import * as t from '../../../kernel/types.ts';
import { searchResults } from '../../../storage/criteria/criteria.ts';
import type { StoredFields } from './documents.ts';

/** A package of a shipment. */
const ShipmentPackage = t.object('sales-data-shipment-package-interface', {
  extension_attributes: t.optional(t.extension('sales-data-shipment-package-extension-interface', {})),
});

/** Extension attributes of an item of a shipment; modules add to them. */
export const ShipmentItemExtensionAttributes = t.extension('sales-data-shipment-item-extension-interface', {});

/** An item of a shipment. */
const ShipmentItem = t.object('sales-data-shipment-item-interface', {
  additional_data: t.optional(t.string),
  description: t.optional(t.string),
  entity_id: t.optional(t.integer),
  name: t.optional(t.string),
  parent_id: t.optional(t.integer),
  price: t.optional(t.number),
  product_id: t.optional(t.integer),
  row_total: t.optional(t.number),
  sku: t.optional(t.string),
  weight: t.optional(t.number),
  extension_attributes: t.optional(ShipmentItemExtensionAttributes),
  order_item_id: t.integer,
  qty: t.number,
});

/** A tracking number of a shipment, with its carrier. */
export const ShipmentTrack = t.object('sales-data-shipment-track-interface', {
  order_id: t.integer,
  created_at: t.optional(t.time),
  entity_id: t.optional(t.integer),
  parent_id: t.integer,
  updated_at: t.optional(t.time),
  weight: t.number,
  qty: t.number,
  description: t.string,
  extension_attributes: t.optional(t.extension('sales-data-shipment-track-extension-interface', {})),
  track_number: t.string,
  title: t.string,
  carrier_code: t.string,
});

/** A comment on a shipment. */
export const ShipmentComment = t.object('sales-data-shipment-comment-interface', {
  is_customer_notified: t.integer,
  parent_id: t.integer,
  extension_attributes: t.optional(t.extension('sales-data-shipment-comment-extension-interface', {})),
  comment: t.string,
  is_visible_on_front: t.integer,
  created_at: t.optional(t.time),
  entity_id: t.optional(t.integer),
});

/** Extension attributes of a shipment; modules add to them. */
export const ShipmentExtensionAttributes = t.extension('sales-data-shipment-extension-interface', {
  source_code: t.optional(t.string),
});

/** A shipment. */
export const Shipment = t.object('sales-data-shipment-interface', {
  billing_address_id: t.optional(t.integer),
  created_at: t.optional(t.time),
  customer_id: t.optional(t.integer),
  email_sent: t.optional(t.integer),
  entity_id: t.optional(t.integer),
  increment_id: t.optional(t.string),
  order_id: t.integer,
  packages: t.optional(t.array(ShipmentPackage)),
  shipment_status: t.optional(t.integer),
  shipping_address_id: t.optional(t.integer),
  shipping_label: t.optional(t.string),
  store_id: t.optional(t.integer),
  total_qty: t.optional(t.number),
  total_weight: t.optional(t.number),
  updated_at: t.optional(t.time),
  items: t.array(ShipmentItem),
  tracks: t.array(ShipmentTrack),
  comments: t.array(ShipmentComment),
  extension_attributes: t.optional(ShipmentExtensionAttributes),
});

/** A page of shipments. */
export const ShipmentSearchResults = searchResults('sales-data-shipment-search-result-interface', Shipment);
/** A page of comments on shipments. */
export const ShipmentCommentSearchResults = searchResults(
  'sales-data-shipment-comment-search-result-interface',
  ShipmentComment,
);
/** The fields of a shipment in a request. */
export type ShipmentInput = t.In<typeof Shipment>;
type ShipmentItemInput = t.In<typeof ShipmentItem>;
/** The stored fields of a shipment. */
export type ShipmentFields = StoredFields<ShipmentInput, ShipmentItemInput>;
