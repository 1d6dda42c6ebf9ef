import type { Json } from '../sales/shop.ts';
import { cart } from '../support/carts.ts';
import { ok, unique, type Client } from '../support/client.ts';

/** What is sent of a gift card: a mail, a parcel. */
export const virtual = '0';
export const physical = '1';
/** Attributes of a gift card whose buyers may enter an amount. */
export const open = { allow_open_amount: 1, open_amount_min: 10, open_amount_max: 100 };

const attributes = (values: Json) =>
  Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value: String(value) }));

/** What is sent to make a gift card with these amounts; `values`: of its attributes. */
export function cardProduct(amounts: readonly number[], values: Json = {}, over: Json = {}): Json {
  const sku = unique('card');
  return {
    sku,
    name: `Card ${sku}`,
    attribute_set_id: 4,
    status: 1,
    visibility: 4,
    type_id: 'giftcard',
    weight: 1,
    custom_attributes: attributes({ giftcard_type: virtual, ...values }),
    ...over,
    extension_attributes: {
      stock_item: { qty: 100, is_in_stock: true },
      giftcard_amounts: amounts.map((value) => ({ attribute_id: 0, website_id: 0, value, website_value: value })),
      ...over.extension_attributes,
    },
  };
}

/** Makes a gift card with these amounts. */
export async function newCardProduct(
  souk: { readonly admin: Client },
  amounts: readonly number[],
  values?: Json,
): Promise<Json> {
  return ok(await souk.admin.post('/V1/products', { product: cardProduct(amounts, values) }));
}

/** What a buyer tells of a card of an amount; `over`: what is told in another way. */
export function chosen(giftcard_amount: string, over: Json = {}): Json {
  return {
    product_option: {
      extension_attributes: {
        giftcard_item_option: {
          giftcard_amount,
          giftcard_sender_name: 'Ada',
          giftcard_sender_email: 'ada@example.com',
          giftcard_recipient_name: 'Grace',
          giftcard_recipient_email: 'grace@example.com',
          ...over,
        },
      },
    },
  };
}

/** What is shown of the choice of an item. */
export const choiceOf = ({ product_option }: Json): Json => product_option.extension_attributes.giftcard_item_option;

export const address = {
  firstname: 'Ada',
  lastname: 'Buyer',
  street: ['1 Main St'],
  city: 'Los Angeles',
  region_id: 12,
  country_id: 'US',
  postcode: '90001',
  telephone: '555-0100',
};

/** Callers of a server. */
export interface Shop {
  readonly admin: Client;
  readonly guest: Client;
}

/** An order of a guest for so many cards by mail as `told` says, paid by cheque. */
export async function orderCards(shop: Shop, card: Json, qty: number, told: Json): Promise<Json> {
  const { path } = await cart(shop, { sku: card.sku, qty, ...told });
  const paymentMethod = { method: 'checkmo' };
  const sent = { email: 'ada@example.com', paymentMethod, billing_address: address };
  return orderNow(shop, Number(ok(await shop.guest.post(`${path}/payment-information`, sent))));
}

/** An order as it is now. */
export const orderNow = async ({ admin }: Shop, id: number): Promise<Json> => ok(await admin.get(`/V1/orders/${id}`));

/** Invoices pieces of the only item of an order, or all that is left. */
export async function invoiceCards({ admin }: Shop, order: Json, qty?: number): Promise<void> {
  const items = qty === undefined ? [] : [{ order_item_id: order.items[0].item_id, qty }];
  ok(await admin.post(`/V1/order/${order.entity_id}/invoice`, { items }));
}

/** Refunds pieces of the only item of an order, or all. */
export async function refundCards({ admin }: Shop, order: Json, qty?: number): Promise<void> {
  const items = qty === undefined ? [] : [{ order_item_id: order.items[0].item_id, qty }];
  ok(await admin.post(`/V1/order/${order.entity_id}/refund`, { items }));
}

/** The codes of the cards that were made of the only item of an order. */
export const codesOf = ({ items: [item] }: Json): string[] =>
  choiceOf(item).extension_attributes?.giftcard_created_codes ?? [];

/** The account with a code. */
export const accountOf = async ({ admin }: Shop, code: string): Promise<Json> =>
  ok(await admin.get(`/V1/giftcardaccounts/code/${code}`));
