import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { startHere, type Here } from '../support/here.ts';
import {
  act,
  BUYER,
  newPurchaseOrderCompany,
  newRole,
  newRule,
  newUserOf,
  ordersOf,
  placeFor,
  putBelow,
  ruleInput,
  SETTING,
  statusOf,
  userAllowed,
  type PurchaseOrderCompany,
  type PurchaseOrderUser,
} from './shop.ts';

const PO = 'Magento_PurchaseOrder::';
const RULE = 'Magento_PurchaseOrderRule::';
const view = `${PO}view_purchase_orders`;

/** What a user can do with somebody else's purchase order and with rules. */
const operations = ['see', 'comment', 'copy', 'approve', 'reject', 'cancel', 'order', 'rules', 'changeRules'] as const;
type Operation = (typeof operations)[number];

/** Permissions of a colleague who is no approver → what they allow with the purchase order of another buyer. */
const matrix: readonly [
  name: string,
  permissions: readonly string[],
  isAbove: boolean,
  allowed: readonly Operation[],
][] = [
  ['none', [], true, []],
  ['place_order', ['Magento_Sales::place_order'], true, []],
  ['all', [`${PO}all`], true, []],
  ['view_purchase_orders', [view], true, []],
  ['subordinates alone', [`${PO}view_purchase_orders_for_subordinates`], true, []],
  ['company alone', [`${PO}view_purchase_orders_for_company`], true, []],
  ['subordinates', [view, `${PO}view_purchase_orders_for_subordinates`], true, ['see', 'comment', 'copy', 'cancel']],
  ['subordinates of others', [view, `${PO}view_purchase_orders_for_subordinates`], false, []],
  ['company', [view, `${PO}view_purchase_orders_for_company`], false, ['see', 'comment', 'copy']],
  ['autoapprove', [view, `${PO}autoapprove_purchase_order`], true, []],
  ['super approve of unseen', [view, `${RULE}super_approve_purchase_order`], true, []],
  [
    'super approve',
    [view, `${PO}view_purchase_orders_for_company`, `${RULE}super_approve_purchase_order`],
    false,
    ['see', 'comment', 'copy', 'approve', 'reject'],
  ],
  ['view rules', [`${RULE}view_approval_rules`], true, ['rules']],
  ['manage rules', [`${RULE}view_approval_rules`, `${RULE}manage_approval_rules`], true, ['rules', 'changeRules']],
];

describe.each(engines)('roles and purchase orders on %s', (engine) => {
  let here: Here;
  let of: PurchaseOrderCompany;
  let buyer: PurchaseOrderUser;
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ [SETTING]: '1' });
    of = await newPurchaseOrderCompany(here);
    const role = await newRole(of, ...BUYER);
    await newUserOf(here, of, role);
    await newRule(of, [role]);
    buyer = await userAllowed(here, of, ...BUYER);
  });
  afterAll(() => here.stop());

  const isDone = ({ body }: { body: Json }, field: string): boolean => !body.errors && body.data[field] !== null;

  /** Tries an operation on a purchase order; whether it was done. */
  async function attempt(user: PurchaseOrderUser, operation: Operation, uid: string): Promise<boolean> {
    const { gql } = user;
    const input = `purchase_order_uid: "${uid}"`;
    switch (operation) {
      case 'see': {
        const { body } = await gql.send(`{ customer { purchase_order(uid: "${uid}") { uid } } }`);
        return !body.errors && body.data.customer.purchase_order?.uid === uid;
      }
      case 'comment':
        return isDone(
          await gql.send(
            `mutation { addPurchaseOrderComment(input: { ${input}, comment: "Hello" }) { comment { uid } } }`,
          ),
          'addPurchaseOrderComment',
        );
      case 'copy': {
        const { id } = (await gql.data('{ customerCart { id } }')).customerCart;
        const mutation = `mutation { addPurchaseOrderItemsToCart(input: { ${input}, cart_id: "${id}",
          replace_existing_cart_items: true }) { cart { items { quantity } } } }`;
        const { body } = await gql.send(mutation);
        return !body.errors && body.data.addPurchaseOrderItemsToCart.cart.items.length === 1;
      }
      case 'order':
        return isDone(
          await gql.send(`mutation { placeOrderForPurchaseOrder(input: { ${input} }) { order { number } } }`),
          'placeOrderForPurchaseOrder',
        );
      case 'rules': {
        const { body } = await gql.send('{ customer { purchase_order_approval_rules { total_count } } }');
        return !body.errors && body.data.customer.purchase_order_approval_rules !== null;
      }
      case 'changeRules':
        return isDone(
          await gql.send(
            'mutation($input: PurchaseOrderApprovalRuleInput!) { createPurchaseOrderApprovalRule(input: $input) { uid } }',
            { input: ruleInput([btoa('0')], { status: 'DISABLED' }) },
          ),
          'createPurchaseOrderApprovalRule',
        );
      default: {
        const mutation = `mutation { ${operation}PurchaseOrders(input: { purchase_order_uids: ["${uid}"] }) {
          purchase_orders { uid } errors { type } } }`;
        const { body } = await gql.send(mutation);
        return !body.errors && body.data[`${operation}PurchaseOrders`].purchase_orders.length === 1;
      }
    }
  }

  it.each(matrix)('%s', async (_, permissions, isAbove, allowed) => {
    const user = await userAllowed(here, of, ...permissions);
    if (isAbove) await putBelow(here, of, buyer.id, user.id);
    else await putBelow(here, of, buyer.id, of.boss.id);
    const done: Operation[] = [];
    for (const operation of operations) {
      // Each on a purchase order that waits for its approval.
      const uid = await placeFor(here, buyer);
      if (await attempt(user, operation, uid)) done.push(operation);
      const isChanged = ['approve', 'reject', 'cancel'].includes(operation) && allowed.includes(operation);
      if (!isChanged) expect(await statusOf(buyer, uid)).toBe('APPROVAL_REQUIRED');
    }
    expect(done).toEqual(operations.filter((operation) => allowed.includes(operation)));
  });

  it('the own purchase order', async () => {
    const expected: Partial<Record<Operation, boolean>> = { see: true, comment: true, copy: true, cancel: true };
    for (const operation of operations) {
      const uid = await placeFor(here, buyer);
      expect([operation, await attempt(buyer, operation, uid)]).toEqual([operation, expected[operation] ?? false]);
    }
    const blind = await userAllowed(here, of, 'Magento_Sales::place_order');
    const uid = await placeFor(here, blind);
    for (const operation of ['see', 'cancel', 'comment'] as const) {
      expect([operation, await attempt(blind, operation, uid)]).toEqual([operation, false]);
    }
  });

  it('the administrator, and users of another company', async () => {
    const other = await newPurchaseOrderCompany(here);
    const allowedThere = await userAllowed(
      here,
      other,
      ...BUYER,
      `${PO}view_purchase_orders_for_company`,
      `${PO}view_purchase_orders_for_subordinates`,
      `${RULE}super_approve_purchase_order`,
    );
    for (const operation of operations.filter((one) => !one.endsWith('ules'))) {
      const uid = await placeFor(here, buyer);
      for (const user of [other.boss, allowedThere]) {
        expect([operation, await attempt(user, operation, uid)]).toEqual([operation, false]);
      }
      expect([operation, await attempt(of.boss, operation, uid)]).toEqual([operation, operation !== 'order']);
    }
    const list = async (user: PurchaseOrderUser, filter: string): Promise<number> =>
      (await user.gql.data(`{ customer { purchase_orders(filter: ${filter}) { total_count } } }`)).customer
        .purchase_orders.total_count;
    for (const filter of [
      '{ company_purchase_orders: true }',
      '{ require_my_approval: true }',
      '{ my_approvals: true }',
    ]) {
      expect(await list(allowedThere, filter)).toBe(0);
    }
    expect(await list(of.boss, '{ company_purchase_orders: true }')).toBeGreaterThan(0);
  });

  it('placing needs the permission to order', async () => {
    const viewer = await userAllowed(here, of, view);
    await expect(placeFor(here, viewer)).rejects.toThrow(/do not have permission to place purchase orders/);
    expect(await ordersOf(here, viewer.id)).toEqual([]);
    expect((await act(viewer, 'approve', btoa('999999'))).errors).toMatchObject([{ type: 'NOT_FOUND' }]);
  });
});
