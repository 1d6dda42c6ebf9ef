import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

const RULES = '/V1/salesRules';
const prefix = 'Magento\\SalesRule\\Model\\Rule\\Condition\\';
let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const post = (rule: object): Promise<Answer> => souk.admin.post(RULES, { rule });
const put = (id: number, rule: object): Promise<Answer> => souk.admin.put(`${RULES}/${id}`, { rule });
const read = async (id: number) => ok(await souk.admin.get(`${RULES}/${id}`));
const create = async (rule: object = {}) =>
  ok(await post({ name: unique('rule'), website_ids: [1], customer_group_ids: [0, 1], ...rule }));
const search = async (...filters: { field: string; value?: unknown; condition_type?: string }[]) =>
  ok(await souk.admin.get(`${RULES}/search?${criteria(filters.map((filter) => [filter]))}`));
const ids = (answer: Answer['body']): number[] => answer.items.map((rule: Answer['body']) => rule.rule_id);

const noConditions = {
  condition: { condition_type: `${prefix}Combine`, aggregator_type: 'all', operator: null, value: true },
  action_condition: {
    condition_type: `${prefix}Product\\Combine`,
    aggregator_type: 'all',
    operator: null,
    value: true,
  },
};
const untold = {
  uses_per_customer: 0,
  is_active: false,
  ...noConditions,
  stop_rules_processing: true,
  is_advanced: true,
  sort_order: 0,
  discount_amount: 0,
  discount_step: 0,
  apply_to_shipping: false,
  times_used: 0,
  is_rss: false,
  coupon_type: 'NO_COUPON',
  use_auto_generation: false,
  uses_per_coupon: 0,
};

describe('a new rule', () => {
  it('of which only the name is told has the values of the interface', async () => {
    const { rule_id, ...rule } = ok(await post({ name: 'least' }));
    expect(rule).toEqual({ name: 'least', store_labels: [], website_ids: [], customer_group_ids: [], ...untold });
    expect(await read(rule_id)).toEqual({ rule_id, ...rule });
  });

  it('is answered and read as it was sent', async () => {
    const sent = {
      name: 'Large orders',
      store_labels: [
        { store_id: 0, store_label: 'For all' },
        { store_id: 1, store_label: 'For one' },
      ],
      description: 'Forty off',
      website_ids: [1],
      customer_group_ids: [0, 1, 3],
      from_date: '2022-04-22',
      to_date: '2032-09-25',
      uses_per_customer: 2,
      is_active: true,
      condition: {
        condition_type: `${prefix}Combine`,
        conditions: [
          { condition_type: `${prefix}Address`, operator: '>', attribute_name: 'base_subtotal', value: '800' },
          {
            condition_type: `${prefix}Product\\Subselect`,
            conditions: [{ condition_type: `${prefix}Product`, operator: '()', attribute_name: 'sku', value: 'a,b' }],
            aggregator_type: 'any',
            operator: '>=',
            attribute_name: 'qty',
            value: '3',
          },
          {
            condition_type: `${prefix}Combine`,
            conditions: [
              {
                condition_type: `${prefix}Product\\Found`,
                conditions: [
                  { condition_type: `${prefix}Product`, operator: '==', attribute_name: 'children::sku', value: 'c' },
                ],
                aggregator_type: 'all',
                operator: null,
                value: '0',
              },
            ],
            aggregator_type: 'any',
            operator: null,
            value: '1',
          },
        ],
        aggregator_type: 'all',
        operator: null,
        value: null,
      },
      action_condition: {
        condition_type: `${prefix}Product\\Combine`,
        conditions: [
          { condition_type: `${prefix}Product`, operator: '==', attribute_name: 'attribute_set_id', value: '4' },
        ],
        aggregator_type: 'any',
        operator: null,
        value: '1',
      },
      stop_rules_processing: false,
      is_advanced: true,
      product_ids: [3, 1],
      sort_order: 2,
      simple_action: 'cart_fixed',
      discount_amount: 40.25,
      discount_qty: 2.5,
      discount_step: 3,
      apply_to_shipping: true,
      times_used: 1,
      is_rss: true,
      coupon_type: 'SPECIFIC_COUPON',
      use_auto_generation: false,
      uses_per_coupon: 4,
      simple_free_shipping: '1',
    };
    const { rule_id, ...rule } = ok(await post(sent));
    expect(rule).toEqual(sent);
    expect(await read(rule_id)).toEqual({ rule_id, ...sent });
  });

  it.each([
    ['coupon_type', 'AUTO', 'AUTO'],
    ['coupon_type', 'NOPE', '0'],
    ['coupon_type', '', '0'],
    ['coupon_type', true, 'NO_COUPON'],
    ['coupon_type', '2', 'SPECIFIC_COUPON'],
    ['coupon_type', 123, ''],
    ['simple_free_shipping', 'x', '0'],
    ['simple_free_shipping', 2, '2'],
    ['discount_amount', 150, 150],
    ['discount_amount', 1.00005, 1.0001],
    ['from_date', '2026-1-2 10:00:00', '2026-01-02'],
    ['simple_action', 'something', 'something'],
    ['name', 'n'.repeat(300), 'n'.repeat(255)],
    ['simple_action', 'a'.repeat(300), 'a'.repeat(32)],
    ['uses_per_customer', 1e10, 2_147_483_647],
    ['uses_per_coupon', 1e10, 2_147_483_647],
    ['sort_order', 1e10, 4_294_967_295],
    ['sort_order', -1, 0],
    ['discount_step', 1e10, 4_294_967_295],
    ['discount_step', -1, 0],
    ['times_used', 1e10, 4_294_967_295],
    ['times_used', -1, 0],
    ['discount_amount', 1e10, 99_999_999.9999],
    ['discount_qty', 1e10, 99_999_999.9999],
  ])('with %s %j has %j', async (field, sent, expected) => {
    const made = await create({ [field]: sent });
    expect(made[field]).toBe(expected);
    expect((await read(made.rule_id))[field]).toBe(expected);
  });

  it('shows an empty label in the answer, and keeps none', async () => {
    const store_labels = [{ store_id: 1, store_label: '' }, {}];
    const made = await create({ store_labels });
    expect(made.store_labels).toEqual([store_labels[0], { store_id: 0, store_label: null }]);
    expect((await read(made.rule_id)).store_labels).toEqual([]);
    const untold = await create({ store_labels: [{ store_label: 'All' }] });
    expect((await read(untold.rule_id)).store_labels).toEqual([{ store_id: 0, store_label: 'All' }]);
  });

  it.each(['uses_per_customer', 'uses_per_coupon', 'discount_qty'])('D61: has no %s below zero', async (field) => {
    const name = unique('refused');
    fails(await post({ name, [field]: -1 }), 400, new RegExp(`The ${field} value of "-1" must be`));
    expect(ids(await search({ field: 'name', value: name }))).toEqual([]);
  });

  it.each(['website_ids', 'customer_group_ids'])('D62: has no list among its %s', async (field) => {
    const name = unique('refused');
    fails(await post({ name, [field]: [[]] }), 400, /The "array" value's type is invalid/);
    expect(ids(await search({ field: 'name', value: name }))).toEqual([]);
  });

  it('has each website, group and store view once', async () => {
    const rule = await create({
      website_ids: [1, 1],
      customer_group_ids: [3, 0, 3],
      store_labels: [
        { store_id: 1, store_label: 'One' },
        { store_id: 0, store_label: 'All' },
        { store_id: 1, store_label: 'Two' },
      ],
    });
    expect(rule).toMatchObject({
      website_ids: [1],
      customer_group_ids: [0, 3],
      store_labels: [
        { store_id: 0, store_label: 'All' },
        { store_id: 1, store_label: 'Two' },
      ],
    });
  });
});

describe('conditions', () => {
  const of = async (condition: object) => (await create({ condition })).condition;

  it('have a root that is a combination, without an operator, whatever it says', async () => {
    const root = { condition_type: `\\${prefix}Combine`, operator: '==', attribute_name: 'x', value: 1 };
    expect(await of(root)).toEqual({ condition_type: `${prefix}Combine`, operator: null, value: '1' });
    expect(await of({ operator: '1', aggregator_type: 'any', conditions: [] })).toEqual({
      condition_type: `${prefix}Combine`,
      aggregator_type: 'any',
      operator: null,
      value: '1',
    });
  });

  it.each([
    [800, '800'],
    [1.5, '1.5'],
    [true, '1'],
    [false, ''],
    [null, null],
    [undefined, null],
  ])('with the value %j have %j', async (value, expected) => {
    const leaf = { condition_type: `${prefix}Address`, attribute_name: 'weight', operator: '>', value };
    expect((await of({ conditions: [leaf] })).conditions[0].value).toBe(expected);
  });

  it.each([
    ['D19: of a type that does not exist', { condition_type: 'Magento\\TargetRule\\Model\\Rule\\Condition\\Combine' }],
    ['on a product, directly under the cart', { condition_type: `${prefix}Product`, attribute_name: 'sku' }],
    ['without a type', { attribute_name: 'weight', operator: '>', value: '1' }],
  ])('%s are refused, and nothing is made', async (_, leaf) => {
    const name = unique('refused');
    const value = (leaf as { condition_type?: string }).condition_type ?? '';
    const answer = await post({ name, condition: { conditions: [leaf] } });
    expect(fails(answer, 400)).toEqual({
      message: 'Invalid value of "%value" provided for the %fieldName field.',
      parameters: { value, fieldName: 'condition_type' },
    });
    expect(ids(await search({ field: 'name', value: name }))).toEqual([]);
  });

  it('with a list for a value are refused', async () => {
    const leaf = { condition_type: `${prefix}Address`, attribute_name: 'weight', operator: '()', value: ['1', '2'] };
    fails(
      await post({ name: 'list', condition: { conditions: [leaf] } }),
      400,
      'Error occurred during "value" processing. The "array" value\'s type is invalid. The "string" type was expected. Verify and try again.',
    );
  });

  it('nested without end are refused', async () => {
    let condition: object = { condition_type: `${prefix}Combine` };
    for (let depth = 0; depth < 60; depth++)
      condition = { condition_type: `${prefix}Combine`, conditions: [condition] };
    fails(await post({ name: 'deep', condition }), 400, /Invalid value of/);
  });
});

describe('changing a rule', () => {
  it('leaves what is not sent as it is', async () => {
    const before = await create({
      is_active: true,
      sort_order: 4,
      discount_qty: 2,
      to_date: '2030-01-01',
      store_labels: [{ store_id: 0, store_label: 'All' }],
      condition: {
        conditions: [{ condition_type: `${prefix}Address`, attribute_name: 'weight', operator: '>', value: '1' }],
      },
    });
    const after = ok(await put(before.rule_id, { name: 'Partial', discount_amount: 3, description: null }));
    expect(after).toEqual({ ...before, name: 'Partial', discount_amount: 3 });
    expect(await read(before.rule_id)).toEqual(after);
  });

  it('takes an empty date for none', async () => {
    const { rule_id } = await create({ from_date: '2026-01-01', to_date: '2030-01-01' });
    expect(ok(await put(rule_id, { to_date: '' }))).not.toHaveProperty('to_date');
    expect((await read(rule_id)).from_date).toBe('2026-01-01');
  });

  it('changes labels one by one; an empty one goes', async () => {
    const { rule_id } = await create({ store_labels: [{ store_id: 0, store_label: 'All' }] });
    const labels = async (list: object[]) => {
      ok(await put(rule_id, { store_labels: list }));
      return (await read(rule_id)).store_labels;
    };
    const [all, one] = [
      { store_id: 0, store_label: 'All' },
      { store_id: 1, store_label: 'One' },
    ];
    expect(await labels([one])).toEqual([all, one]);
    expect(await labels([{ store_id: 0, store_label: '' }])).toEqual([one]);
  });

  it('is done by POST as well, and by the id of the path before that of the body', async () => {
    const [one, other] = [await create(), await create()];
    ok(await post({ rule_id: one.rule_id, name: 'Posted' }));
    ok(await put(one.rule_id, { rule_id: other.rule_id, description: 'Put' }));
    expect(await read(one.rule_id)).toMatchObject({ name: 'Posted', description: 'Put' });
    expect(await read(other.rule_id)).toEqual(other);
  });

  it('of a rule that is not there is refused', async () => {
    for (const answer of [
      await souk.admin.get(`${RULES}/99999`),
      await put(99_999, { name: 'x' }),
      await post({ rule_id: 99_999, name: 'x' }),
      await souk.admin.delete(`${RULES}/99999`),
    ]) {
      expect(fails(answer, 404)).toEqual({ message: 'No such entity.' });
    }
  });

  it('follows the deletion of a customer group', async () => {
    const group = ok(
      await souk.admin.post('/V1/customerGroups', { group: { code: unique('group'), tax_class_id: 3 } }),
    );
    const before = await create({ customer_group_ids: [0, group.id] });
    ok(await souk.admin.delete(`/V1/customerGroups/${group.id}`));
    expect(await read(before.rule_id)).toEqual({ ...before, customer_group_ids: [0] });
  });

  it('ends with its deletion', async () => {
    const { rule_id } = await create();
    expect(ok(await souk.admin.delete(`${RULES}/${rule_id}`))).toBe(true);
    fails(await souk.admin.get(`${RULES}/${rule_id}`), 404, 'No such entity.');
  });
});

describe('what is wrong with a rule', () => {
  it.each([
    [{ from_date: '2027-01-01', to_date: '2026-01-01' }, 'End Date must follow Start Date.; '],
    [{ website_ids: [] }, 'Please specify a website.; '],
    [{ website_ids: [], customer_group_ids: [] }, 'Please specify a website.; Please specify Customer Groups.; '],
    [{ discount_amount: -1 }, 'Please choose a valid discount amount.'],
    [{ discount_amount: -0.5 }, 'Please choose a valid discount amount.'],
    [{ uses_per_coupon: -1 }, 'The uses_per_coupon value of "-1" must be greater than or equal to 0.'],
    [{ discount_qty: -0.5 }, 'The discount_qty value of "-0.5" must be greater than or equal to 0.'],
    [{ website_ids: [1, 99] }, 'Invalid value of "99" provided for the website_ids field.'],
    [{ customer_group_ids: [0, 32000] }, 'Invalid value of "32000" provided for the customer_group_ids field.'],
    [{ store_labels: [{ store_id: 99, store_label: 'x' }] }, 'Invalid value of "99" provided for the store_id field.'],
    [{ from_date: 'soon' }, 'Invalid value of "soon" provided for the from_date field.'],
    [{ to_date: '2026-02-30' }, 'Invalid value of "2026-02-30" provided for the to_date field.'],
  ])('%j is told, and nothing changes', async (wrong, message) => {
    const before = await create();
    fails(await put(before.rule_id, { name: 'changed', ...wrong }), 400, message);
    expect(await read(before.rule_id)).toEqual(before);
    fails(await post({ name: 'new', website_ids: [1], customer_group_ids: [0], ...wrong }), 400, message);
  });

  it('D86: is told of a new rule that is to be good nowhere by its own word', async () => {
    const nowhere = { name: 'new', website_ids: null, customer_group_ids: null };
    fails(await post(nowhere), 400, 'Please specify a website.; Please specify Customer Groups.; ');
    const { rule_id } = await create();
    expect(ok(await put(rule_id, nowhere))).toMatchObject({ website_ids: [1] });
  });

  it('is told of a rule that is good nowhere when it is changed', async () => {
    const { rule_id } = ok(await post({ name: 'nowhere' }));
    fails(await put(rule_id, { name: 'x' }), 400, 'Please specify a website.; Please specify Customer Groups.; ');
  });

  it('is told of a rule that is not sent, and of who may not', async () => {
    fails(await souk.admin.post(RULES, {}), 400, '"rule" is required. Enter and try again.');
    const body = fails(await souk.guest.post(RULES, { rule: { name: 'x' } }), 401);
    expect(body.parameters).toEqual({ resources: 'Magento_SalesRule::quote' });
  });
});

describe('a list of rules', () => {
  it('finds them by their fields', async () => {
    const name = unique('found');
    const one = await create({ name, is_active: true, discount_amount: 12.5, coupon_type: 'SPECIFIC_COUPON' });
    const other = await create({ name, sort_order: 7, from_date: '2026-03-01', customer_group_ids: [2] });
    const named = { field: 'name', value: name };
    const by = async (field: string, value: unknown, condition_type = 'eq') =>
      ids(await search(named, { field, value, condition_type }));
    expect(await by('rule_id', other.rule_id)).toEqual([other.rule_id]);
    expect(await by('is_active', 1)).toEqual([one.rule_id]);
    expect(await by('discount_amount', 12, 'gt')).toEqual([one.rule_id]);
    expect(await by('sort_order', '7,8', 'in')).toEqual([other.rule_id]);
    expect(await by('from_date', '2026-02-01', 'from')).toEqual([other.rule_id]);
    expect(await by('to_date', '', 'null')).toEqual([one.rule_id, other.rule_id]);
    expect(await by('coupon_type', 2)).toEqual([one.rule_id]);
    expect(await by('coupon_type', 'NO_COUPON')).toEqual([other.rule_id]);
    expect(await by('coupon_type', 'NO_COUPON,SPECIFIC_COUPON', 'in')).toEqual([one.rule_id, other.rule_id]);
    expect(await by('website_ids', 1)).toEqual([one.rule_id, other.rule_id]);
    expect(await by('customer_group_ids', 2)).toEqual([other.rule_id]);
    expect(await by('customer_group_ids', 2, 'neq')).toEqual([one.rule_id]);
    expect((await search(named, { field: 'rule_id', value: one.rule_id })).items).toEqual([one]);
  });

  it('is sorted and cut into pages', async () => {
    const name = unique('page');
    const made = [await create({ name }), await create({ name }), await create({ name })].map((rule) => rule.rule_id);
    const query = criteria([[{ field: 'name', value: name }]], {
      sort: [{ field: 'rule_id', direction: 'DESC' }],
      pageSize: 2,
      currentPage: 1,
    });
    const answer = ok(await souk.admin.get(`${RULES}/search?${query}`));
    expect(ids(answer)).toEqual([made[2], made[1]]);
    expect(answer.total_count).toBe(3);
  });

  it('needs search criteria, and fields that it has', async () => {
    fails(await souk.admin.get(`${RULES}/search`), 400, '"searchCriteria" is required. Enter and try again.');
    fails(
      await souk.admin.get(`${RULES}/search?${criteria([[{ field: 'nope', value: 1 }]])}`),
      400,
      /"nope" attribute name/,
    );
  });
});
