import type { OrderItemType } from '../sales/extensions.ts';
import { shipmentReasons } from './errors.ts';
import { BUNDLE } from './types.ts';

/** How orders treat bundles: they are shipped as a whole, which counts their components too, or in components. */
export const bundleOrderItem: OrderItemType = {
  names: [BUNDLE],
  schemaNames: {
    order: 'BundleOrderItem',
    invoice: 'BundleInvoiceItem',
    creditmemo: 'BundleCreditMemoItem',
    shipment: 'BundleShipmentItem',
  },
  shipsComponents: true,
  shipmentReasons,
};
