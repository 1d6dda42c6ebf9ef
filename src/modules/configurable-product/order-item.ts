import type { OrderItemType } from '../sales/extensions.ts';
import { CONFIGURABLE } from './types.ts';

/** How orders treat configurable products: only the product is printed, because its SKU is already that of the variant. */
export const configurableOrderItem: OrderItemType = { names: [CONFIGURABLE], printsWithoutComponents: true };
