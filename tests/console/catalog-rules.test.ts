import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

const rules = '/_/console/catalog-rules';

describe.each(engines)('catalog price rules in the console, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const rule = {
    name: 'Summer',
    is_active: true,
    website_ids: [1],
    customer_group_ids: [0, 1],
    simple_action: 'by_percent',
    discount_amount: 10,
    rule_condition: {
      condition_type: 'combine',
      conditions: [{ condition_type: 'product', attribute_name: 'sku', operator: '==', value: 'mug' }],
    },
  };
  const list = async (): Promise<Json[]> => ok(await here.admin.raw('GET', rules));

  it('are created, listed, changed field by field, and deleted', async () => {
    expect(await list()).toEqual([]);
    const id = ok(await here.admin.raw('POST', rules, { rule }));
    expect(await list()).toMatchObject([{ rule_id: id, name: 'Summer', sort_order: 0 }]);
    expect(ok(await here.admin.raw('PUT', `${rules}/${id}`, { rule: { to_date: '2031-08-31' } }))).toBe(id);
    expect(ok(await here.admin.raw('GET', `${rules}/${id}`))).toMatchObject({
      ...rule,
      to_date: '2031-08-31',
      rule_condition: { aggregator_type: 'all', value: true, conditions: rule.rule_condition.conditions },
    });
    expect(ok(await here.admin.raw('DELETE', `${rules}/${id}`))).toBe(true);
    expect(await list()).toEqual([]);
    fails(await here.admin.raw('GET', `${rules}/${id}`), 404);
    fails(await here.admin.raw('PUT', `${rules}/${id}`, { rule }), 404);
    fails(await here.admin.raw('DELETE', `${rules}/${id}`), 404);
  });

  it('are refused with the field that is wrong, and nothing changes', async () => {
    const wrong = { ...rule, discount_amount: 101 };
    fails(await here.admin.raw('POST', rules, { rule: wrong }), 400, /"101" of "discount_amount"/);
    const { name: _, ...nameless } = rule;
    fails(await here.admin.raw('POST', rules, { rule: nameless }), 400, '"name" is required.');
    const unknown = { ...rule, rule_condition: { condition_type: 'moon' } };
    fails(await here.admin.raw('POST', rules, { rule: unknown }), 400, /rule_condition\.condition_type/);
    expect(await list()).toEqual([]);
  });

  it('need the permission for catalog price rules', async () => {
    const cashier = await here.granted('integration', ['Magento_SalesRule::quote']);
    fails(await cashier.raw('GET', rules), 401);
    fails(await cashier.raw('POST', rules, { rule }), 401);
    const merchant = await here.granted('integration', ['Magento_CatalogRule::promo_catalog']);
    expect(ok(await merchant.raw('GET', rules))).toEqual([]);
  });

  it('have a form that is described by the types of their route, like every record', async () => {
    const form = async (name: string, caller = here.admin) =>
      caller.raw('GET', `/_/console/forms?route=${encodeURIComponent(name)}`);
    const described: Json = ok(await form(`PUT ${rules}/:ruleId`));
    expect(described.fields).toContainEqual({
      name: 'rule',
      kind: 'object',
      isRequired: true,
      type: 'console-catalog-rule',
    });
    expect(described.types['console-catalog-rule']).toContainEqual({
      name: 'website_ids',
      kind: 'list',
      isRequired: true,
      items: 'integer',
    });
    const group: Json = ok(await form('POST /V1/customerGroups'));
    expect(group.types['customer-data-group-interface'].slice(0, 3)).toEqual([
      { name: 'id', kind: 'integer', isRequired: false },
      { name: 'code', kind: 'text', isRequired: true },
      { name: 'tax_class_id', kind: 'integer', isRequired: true },
    ]);
    fails(await form('POST /V1/moons'), 404);
    fails(await form('POST /V1/customerGroups', here.guest), 401);
  });
});
