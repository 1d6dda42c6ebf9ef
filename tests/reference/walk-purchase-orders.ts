import { company } from '../company/company.ts';
import { fillCart } from '../customer-balance/shop.ts';
import type { Client } from '../support/client.ts';
import { address as bookAddress, newCustomer, signIn } from '../support/customers.ts';
import type { Catalog } from './walk-catalog.ts';
import { address, type Walk } from './walk.ts';

/** A purchase order whose order fails for want of company credit, and its payment afterwards. */
export async function walkPurchaseOrders(walk: Walk, { simple }: Catalog): Promise<void> {
  const { good, admin, souk } = walk;
  await souk.configure({
    'btob/website_configuration/purchaseorder_enabled': '1',
    'payment/companycredit/active': '1',
  });
  const { id: leader, email } = await newCustomer(souk, { addresses: [bookAddress()] });
  const extension_attributes = { is_purchase_order_enabled: true };
  const { id } = await good(admin, 'POST /V1/company', {
    company: company(leader, { status: 1, customer_group_id: 1, extension_attributes }),
  });
  const credit = await good(admin, `GET /V1/companyCredits/company/${id}`);
  const limit = (credit_limit: number) =>
    good(admin, `PUT /V1/companyCredits/${credit.id}`, { creditLimit: { credit_limit } });
  await limit(1);
  const me = await signIn(souk, email);
  const cartId = await fillCart(me, simple.sku);
  const paymentMethod = { method: 'companycredit' };
  await good(me, 'POST /V1/carts/mine/po-payment-information', { paymentMethod });
  await limit(1000);
  await walkPayment(walk, me, cartId);
}

async function walkPayment({ good, admin }: Walk, me: Client, cartId: number): Promise<void> {
  const path = `/V1/purchase-order-carts/${cartId}`;
  const paymentMethod = { method: 'companycredit' };
  const { code } = await good(admin, 'POST /V1/giftcardaccounts', { giftcardAccount: { balance: 1 } });
  await good(me, `POST ${path}/giftCards`, { giftCardAccountData: { gift_cards: [code] } });
  await good(me, `DELETE ${path}/giftCards/${code}`);
  const { id: addressId } = await good(me, 'GET /V1/customers/me').then(({ addresses }) => addresses[0]);
  await good(me, `POST ${path}/estimate-shipping-methods-by-address-id`, { addressId });
  await good(me, `POST ${path}/estimate-shipping-methods`, { address: address() });
  await good(me, `POST ${path}/billing-address`, { address: address() });
  await good(me, `GET ${path}/totals`);
  await good(me, `GET ${path}/payment-information`);
  await good(me, `POST ${path}/set-payment-information`, { paymentMethod });
  await good(me, `POST ${path}/payment-information`, { paymentMethod });
}
