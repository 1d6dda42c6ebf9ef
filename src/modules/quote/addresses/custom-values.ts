import type { CustomValues } from '../../customer/service.ts';
import type { StoredCart } from '../cart/cart.ts';

declare module '../document-extensions.ts' {
  interface CartAddressExtensions {
    /** Values of the shop's own attributes of addresses; absent: none. */
    readonly custom?: CustomValues | undefined;
  }
  interface OrderExtensions {
    /** Values of the shop's own attributes of the addresses of an order. */
    readonly address_values?: { readonly billing?: CustomValues; readonly shipping?: CustomValues };
  }
}

/** The values in the form of a cart's address: absent when there are none. */
export function customOf(values: CustomValues): { readonly custom?: CustomValues } {
  return Object.keys(values).length > 0 ? { custom: values } : {};
}

/** The attribute values of a cart's addresses, for its order. */
export function draftAddressValues(
  { billing, shipping }: Pick<StoredCart, 'billing' | 'shipping'>,
  isVirtual: boolean,
) {
  const values = {
    ...(billing.custom && { billing: billing.custom }),
    ...(!isVirtual && shipping.custom && { shipping: shipping.custom }),
  };
  return Object.keys(values).length > 0 ? { address_values: values } : {};
}
