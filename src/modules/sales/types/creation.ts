import * as t from '../../../kernel/types.ts';

/** How much of an item is to be invoiced. */
export const InvoiceItemCreation = t.object('sales-data-invoice-item-creation-interface', {
  extension_attributes: t.optional(t.extension('sales-data-invoice-item-creation-extension-interface', {})),
  order_item_id: t.integer,
  qty: t.number,
});

/** A comment on a new invoice. */
export const InvoiceCommentCreation = t.object('sales-data-invoice-comment-creation-interface', {
  extension_attributes: t.optional(t.extension('sales-data-invoice-comment-creation-extension-interface', {})),
  comment: t.string,
  is_visible_on_front: t.integer,
});

/** Further arguments of a new invoice. */
export const InvoiceCreationArguments = t.object('sales-data-invoice-creation-arguments-interface', {
  extension_attributes: t.optional(t.extension('sales-data-invoice-creation-arguments-extension-interface', {})),
});

/** Quantity of an item to ship. */
export const ShipmentItemCreation = t.object('sales-data-shipment-item-creation-interface', {
  extension_attributes: t.optional(t.extension('sales-data-shipment-item-creation-extension-interface', {})),
  order_item_id: t.integer,
  qty: t.number,
});

/** A comment on a new shipment. */
export const ShipmentCommentCreation = t.object('sales-data-shipment-comment-creation-interface', {
  extension_attributes: t.optional(t.extension('sales-data-shipment-comment-creation-extension-interface', {})),
  comment: t.string,
  is_visible_on_front: t.integer,
});

/** A track of a new shipment. */
export const ShipmentTrackCreation = t.object('sales-data-shipment-track-creation-interface', {
  extension_attributes: t.optional(t.extension('sales-data-shipment-track-creation-extension-interface', {})),
  track_number: t.string,
  title: t.string,
  carrier_code: t.string,
});

/** A package of a new shipment. */
export const ShipmentPackageCreation = t.object('sales-data-shipment-package-creation-interface', {
  extension_attributes: t.optional(t.extension('sales-data-shipment-package-creation-extension-interface', {})),
});

const ShipmentCreationArgumentsExtension = t.extension('sales-data-shipment-creation-arguments-extension-interface', {
  source_code: t.optional(t.string),
});

/** Further arguments of a new shipment. */
export const ShipmentCreationArguments = t.object('sales-data-shipment-creation-arguments-interface', {
  extension_attributes: t.optional(ShipmentCreationArgumentsExtension),
});

/** How much of an item is refunded. */
export const CreditmemoItemCreation = t.object('sales-data-creditmemo-item-creation-interface', {
  extension_attributes: t.optional(t.extension('sales-data-creditmemo-item-creation-extension-interface', {})),
  order_item_id: t.integer,
  qty: t.number,
});

/** A comment on a new credit memo. */
export const CreditmemoCommentCreation = t.object('sales-data-creditmemo-comment-creation-interface', {
  extension_attributes: t.optional(t.extension('sales-data-creditmemo-comment-creation-extension-interface', {})),
  comment: t.string,
  is_visible_on_front: t.integer,
});

const CreditmemoCreationArgumentsExtension = t.extension(
  'sales-data-creditmemo-creation-arguments-extension-interface',
  {
    return_to_stock_items: t.optional(t.array(t.integer)),
  },
);

/** Shipping (base currency), adjustments (base currency) and items to return to stock. */
export const CreditmemoCreationArguments = t.object('sales-data-creditmemo-creation-arguments-interface', {
  shipping_amount: t.optional(t.number),
  adjustment_positive: t.optional(t.number),
  adjustment_negative: t.optional(t.number),
  extension_attributes: t.optional(CreditmemoCreationArgumentsExtension),
});
