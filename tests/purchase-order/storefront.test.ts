import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newQuote, offer } from '../negotiable-quote/storefront.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok } from '../support/client.ts';
import { refuses } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';
import {
  act,
  BUYER,
  newPurchaseOrderCompany,
  newRole,
  newRule,
  newUserOf,
  placeFor,
  SETTING,
  shown,
  userAllowed,
  type PurchaseOrderUser,
} from './shop.ts';

const ITEM = `uid number status created_at available_actions created_by { firstname email } order { number }
  comments { text author { email } } history_log { message } approval_flow { rule_name events { message } }`;

describe.each(engines)('purchase orders in storefronts on %s', (engine) => {
  let here: Here;
  let counted: StatementCount;
  beforeAll(async () => {
    counted = countStatements();
    here = await startHere(engine, { env: { SOUK_RELEASE: '2.4.9' } });
    await here.configure({ [SETTING]: '1' });
  });
  afterAll(async () => {
    await here.stop();
    counted.stop();
  });

  it('are of companies whose users and teams have ids of one type', async () => {
    const { boss } = await newPurchaseOrderCompany(here);
    const team = 'mutation { createCompanyTeam(input: { name: "West" }) { team { id } } }';
    const { id } = (await boss.gql.data(team)).createCompanyTeam.team;
    const entities = `{ company { structure { items { entity { __typename ... on Customer { id email } ... on CompanyTeam { id name } } } } } }`;
    const { items } = (await boss.gql.data(entities)).company.structure;
    expect(items.map(({ entity }: Json) => entity)).toEqual([
      { __typename: 'Customer', id: btoa(String(boss.id)), email: boss.email },
      { __typename: 'CompanyTeam', id, name: 'West' },
    ]);
  });

  async function withApprover() {
    const of = await newPurchaseOrderCompany(here);
    const role = await newRole(of, ...BUYER);
    const approver = await newUserOf(here, of, role);
    await newRule(of, [role]);
    return { of, role, approver, buyer: await userAllowed(here, of, ...BUYER) };
  }
  const list = async ({ gql }: PurchaseOrderUser, args = '', fields = 'uid'): Promise<Json> =>
    (
      await gql.data(
        `{ customer { purchase_orders${args} { items { ${fields} } total_count page_info { total_pages } } } }`,
      )
    ).customer.purchase_orders;
  const uids = ({ items }: Json): string[] => items.map(({ uid }: Json) => uid);

  it('are listed by their buyers, superiors and approvers', async () => {
    const { of, approver, buyer } = await withApprover();
    const [first, second] = [await placeFor(here, buyer), await placeFor(here, buyer)];
    const placed = await placeFor(here, of.boss);
    await act(approver, 'reject', first);
    expect(uids(await list(buyer))).toEqual([second, first]);
    expect(uids(await list(buyer, '(filter: { status: REJECTED })'))).toEqual([first]);
    expect(uids(await list(buyer, '(pageSize: 1, currentPage: 2)'))).toEqual([first]);
    expect((await list(buyer, '(pageSize: 1)')).page_info.total_pages).toBe(2);
    const today = new Date().toISOString().slice(0, 10);
    expect(uids(await list(buyer, `(filter: { created_date: { from: "${today} 00:00:00" } })`))).toHaveLength(2);
    expect(uids(await list(buyer, '(filter: { created_date: { to: "2020-01-01" } })'))).toEqual([]);
    refuses(
      await buyer.gql.send(
        '{ customer { purchase_orders(filter: { created_date: { to: "soon" } }) { total_count } } }',
      ),
      'graphql-input',
      '"soon" is not a valid time.',
    );
    expect(uids(await list(approver))).toEqual([]);
    expect(uids(await list(approver, '(filter: { require_my_approval: true })'))).toEqual([second]);
    expect(uids(await list(approver, '(filter: { my_approvals: true })'))).toEqual([second, first]);
    expect(uids(await list(approver, '(filter: { company_purchase_orders: true })'))).toEqual([]);
    expect(uids(await list(of.boss, '(filter: { company_purchase_orders: true })'))).toEqual([second, first]);
    expect(uids(await list(of.boss))).toEqual([placed]);
  });

  it('have comments, and show their cart', async () => {
    const { approver, buyer } = await withApprover();
    const uid = await placeFor(here, buyer);
    const comment = (user: PurchaseOrderUser, text: string) =>
      user.gql.send(
        `mutation($text: String!) { addPurchaseOrderComment(input: { purchase_order_uid: "${uid}", comment: $text }) {
          comment { uid text author { email } } } }`,
        { text },
      );
    expect((await comment(approver, ' Too many? ')).body.data.addPurchaseOrderComment.comment).toMatchObject({
      text: 'Too many?',
      author: { email: approver.email },
    });
    await comment(buyer, 'No.');
    for (const text of [' ', 'x'.repeat(4001)]) refuses(await comment(buyer, text), 'graphql-input', /Enter a comment/);
    const fields = `${ITEM} quote { items { quantity product { sku } } prices { grand_total { value } } }`;
    const found = await shown(approver, uid, fields);
    expect(found.comments.map(({ text }: Json) => text)).toEqual(['Too many?', 'No.']);
    expect(found.created_by.email).toBe(buyer.email);
    expect(found.quote).toMatchObject({ items: [{ quantity: 2 }], prices: { grand_total: { value: 30 } } });
    expect(found.history_log.at(-1).message).toMatch(/^\w+ \w+ commented on purchase order #\d{9}$/);
  });

  it('are off without a company or the setting', async () => {
    const { buyer } = await withApprover();
    const query =
      '{ customer { purchase_orders_enabled purchase_orders { total_count } purchase_order(uid: "MQ==") { uid } } }';
    expect((await buyer.gql.data('{ customer { purchase_orders_enabled } }')).customer.purchase_orders_enabled).toBe(
      true,
    );
    await here.configure({ [SETTING]: '0' });
    const off = { purchase_orders_enabled: false, purchase_orders: null, purchase_order: null };
    expect((await buyer.gql.data(query)).customer).toEqual(off);
    const approve = 'mutation { approvePurchaseOrders(input: { purchase_order_uids: ["MQ=="] }) { errors { type } } }';
    refuses(await buyer.gql.send(approve), 'graphql-input', 'Purchase orders are not enabled for the customer.');
    await here.configure({ [SETTING]: '1' });
    refuses(
      await buyer.gql.send(
        'mutation { approvePurchaseOrders(input: { purchase_order_uids: [] }) { errors { type } } }',
      ),
      'graphql-input',
      'Required parameter "purchase_order_uids" is missing.',
    );
  });

  it('are listed with as many statements for six as for two', async () => {
    const [few, many] = [await withApprover(), await withApprover()];
    for (const [{ buyer, of, role }, size] of [
      [few, 2],
      [many, 6],
    ] as const) {
      for (let i = 0; i < size; i++) {
        const uid = await placeFor(here, i % 2 === 0 ? buyer : await newUserOf(here, of, role));
        await of.boss.gql.data(
          `mutation { addPurchaseOrderComment(input: { purchase_order_uid: "${uid}", comment: "A" }) { comment { uid } } }`,
        );
      }
      for (let i = 0; i < size; i++) await newRule(of, [role], { status: 'DISABLED' });
    }
    const count = async (work: () => Promise<unknown>): Promise<number> => (await counted.settled(work)).length;
    for (const filter of ['{ company_purchase_orders: true }', '{ my_approvals: true }']) {
      const [small, large] = [few, many].map(
        ({ of }) =>
          () =>
            list(of.boss, `(filter: ${filter})`, ITEM),
      );
      expect(await count(large!)).toBe(await count(small!));
    }
    const rules = `{ customer { purchase_order_approval_rules { items { name created_by applies_to_roles { name }
      approver_roles { name } condition { attribute } } total_count } } }`;
    const [small, large] = [few, many].map(
      ({ of }) =>
        () =>
          of.boss.gql.data(rules),
    );
    expect(await count(large!)).toBe(await count(small!));
  });

  it('D371: of negotiated quotes hold their prices', async () => {
    const buyer = await newQuote(here);
    await offer(here, buyer.cartId);
    const { company_id } = ok(await here.admin.get(`/V1/customers/${buyer.id}`)).extension_attributes
      .company_attributes;
    const company = ok(await here.admin.get(`/V1/company/${company_id}`));
    const path = `/V1/negotiable-carts/${buyer.cartId}`;
    const payment = { paymentMethod: { method: 'checkmo' } };
    fails(
      await buyer.me.post(`${path}/po-payment-information`, payment),
      400,
      'Purchase orders are not enabled for the customer.',
    );
    const extension_attributes = { ...company.extension_attributes, is_purchase_order_enabled: true };
    ok(await here.admin.put(`/V1/company/${company_id}`, { company: { ...company, extension_attributes } }));
    fails(await buyer.me.post(`${path}/payment-information`, payment), 401);
    const stranger = await newPurchaseOrderCompany(here);
    fails(await stranger.boss.me.post(`${path}/po-payment-information`, payment), 404);
    const uid = btoa(String(ok(await buyer.me.post(`${path}/po-payment-information`, payment))));
    const { purchase_order: found } = (
      await buyer.gql.data(
        `{ customer { purchase_order(uid: "${uid}") { status order { total { grand_total { value } } } } } }`,
      )
    ).customer;
    expect(found).toEqual({ status: 'ORDER_PLACED', order: { total: { grand_total: { value: 28 } } } });
    fails(await buyer.me.post(`${path}/po-payment-information`, payment), 404);
    const { negotiableQuote } = await buyer.gql.data(`{ negotiableQuote(uid: "${buyer.uid}") { status } }`);
    expect(negotiableQuote.status).toBe('ORDERED');
  });
});
