import type { Client } from '../support/client.ts';
import type { Catalog } from './walk-catalog.ts';
import { everything, type Walk } from './walk.ts';

/** Gift card accounts, from the first to the last day of one. */
export async function walkGiftCardAccounts({ good, admin }: Walk): Promise<void> {
  const code = 'WALKED-CARD';
  const { account_id: id } = await good(admin, 'POST /V1/giftcardaccounts', { giftcardAccount: { code, balance: 20 } });
  const path = `/V1/giftcardaccounts/${id}`;
  await good(admin, `PUT ${path}`, { giftcardAccount: { balance: 25, date_expires: '2999-12-31' } });
  await good(admin, `GET ${path}`);
  await good(admin, `GET /V1/giftcardaccounts/code/${code}`);
  await good(admin, `GET /V1/giftcardaccounts?${everything('account_id')}`);
  await good(admin, `DELETE ${path}`);
}

/** Gift cards of carts, by all three ways to one. */
export async function walkGiftCards({ good, admin, guest }: Walk, { simple }: Catalog, shopper: Client): Promise<void> {
  const { code } = await good(admin, 'POST /V1/giftcardaccounts', { giftcardAccount: { balance: 1 } });
  const amounts = { gift_cards_amount: 0, base_gift_cards_amount: 0 };
  const used = { gift_cards_amount_used: 0, base_gift_cards_amount_used: 0 };
  const sent = { giftCardAccountData: { gift_cards: [code], ...amounts, ...used } };
  const own = await good(shopper, 'POST /V1/carts/mine');
  await good(shopper, 'POST /V1/carts/mine/items', { cartItem: { sku: simple.sku, qty: 1, quote_id: own } });
  const mask = await good(guest, 'POST /V1/guest-carts');
  await good(guest, `POST /V1/guest-carts/${mask}/items`, { cartItem: { sku: simple.sku, qty: 1, quote_id: mask } });
  for (const [caller, path] of [
    [shopper, '/V1/carts/mine'],
    [guest, `/V1/carts/guest-carts/${mask}`],
  ] as const) {
    await good(caller, `GET ${path}/checkGiftCard/${code}`);
    await good(caller, `POST ${path}/giftCards`, sent);
    await good(caller, `DELETE ${path}/giftCards/${code}`);
  }
  await good(admin, `PUT /V1/carts/${own}/giftCards`, sent);
  await good(admin, `GET /V1/carts/${own}/giftCards`);
  await good(admin, `DELETE /V1/carts/${own}/giftCards/${code}`);
}
