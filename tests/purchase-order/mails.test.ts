import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillCart } from '../customer-balance/shop.ts';
import { newStaff, newRole, uid } from '../company/storefront.ts';
import { signIn } from '../support/customers.ts';
import { mailTo } from '../support/mails.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';
import { BUYER, enabled, LEADER, ruleInput, SETTING } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
  await souk.configure({ [SETTING]: '1' });
});
afterAll(() => souk.stop());

it('asks approvers, and tells buyers of approvals, rejections and comments', async () => {
  const staff = await newStaff(souk, enabled);
  const { boss, user, leader, account } = staff;
  const role = await newRole(boss, ...BUYER);
  ok(await souk.admin.put('/V1/company/assignRoles', { userId: account.id, roles: [{ id: Number(atob(role)) }] }));
  await boss.data(
    'mutation($input: PurchaseOrderApprovalRuleInput!) { createPurchaseOrderApprovalRule(input: $input) { uid } }',
    { input: ruleInput([LEADER]) },
  );
  const me = await signIn(souk, account.email);
  const place = async (): Promise<string> => {
    await fillCart(me, (await newProduct(souk)).sku);
    const payment = { paymentMethod: { method: 'checkmo' } };
    return uid(ok(await me.post('/V1/carts/mine/po-payment-information', payment)));
  };
  const numberOf = async (id: string): Promise<string> =>
    (await user.data(`{ customer { purchase_order(uid: "${id}") { number } } }`)).customer.purchase_order.number;
  const first = await place();
  const number = await numberOf(first);
  const request = await mailTo(
    souk,
    leader.email,
    ({ subject }) => subject === `Purchase order ${number} is waiting for your approval`,
  );
  expect(request.text).toContain(`${account.firstname} ${account.lastname} has placed the purchase order ${number}`);
  await boss.data(
    `mutation { addPurchaseOrderComment(input: { purchase_order_uid: "${first}", comment: "So many?" }) { comment { uid } } }`,
  );
  const comment = await mailTo(
    souk,
    account.email,
    ({ subject }) => subject === `A comment on purchase order ${number}`,
  );
  expect(comment.text).toContain('So many?');
  const act = (action: string, id: string) =>
    boss.data(`mutation { ${action}PurchaseOrders(input: { purchase_order_uids: ["${id}"] }) { errors { message } } }`);
  await act('approve', first);
  await mailTo(souk, account.email, ({ subject }) => subject === `Your purchase order ${number} is approved`);
  const second = await place();
  const other = await numberOf(second);
  await act('reject', second);
  await mailTo(souk, account.email, ({ subject }) => subject === `Your purchase order ${other} was rejected`);
});
