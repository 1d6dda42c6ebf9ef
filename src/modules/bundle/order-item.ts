import type { OrderItemType } from '../sales/extensions.ts';
import { shipmentReasons } from './errors.ts';
import { BUNDLE } from './types.ts';

/** Shipment of bundles in orders: as a whole, which includes their components, or by component. */
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
