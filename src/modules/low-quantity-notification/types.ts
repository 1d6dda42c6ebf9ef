import * as t from '../../kernel/types.ts';

/** The low-quantity limit of a SKU in a source. */
export const SourceItemConfiguration = t.object(
  'inventory-low-quantity-notification-api-data-source-item-configuration-interface',
  {
    source_code: t.optional(t.string),
    notify_stock_qty: t.optional(t.number),
    sku: t.optional(t.string),
    extension_attributes: t.optional(
      t.extension('inventory-low-quantity-notification-api-data-source-item-configuration-extension-interface', {}),
    ),
  },
);
/** The limit in a request. */
export type SourceItemConfigurationInput = t.In<typeof SourceItemConfiguration>;
