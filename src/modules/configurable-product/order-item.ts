import type { OrderItemType } from '../sales/extensions.ts';
import { CONFIGURABLE } from './types.ts';

/** Configurable products in orders: told by the SKU of the variant, so that this needs no line of its own. */
export const configurableOrderItem: OrderItemType = { names: [CONFIGURABLE], printsWithoutComponents: true };
