import {
  startDemoGateway,
  type DemoGateway,
  type DemoGatewayOptions,
} from '../../src/modules/payment-gateway/demo/gateway.ts';
import { ADDRESS, guestCart, makeProduct, ship } from '../quote/shop.ts';
import type { Json } from '../sales/shop.ts';
import { ok, unique, until, type Answer, type Souk } from '../support/souk.ts';

export const SECRET = 'sk_of_the_tests_0123456789';

export function startGateway(options: Partial<DemoGatewayOptions> = {}): Promise<DemoGateway> {
  return startDemoGateway({ port: 0, secret: SECRET, reviewTime: Infinity, ...options });
}

/** Has a platform pay through a gateway; resolves when it does. */
export async function useGateway(
  souk: Souk,
  gateway: DemoGateway,
  settings: Record<string, string> = {},
): Promise<void> {
  // What shows that all of it has arrived.
  const title = unique('Card');
  const all = { active: '1', gateway_url: gateway.url, secret_key: SECRET, ...settings, title };
  await souk.configure(
    Object.fromEntries(Object.entries(all).map(([name, value]) => [`payment/gateway/${name}`, value])),
  );
  const { path } = await guestCart(souk);
  await until(async () => {
    const offered = ok(await souk.guest.get(`${path}/payment-methods`)) as Json[];
    return offered.some((method) => method.title === title);
  });
}

/** A guest's cart with a product, ready to be paid: 10 for each piece and 5 for sending it. */
export async function readyCart(souk: Souk, { qty = 2, sku }: { qty?: number; sku?: string } = {}) {
  const bought = sku ?? (await makeProduct(souk));
  const { path } = await guestCart(souk, [bought, qty]);
  await ship(souk.guest, path);
  return { path, sku: bought };
}

/** Pays a cart with a card. */
export function pay(souk: Pick<Souk, 'guest'>, path: string, token = 'tok_good'): Promise<Answer> {
  return souk.guest.post(`${path}/payment-information`, {
    email: 'ada@example.com',
    paymentMethod: { method: 'gateway', additional_data: { token } },
    billing_address: ADDRESS,
  });
}

/** An order that is paid by card: its id, and itself. */
export async function buy(souk: Souk, { token, ...cart }: { qty?: number; sku?: string; token?: string } = {}) {
  const { path, sku } = await readyCart(souk, cart);
  const id = Number(ok(await pay(souk, path, token)));
  return { id, sku, order: await orderOf(souk, id) };
}

export async function orderOf(souk: Pick<Souk, 'admin'>, id: number): Promise<Json> {
  return ok(await souk.admin.get(`/V1/orders/${id}`));
}

/** The transactions of an order, oldest first. */
export async function transactionsOf(souk: Souk, orderId: number): Promise<Json[]> {
  const query = `searchCriteria[filterGroups][0][filters][0][field]=order_id&searchCriteria[filterGroups][0][filters][0][value]=${orderId}`;
  return ok(
    await souk.admin.get(
      `/V1/transactions?${query}&searchCriteria[sortOrders][0][field]=transaction_id&searchCriteria[sortOrders][0][direction]=ASC`,
    ),
  ).items;
}

export async function invoicesOf(souk: Souk, orderId: number): Promise<Json[]> {
  const query = `searchCriteria[filterGroups][0][filters][0][field]=order_id&searchCriteria[filterGroups][0][filters][0][value]=${orderId}`;
  return ok(await souk.admin.get(`/V1/invoices?${query}`)).items;
}
