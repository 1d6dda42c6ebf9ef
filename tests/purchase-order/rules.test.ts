import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { refuses } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import {
  BUYER,
  LEADER,
  MANAGER,
  newPurchaseOrderCompany,
  newRole,
  newRule,
  ruleInput,
  SETTING,
  userAllowed,
  type PurchaseOrderUser,
} from './shop.ts';

const VIEW = 'Magento_PurchaseOrderRule::view_approval_rules';
const MANAGE = 'Magento_PurchaseOrderRule::manage_approval_rules';
const RULE = `uid name description status created_by applies_to_roles { id name } approver_roles { id name }
  condition { attribute operator ... on PurchaseOrderApprovalRuleConditionAmount { amount { value currency } }
    ... on PurchaseOrderApprovalRuleConditionQuantity { quantity } }`;
const CREATE = `mutation($input: PurchaseOrderApprovalRuleInput!) { createPurchaseOrderApprovalRule(input: $input) { ${RULE} } }`;
const UPDATE = `mutation($input: UpdatePurchaseOrderApprovalRuleInput!) { updatePurchaseOrderApprovalRule(input: $input) { ${RULE} } }`;
const DELETE = `mutation($uids: [ID]!) {
  deletePurchaseOrderApprovalRule(input: { approval_rule_uids: $uids }) { errors { type message } } }`;
const LIST = `{ customer { purchase_order_approval_rules { items { ${RULE} } total_count page_info { total_pages } } } }`;

describe.each(engines)('approval rules on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ [SETTING]: '1', 'currency/options/allow': 'USD,EUR,GBP' });
  });
  afterAll(() => here.stop());

  const create = ({ gql }: PurchaseOrderUser, input: Json) => gql.send(CREATE, { input });
  const listed = async ({ gql }: PurchaseOrderUser): Promise<Json> =>
    (await gql.data(LIST)).customer.purchase_order_approval_rules;

  it('are created, changed, listed and deleted', async () => {
    const of = await newPurchaseOrderCompany(here);
    const { boss } = of;
    const role = await newRole(of, ...BUYER);
    const input = ruleInput([LEADER, MANAGER, role], { description: 'Large ones', applies_to: [role] });
    const made = (await boss.gql.data(CREATE, { input })).createPurchaseOrderApprovalRule;
    expect(made).toMatchObject({
      name: input.name,
      description: 'Large ones',
      status: 'ENABLED',
      created_by: expect.stringMatching(/\w+ \w+/),
      applies_to_roles: [{ id: role }],
      condition: { attribute: 'GRAND_TOTAL', operator: 'MORE_THAN', amount: { value: 20, currency: 'USD' } },
    });
    expect(made.approver_roles.map(({ name }: Json) => name)).toEqual([
      'Company Administrator',
      "Purchaser's Manager",
      expect.stringMatching(/^Role /),
    ]);
    const changed = {
      uid: made.uid,
      name: `${input.name} b`,
      applies_to: [],
      approvers: [LEADER],
      status: 'DISABLED',
      condition: { attribute: 'NUMBER_OF_SKUS', operator: 'LESS_THAN_OR_EQUAL_TO', quantity: 10 },
    };
    expect((await boss.gql.data(UPDATE, { input: changed })).updatePurchaseOrderApprovalRule).toMatchObject({
      uid: made.uid,
      name: `${input.name} b`,
      description: 'Large ones',
      status: 'DISABLED',
      applies_to_roles: [],
      approver_roles: [{ id: LEADER, name: 'Company Administrator' }],
      condition: { attribute: 'NUMBER_OF_SKUS', operator: 'LESS_THAN_OR_EQUAL_TO', quantity: 10 },
    });
    const other = await newRule(of, [LEADER]);
    const all = await listed(boss);
    expect(all.items.map(({ uid }: Json) => uid)).toEqual([other, made.uid]);
    expect([all.total_count, all.page_info.total_pages]).toEqual([2, 1]);
    const one = `{ customer { purchase_order_approval_rule(uid: "${other}") { uid } } }`;
    expect((await boss.gql.data(one)).customer.purchase_order_approval_rule).toEqual({ uid: other });
    const { errors } = (await boss.gql.data(DELETE, { uids: [other, btoa('999999'), 'x'] }))
      .deletePurchaseOrderApprovalRule;
    expect(errors.map(({ type }: Json) => type)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect((await listed(boss)).total_count).toBe(1);
  });

  it('are refused with values that cannot be', async () => {
    const of = await newPurchaseOrderCompany(here);
    const { boss } = of;
    const other = await newPurchaseOrderCompany(here);
    const foreign = await newRole(other);
    const money = { attribute: 'GRAND_TOTAL', operator: 'MORE_THAN' };
    const cases: [Json, RegExp][] = [
      [{ name: ' ' }, /Required parameters are missing: name/],
      [{ name: 'x'.repeat(256) }, /for the name field/],
      [{ description: 'x'.repeat(2001) }, /for the description field/],
      [{ approvers: [] }, /Required parameters are missing: approvers/],
      [{ approvers: ['x'] }, /Invalid value of "x" provided for the approvers field/],
      [{ approvers: [foreign] }, /for the approvers field/],
      [{ applies_to: [foreign] }, /for the applies_to field/],
      [{ applies_to: [LEADER] }, /for the applies_to field/],
      [{ condition: money }, /Required parameters are missing: condition.amount/],
      [{ condition: { ...money, amount: { value: -1, currency: 'USD' } } }, /condition.amount.value/],
      [{ condition: { ...money, amount: { value: 1e12, currency: 'USD' } } }, /condition.amount.value/],
      [{ condition: { ...money, amount: { value: 1, currency: 'JPY' } } }, /condition.amount.currency/],
      [{ condition: { ...money, amount: { value: 1, currency: 'USD' }, quantity: 1 } }, /condition.quantity/],
      [{ condition: { ...money, attribute: 'NUMBER_OF_SKUS' } }, /Required parameters are missing: condition.quantity/],
      [{ condition: { ...money, attribute: 'NUMBER_OF_SKUS', quantity: -1 } }, /condition.quantity/],
      [
        { condition: { ...money, attribute: 'NUMBER_OF_SKUS', quantity: 1, amount: { value: 1, currency: 'USD' } } },
        /condition.amount/,
      ],
    ];
    for (const [over, message] of cases) {
      refuses(await create(boss, ruleInput([LEADER], over)), 'graphql-input', message);
    }
    const name = 'Large orders';
    await newRule(of, [LEADER], { name });
    refuses(
      await create(boss, ruleInput([LEADER], { name: 'LARGE orders' })),
      'graphql-already-exists',
      /already exists/,
    );
    await newRule(other, [LEADER], { name });
    expect((await listed(boss)).total_count).toBe(1);
    const uid = await newRule(of, [LEADER]);
    const update = (input: Json) => boss.gql.send(UPDATE, { input: { uid, ...input } });
    refuses(await update({ name }), 'graphql-already-exists', /already exists/);
    refuses(await update({ approvers: [] }), 'graphql-input', /approvers/);
    refuses(await update({ uid: btoa('999999') }), 'graphql-no-such-entity', /Could not find an approval rule/);
  });

  it('of one name are created once at the same time', async () => {
    const { boss } = await newPurchaseOrderCompany(here);
    const input = ruleInput([LEADER]);
    const both = await Promise.all([create(boss, input), create(boss, input)]);
    expect(both.filter(({ body }) => !body.errors)).toHaveLength(1);
    expect((await listed(boss)).total_count).toBe(1);
  });

  it('have metadata for their forms', async () => {
    const of = await newPurchaseOrderCompany(here);
    await newRole(of, ...BUYER);
    const { purchase_order_approval_rule_metadata: metadata } = (
      await of.boss.gql.data(`{ customer { purchase_order_approval_rule_metadata {
        available_applies_to { name } available_condition_currencies { code symbol }
        available_requires_approval_from { id name } } } }`)
    ).customer;
    expect(metadata.available_applies_to.map(({ name }: Json) => name)).toEqual([
      'Default User',
      expect.stringMatching(/^Role /),
    ]);
    expect(metadata.available_condition_currencies).toContainEqual({ code: 'USD', symbol: '$' });
    expect(metadata.available_condition_currencies.map(({ code }: Json) => code)).not.toContain('JPY');
    expect(metadata.available_requires_approval_from.slice(0, 2)).toEqual([
      { id: LEADER, name: 'Company Administrator' },
      { id: MANAGER, name: "Purchaser's Manager" },
    ]);
  });

  it('are seen and changed by users of their company whose roles allow it', async () => {
    const of = await newPurchaseOrderCompany(here);
    const uid = await newRule(of, [LEADER]);
    const [nobody, viewer, manager] = [
      await userAllowed(here, of, ...BUYER),
      await userAllowed(here, of, VIEW),
      await userAllowed(here, of, VIEW, MANAGE),
    ];
    const one = `{ customer { purchase_order_approval_rule(uid: "${uid}") { uid } } }`;
    refuses(await nobody.gql.send(LIST), 'graphql-authorization', /do not have permission/);
    refuses(await nobody.gql.send(one), 'graphql-authorization', /do not have permission/);
    expect((await listed(viewer)).total_count).toBe(1);
    for (const user of [nobody, viewer]) {
      refuses(await create(user, ruleInput([LEADER])), 'graphql-authorization', /do not have permission/);
      const input = { uid, status: 'DISABLED' };
      refuses(await user.gql.send(UPDATE, { input }), 'graphql-authorization', /do not have permission/);
      refuses(await user.gql.send(DELETE, { uids: [uid] }), 'graphql-authorization', /do not have permission/);
    }
    expect((await create(manager, ruleInput([LEADER]))).body.errors).toBeUndefined();
    const other = await newPurchaseOrderCompany(here);
    expect((await other.boss.gql.data(one)).customer.purchase_order_approval_rule).toBeNull();
    refuses(
      await other.boss.gql.send(UPDATE, { input: { uid, status: 'DISABLED' } }),
      'graphql-no-such-entity',
      /Could not find an approval rule/,
    );
    const { errors } = (await other.boss.gql.data(DELETE, { uids: [uid] })).deletePurchaseOrderApprovalRule;
    expect(errors).toMatchObject([{ type: 'NOT_FOUND' }]);
    expect((await listed(viewer)).items).toContainEqual(expect.objectContaining({ uid, status: 'ENABLED' }));
  });
});
