import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomer, person } from '../support/customers.ts';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const GROUPS = '/V1/customerGroups';
const create = (group: object): Promise<Answer> => souk.admin.post(GROUPS, { group });
const newGroup = async (over: object = {}) => ok(await create({ code: unique('g'), tax_class_id: 3, ...over }));
const search = async (...args: Parameters<typeof criteria>) =>
  ok(await souk.admin.get(`${GROUPS}/search?${criteria(...args)}`));

describe('customer groups', () => {
  test('of a fresh installation are four, with the name of their tax class', async () => {
    const { items, total_count } = await search();
    expect(total_count).toBe(4);
    expect(items).toEqual(
      ['NOT LOGGED IN', 'General', 'Wholesale', 'Retailer'].map((code, id) => ({
        id,
        code,
        tax_class_id: 3,
        tax_class_name: 'Retail Customer',
        extension_attributes: { uid: btoa(String(id)) },
      })),
    );
    const { extension_attributes: _, ...alone } = items[2];
    expect(ok(await souk.admin.get(`${GROUPS}/2`))).toEqual(alone);
    fails(await souk.admin.get(`${GROUPS}/32000`), 404);
  });

  test('are made, changed, found and deleted', async () => {
    const made = await newGroup({ extension_attributes: { exclude_website_ids: [1] } });
    expect(made.extension_attributes).toEqual({ exclude_website_ids: [1] });
    const code = unique('changed');
    const after = ok(await souk.admin.put(`${GROUPS}/${made.id}`, { group: { code, tax_class_id: 3 } }));
    expect(after).toEqual({ id: made.id, code, tax_class_id: 3, tax_class_name: 'Retail Customer' });
    const found = await search([[{ field: 'code', value: 'CHANGED%', condition_type: 'like' }]], {
      sort: [{ field: 'id', direction: 'DESC' }],
      pageSize: 1,
    });
    expect(found.items).toEqual([
      { ...after, extension_attributes: { exclude_website_ids: [1], uid: btoa(String(made.id)) } },
    ]);
    expect(ok(await souk.admin.delete(`${GROUPS}/${made.id}`))).toBe(true);
    fails(await souk.admin.get(`${GROUPS}/${made.id}`), 404);
    fails(await souk.admin.delete(`${GROUPS}/${made.id}`), 404);
  });

  test.each([
    ['no code', { tax_class_id: 3 }, 400, '"code" is required. Enter and try again.'],
    ['a code that is taken', { code: 'GENERAL', tax_class_id: 3 }, 400, 'Customer Group already exists.'],
    [
      'a tax class of products',
      { code: 'x', tax_class_id: 2 },
      400,
      'Invalid value of "2" provided for the taxClassId field.',
    ],
    ['no tax class', { id: 77, code: 'x' }, 400, 'Invalid value of "null" provided for the taxClassId field.'],
    ['an id', { id: 88888, code: 'x', tax_class_id: 3 }, 404, 'No such entity with id = 88888'],
    [
      'a website that is none',
      { code: 'x', tax_class_id: 3, extension_attributes: { exclude_website_ids: [9] } },
      400,
      /exclude_website_ids/,
    ],
  ])('are not made with %s', async (_, group, status, message) => {
    const { total_count } = await search();
    fails(await create(group), status, message);
    expect((await search()).total_count).toBe(total_count);
  });

  test('have codes of 32 characters at most; the rest is cut', async () => {
    expect((await newGroup({ code: `${unique('long')}${'x'.repeat(40)}` })).code).toHaveLength(32);
  });

  test('take the default tax class unless told; a change has to name one', async () => {
    const code = unique('untold');
    const { id } = ok(await create({ code }));
    const stored = { id, code, tax_class_id: 3, tax_class_name: 'Retail Customer' };
    expect(ok(await souk.admin.get(`${GROUPS}/${id}`))).toEqual(stored);
    const refused = await souk.admin.put(`${GROUPS}/${id}`, { group: { code: unique('new') } });
    fails(refused, 400, 'Invalid value of "null" provided for the taxClassId field.');
    expect(ok(await souk.admin.get(`${GROUPS}/${id}`))).toEqual(stored);
    fails(await create({ id: 88888, code }), 400, 'Invalid value of "null" provided for the taxClassId field.');
  });

  test('that the platform needs cannot be deleted', async () => {
    for (const [id, isNeeded] of [
      [0, true],
      [1, true],
      [3, false],
    ] as const) {
      expect(ok(await souk.admin.get(`${GROUPS}/${id}/permissions`))).toBe(isNeeded);
      if (isNeeded) fails(await souk.admin.delete(`${GROUPS}/${id}`), 400, 'Cannot delete group.');
    }
    expect(fails(await souk.admin.get(`${GROUPS}/99/permissions`), 404).parameters.fieldName).toBe('groupId');
  });

  test('leave their customers to the default group', async () => {
    const { id } = await newGroup();
    const customer = await newCustomer(souk, { group_id: id });
    ok(await souk.admin.delete(`${GROUPS}/${id}`));
    expect(ok(await souk.admin.get(`/V1/customers/${customer.id}`)).group_id).toBe(1);
  });

  test('show neither list nor group to others', async () => {
    expect(fails(await souk.guest.get(`${GROUPS}/1`), 401).parameters.resources).toBe('Magento_Customer::group');
  });
});

describe('the default group', () => {
  test('is the one of the configuration, by store view', async () => {
    for (const path of ['default', 'default/1', 'default/0', 'default?storeId=1']) {
      expect(ok(await souk.admin.get(`${GROUPS}/${path}`)).code).toBe('General');
    }
    const answer = fails(await souk.admin.get(`${GROUPS}/default/99`), 404);
    expect(answer.parameters).toEqual({ fieldName: 'storeId', fieldValue: 99 });
  });

  test('can be chosen, and is then the group of new customers', async () => {
    fails(await souk.admin.put(`${GROUPS}/default/99`), 404);
    expect(ok(await souk.admin.put(`${GROUPS}/default/2`))).toBe(2);
    expect(ok(await souk.admin.get(`${GROUPS}/default`)).id).toBe(2);
    const made = ok(await souk.guest.post('/V1/customers', { customer: person() }));
    expect(made.group_id).toBe(2);
    fails(await souk.admin.delete(`${GROUPS}/2`), 400, 'Cannot delete group.');
    ok(await souk.admin.put(`${GROUPS}/default/1`));
  });
});
