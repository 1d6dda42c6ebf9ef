import * as t from '../../kernel/types.ts';

/** How sources are chosen. */
export const SourceSelectionAlgorithm = t.object(
  'inventory-source-selection-api-data-source-selection-algorithm-interface',
  {
    code: t.string,
    title: t.string,
    description: t.string,
    extension_attributes: t.optional(
      t.extension('inventory-source-selection-api-data-source-selection-algorithm-extension-interface', {}),
    ),
  },
);
/** An algorithm in a response. */
export type AlgorithmOutput = t.Out<typeof SourceSelectionAlgorithm>;

/** The destination of a shipment. */
export const SelectionAddress = t.object('inventory-source-selection-api-data-address-interface', {
  country: t.string,
  postcode: t.string,
  street: t.string,
  region: t.string,
  city: t.string,
});
/** An address in a request. */
export type SelectionAddressInput = t.In<typeof SelectionAddress>;

const ItemRequest = t.object('inventory-source-selection-api-data-item-request-interface', {
  sku: t.string,
  qty: t.number,
  extension_attributes: t.optional(
    t.extension('inventory-source-selection-api-data-item-request-extension-interface', {}),
  ),
});

/** The requested items of a stock, and their destination. */
export const InventoryRequest = t.object('inventory-source-selection-api-data-inventory-request-interface', {
  stock_id: t.integer,
  items: t.array(ItemRequest),
  extension_attributes: t.optional(
    t.extension('inventory-source-selection-api-data-inventory-request-extension-interface', {
      destination_address: t.optional(SelectionAddress),
    }),
  ),
});
/** The input of a source selection. */
export type InventoryRequestInput = t.In<typeof InventoryRequest>;

const SourceSelectionItem = t.object('inventory-source-selection-api-data-source-selection-item-interface', {
  source_code: t.string,
  sku: t.string,
  qty_to_deduct: t.number,
  qty_available: t.number,
  extension_attributes: t.optional(
    t.extension('inventory-source-selection-api-data-source-selection-item-extension-interface', {}),
  ),
});

/** Quantities to take by source; `shippable`: whether they cover the request. */
export const SourceSelectionResult = t.object('inventory-source-selection-api-data-source-selection-result-interface', {
  source_selection_items: t.array(SourceSelectionItem),
  shippable: t.boolean,
  extension_attributes: t.optional(
    t.extension('inventory-source-selection-api-data-source-selection-result-extension-interface', {}),
  ),
});

/** A point on earth, in degrees. */
export const LatLng = t.object('inventory-distance-based-source-selection-api-data-lat-lng-interface', {
  lat: t.number,
  lng: t.number,
});
/** A point in a request. */
export type LatLngInput = t.In<typeof LatLng>;
