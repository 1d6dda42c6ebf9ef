import type { Call } from '../../kernel/call.ts';
import { pick } from '../../kernel/own-fields.ts';
import type { OrderExtensions } from '../quote/document-extensions.ts';

/** Whether the buyer of an order must not see where it is shipped. */
export function isShippingHidden(call: Call, order: OrderExtensions): boolean {
  return call.contributions.orderExtensions.some((extension) => extension.hidesShippingAddress?.(order));
}

/** The fields of an address that the buyer may see when the place is hidden. */
const visibleFields = ['prefix', 'firstname', 'middlename', 'lastname', 'suffix', 'region', 'country_id'] as const;
type VisibleField = (typeof visibleFields)[number];

/** An address without the place: with names, region and country alone. */
export function withoutPlace<T extends { readonly [K in VisibleField]?: unknown }>(address: T): Pick<T, VisibleField> {
  return pick(address, visibleFields);
}
