import type { Call } from '../../kernel/call.ts';
import type { BroughtAttribute } from '../eav/service.ts';

declare module '../eav/metadata-types.ts' {
  interface AttributedEntities {
    readonly rma_item: true;
  }
}

const plain = (
  attribute_code: string,
  frontend_label: string,
  sort_order: number,
  more: Partial<BroughtAttribute> = {},
): BroughtAttribute => ({
  attribute_code,
  frontend_label,
  sort_order,
  backend_type: 'static',
  frontend_input: 'text',
  is_system: true,
  ...more,
});

const needed = { is_required: true };

/** An attribute that buyers select, with options that shops may change. */
const chosen = (code: string, label: string, sortOrder: number, options: readonly string[]): BroughtAttribute =>
  plain(code, label, sortOrder, {
    backend_type: 'int',
    frontend_input: 'select',
    source_model: 'Magento\\Eav\\Model\\Entity\\Attribute\\Source\\Table',
    is_required: true,
    is_visible: true,
    forms: ['default'],
    options,
  });

/** Attributes of the items of returns. */
const attributes: readonly BroughtAttribute[] = [
  plain('rma_entity_id', 'RMA Id', 10, needed),
  plain('order_item_id', 'Order Item Id', 20, needed),
  plain('qty_requested', 'Qty of requested for RMA items', 30, needed),
  plain('qty_authorized', 'Qty of authorized items', 40),
  plain('qty_approved', 'Qty of approved items', 50),
  plain('qty_returned', 'Qty of returned items', 55),
  plain('status', 'Status', 60, {
    frontend_input: 'select',
    source_model: 'Magento\\Rma\\Model\\Item\\Attribute\\Source\\Status',
    is_required: true,
  }),
  plain('product_name', 'Product Name', 70, needed),
  plain('product_sku', 'Product SKU', 80, needed),
  chosen('resolution', 'Resolution', 90, ['Exchange', 'Refund', 'Store Credit']),
  chosen('condition', 'Item Condition', 100, ['Unopened', 'Opened', 'Damaged']),
  chosen('reason', 'Reason to Return', 110, ['Wrong Color', 'Wrong Size', 'Out of Service']),
  plain('reason_other', 'Other', 120, {
    backend_type: 'varchar',
    is_visible: true,
    validate_rules: { max_text_length: 255, min_text_length: 1 },
    forms: ['default'],
  }),
  plain('is_qty_decimal', 'Is item quantity decimal', 130),
  plain('product_admin_name', 'Product Name For Backend', 140),
  plain('product_admin_sku', 'Product Sku For Backend', 150),
  plain('product_options', 'Product Options', 160),
];

/** Adds the attributes of returned items, with the choices that a fresh installation has. */
export function install(call: Call): Promise<void> {
  return call.services.eav.installAttributes(call, 'rma_item', attributes);
}
