import { ok, type Client } from './client.ts';

/** A product in a cart, and how many of it. */
interface CartItem {
  readonly sku: string;
  readonly qty: number;
  readonly [field: string]: unknown;
}

/** A guest's cart: its masked id, and its path. */
export interface GuestCart {
  readonly id: string;
  readonly path: string;
}

/** Creates a guest's cart with items. */
export async function cart({ guest }: { readonly guest: Client }, ...items: readonly CartItem[]): Promise<GuestCart> {
  const id = String(ok(await guest.post('/V1/guest-carts')));
  const path = `/V1/guest-carts/${id}`;
  for (const item of items) ok(await guest.post(`${path}/items`, { cartItem: { ...item, quote_id: id } }));
  return { id, path };
}
