import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok, startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const LONG = 'x'.repeat(256);
const refused = /^Invalid value of "x+" provided for the [a-z_]+ field\.$/;

describe('D81: names that are too long are refused, and nothing is written', () => {
  const makeRule = async (): Promise<number> => {
    const rule = { name: unique('rule'), website_ids: [1], customer_group_ids: [0], is_active: true };
    const action = { simple_action: 'by_percent', discount_amount: 1, coupon_type: 'SPECIFIC_COUPON' };
    return ok(await souk.admin.post('/V1/salesRules', { rule: { ...rule, ...action } })).rule_id;
  };

  const page = { title: 'Long', content: 'Long', identifier: unique('page') };
  const cases: readonly (readonly [path: string, field: string, list: string, body: (name: string) => unknown])[] = [
    [
      '/V1/products/attribute-sets',
      'attribute_set_name',
      '/V1/products/attribute-sets/sets/list',
      (name) => ({ attributeSet: { attribute_set_name: name, sort_order: 1 }, skeletonId: 4 }),
    ],
    [
      '/V1/products/attribute-sets/groups',
      'attribute_group_name',
      '/V1/products/attribute-sets/groups/list',
      (name) => ({ group: { attribute_group_name: name, attribute_set_id: 4 } }),
    ],
    ['/V1/cmsPage', 'title', '/V1/cmsPage/search', (title) => ({ page: { ...page, title } })],
    ['/V1/cmsBlock', 'identifier', '/V1/cmsBlock/search', (identifier) => ({ block: { ...page, identifier } })],
  ];

  it.each(cases)('%s', async (path, fieldName, list, body) => {
    const count = async () => ok(await souk.admin.get(`${list}?searchCriteria=`)).total_count;
    const before = await count();
    const { parameters } = fails(await souk.admin.post(path, body(LONG)), 400, refused);
    expect(parameters).toEqual({ fieldName, value: LONG });
    expect(await count()).toBe(before);
    ok(await souk.admin.post(path, body(LONG.slice(1))));
    expect(await count()).toBe(before + 1);
  });

  it('/V1/coupons', async () => {
    const rule_id = await makeRule();
    const body = (code: string) => ({ coupon: { rule_id, code, type: 0, is_primary: true } });
    fails(await souk.admin.post('/V1/coupons', body(LONG)), 400, refused);
    ok(await souk.admin.post('/V1/coupons', body(LONG.slice(1))));
  });

  it('a set that is renamed', async () => {
    const name = unique('set');
    const made = ok(
      await souk.admin.post('/V1/products/attribute-sets', {
        attributeSet: { attribute_set_name: name, sort_order: 1 },
        skeletonId: 4,
      }),
    );
    const path = `/V1/products/attribute-sets/${made.attribute_set_id}`;
    fails(await souk.admin.put(path, { attributeSet: { ...made, attribute_set_name: LONG } }), 400, refused);
    expect(ok(await souk.admin.get(path)).attribute_set_name).toBe(name);
  });
});
