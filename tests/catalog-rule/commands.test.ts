import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSouk, type Souk } from '../support/souk.ts';
import { all, command, deleteRules, saveRule, type Fields } from './rules.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());
beforeEach(() => deleteRules(souk));

const shown = async (id: number): Promise<Fields> =>
  JSON.parse(await command(souk, 'catalog-rule:show', String(id))) as Fields;

async function refused(text: string, ...args: string[]): Promise<void> {
  const { code, stderr } = await souk.cli(...args);
  expect(code).not.toBe(0);
  expect(stderr).toContain(text);
}

describe('commands for catalog price rules', () => {
  it('save, show, list and delete rules', async () => {
    const conditions = {
      condition_type: 'combine',
      aggregator_type: 'any',
      value: false,
      conditions: [
        { condition_type: 'product', attribute_name: 'sku', operator: '{}', value: 'x' },
        all(['category_ids', '()', [3, 4]]),
      ],
    };
    const id = await saveRule(souk, {
      description: 'In May',
      from_date: '2031-05-01',
      to_date: '2031-05-31',
      rule_condition: conditions,
    });
    const rule = {
      rule_id: id,
      name: 'Sale',
      description: 'In May',
      is_active: true,
      website_ids: [1],
      customer_group_ids: [0],
      from_date: '2031-05-01',
      to_date: '2031-05-31',
      sort_order: 0,
      simple_action: 'by_percent',
      discount_amount: 10,
      stop_rules_processing: false,
      rule_condition: {
        ...conditions,
        conditions: [conditions.conditions[0], { ...all(['category_ids', '()', '3,4']) }],
      },
    };
    expect(await shown(id)).toEqual(rule);
    // A change leaves all other fields as they are.
    const folder = mkdtempSync(join(tmpdir(), 'souk-rule-'));
    const file = join(folder, 'rule.json');
    writeFileSync(
      file,
      JSON.stringify({ rule_id: id, is_active: false, customer_group_ids: ['General', 0], to_date: null }),
    );
    await command(souk, 'catalog-rule:save', file);
    rmSync(folder, { recursive: true });
    expect(await shown(id)).toEqual({ ...rule, is_active: false, customer_group_ids: [0, 1], to_date: null });
    const first = await saveRule(souk, { name: 'First', sort_order: 0, simple_action: 'to_fixed', discount_amount: 5 });
    await saveRule(souk, { rule_id: id, sort_order: 3 });
    const lines = (await command(souk, 'catalog-rule:list')).trimEnd().split('\n');
    expect(lines.map((line) => line.split('\t').slice(0, 5))).toEqual([
      [String(first), 'First', 'active', 'to_fixed 5', 'priority 0'],
      [String(id), 'Sale', 'inactive', 'by_percent 10', 'priority 3'],
    ]);
    await command(souk, 'catalog-rule:delete', String(id));
    await refused(`There is no catalog price rule ${id}.`, 'catalog-rule:show', String(id));
    await refused(`There is no catalog price rule ${id}.`, 'catalog-rule:delete', String(id));
  });

  it('refuse invalid rules, name the field and save nothing', async () => {
    const valid = {
      name: 'Sale',
      website_ids: [1],
      customer_group_ids: [0],
      simple_action: 'by_percent',
      discount_amount: 10,
    };
    const product = (fields: Fields): Fields => ({
      rule_condition: {
        condition_type: 'combine',
        conditions: [{ condition_type: 'product', attribute_name: 'sku', operator: '==', value: 'a', ...fields }],
      },
    });
    const at = 'rule_condition.conditions[0]';
    const cases: readonly [Fields, string][] = [
      [{ name: undefined }, '"name" is required.'],
      [{ website_ids: undefined }, '"website_ids" is required.'],
      [{ customer_group_ids: undefined }, '"customer_group_ids" is required.'],
      [{ simple_action: undefined }, '"simple_action" is required.'],
      [{ discount_amount: undefined }, '"discount_amount" is required.'],
      [{ name: ' ' }, 'Invalid value " " of "name"'],
      [{ website_ids: [] }, 'Invalid value "[]" of "website_ids"'],
      [{ website_ids: ['elsewhere'] }, 'There is no website "elsewhere" (in "website_ids").'],
      [{ customer_group_ids: [99] }, 'There is no customer group "99" (in "customer_group_ids").'],
      [{ simple_action: 'buy_x_get_y' }, 'Invalid value "buy_x_get_y" of "simple_action"'],
      [{ discount_amount: -1 }, 'Invalid value "-1" of "discount_amount"'],
      [{ discount_amount: 101 }, 'Invalid value "101" of "discount_amount": expected a percentage from 0 to 100.'],
      [{ discount_amount: '10' }, 'Invalid value "10" of "discount_amount"'],
      [{ from_date: '2031-02-30' }, 'Invalid value "2031-02-30" of "from_date"'],
      [{ from_date: '2031-03-02', to_date: '2031-03-01' }, '"to_date" is before "from_date".'],
      [{ sort_order: -1 }, 'Invalid value "-1" of "sort_order"'],
      [{ is_active: 'yes' }, 'Invalid value "yes" of "is_active"'],
      [{ prize: 1 }, 'The rule has no field "prize".'],
      [product({ attribute_name: 'colour_of_moon' }), `of "${at}.attribute_name"`],
      [product({ attribute_name: 'meta_title' }), `of "${at}.attribute_name"`],
      [product({ operator: '=' }), `Invalid value "=" of "${at}.operator"`],
      [product({ value: null }), `Invalid value "null" of "${at}.value"`],
      [product({ scope: 'x' }), `${at} has no field "scope".`],
      [product({ condition_type: 'cart' }), `Invalid value "cart" of "${at}.condition_type"`],
      [
        { rule_condition: { condition_type: 'combine', aggregator_type: 'most' } },
        'of "rule_condition.aggregator_type"',
      ],
      [{ rule_condition: [] }, 'Invalid value "[]" of "rule_condition": expected an object.'],
      [{ rule_id: 99_999 }, 'There is no catalog price rule 99999.'],
    ];
    for (const [fields, text] of cases)
      await refused(text, 'catalog-rule:save', JSON.stringify({ ...valid, ...fields }));
    await refused('The rule is not a JSON object.', 'catalog-rule:save', '{');
    expect(await command(souk, 'catalog-rule:list')).toBe('');
  });
});
