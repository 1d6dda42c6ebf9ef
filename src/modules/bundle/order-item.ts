import type { OrderItemType } from '../sales/extensions.ts';
import { shipmentReasons } from './errors.ts';
import { BUNDLE } from './types.ts';

/** Bundles in orders: sent whole, and their parts with them, or in parts. */
export const bundleOrderItem: OrderItemType = { names: [BUNDLE], shipsComponents: true, shipmentReasons };
