import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomer, PASSWORD, person } from '../support/customers.ts';
import { refused, typed, type ShopClient } from '../support/shop-client.ts';
import { startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
let shop: ShopClient;
beforeAll(async () => {
  souk = await startSouk();
  shop = typed(souk.admin);
});
afterAll(() => souk.stop());

const create = (group: object) => shop.customerGroups.save({ group });
const newGroup = (over: object = {}) => create({ code: unique('g'), tax_class_id: 3, ...over });
const count = async () => (await shop.customerGroups.list().page()).total_count;

describe('customer groups', () => {
  test('of a fresh installation are four, with the name of their tax class', async () => {
    const groups = await shop.customerGroups.list().all();
    expect(groups).toEqual(
      ['NOT LOGGED IN', 'General', 'Wholesale', 'Retailer'].map((code, id) => ({
        id,
        code,
        tax_class_id: 3,
        tax_class_name: 'Retail Customer',
        extension_attributes: { uid: btoa(String(id)) },
      })),
    );
    const { extension_attributes: _, ...alone } = groups[2]!;
    expect(await shop.customerGroups.get({ id: 2 })).toEqual(alone);
    await refused(shop.customerGroups.get({ id: 32000 }), 404);
  });

  test('are made, changed, found and deleted', async () => {
    const made = await newGroup({ extension_attributes: { exclude_website_ids: [1] } });
    expect(made.extension_attributes).toEqual({ exclude_website_ids: [1] });
    const code = unique('changed');
    const id = made.id!;
    const after = await shop.customerGroups.save({ id, group: { code, tax_class_id: 3 } });
    expect(after).toEqual({ id, code, tax_class_id: 3, tax_class_name: 'Retail Customer' });
    const found = shop.customerGroups.list({
      where: { code: { like: 'CHANGED%' } },
      sort: { id: 'DESC' },
      pageSize: 1,
    });
    expect((await found.page()).items).toEqual([
      { ...after, extension_attributes: { exclude_website_ids: [1], uid: btoa(String(id)) } },
    ]);
    expect(await shop.customerGroups.delete({ id })).toBe(true);
    await refused(shop.customerGroups.get({ id }), 404);
    await refused(shop.customerGroups.delete({ id }), 404);
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
    const before = await count();
    await refused(create(group), status, message);
    expect(await count()).toBe(before);
  });

  test('have codes of 32 characters at most; the rest is cut', async () => {
    expect((await newGroup({ code: `${unique('long')}${'x'.repeat(40)}` })).code).toHaveLength(32);
  });

  test('take the default tax class unless told; a change has to name one', async () => {
    const code = unique('untold');
    const id = (await create({ code })).id!;
    const stored = { id, code, tax_class_id: 3, tax_class_name: 'Retail Customer' };
    expect(await shop.customerGroups.get({ id })).toEqual(stored);
    const untold = 'Invalid value of "null" provided for the taxClassId field.';
    await refused(shop.customerGroups.save({ id, group: { code: unique('new') } }), 400, untold);
    expect(await shop.customerGroups.get({ id })).toEqual(stored);
    await refused(create({ id: 88888, code }), 400, untold);
  });

  test('that the platform needs cannot be deleted', async () => {
    for (const [id, isNeeded] of [
      [0, true],
      [1, true],
      [3, false],
    ] as const) {
      expect(await shop.customerGroups.isReadonly({ id })).toBe(isNeeded);
      if (isNeeded) await refused(shop.customerGroups.delete({ id }), 400, 'Cannot delete group.');
    }
    const { parameters } = await refused(shop.customerGroups.isReadonly({ id: 99 }), 404);
    expect(parameters).toMatchObject({ fieldName: 'groupId' });
  });

  test('leave their customers to the default group', async () => {
    const group = await newGroup();
    const customer = await newCustomer(souk, { group_id: group.id });
    await shop.customerGroups.delete({ id: group.id! });
    expect((await shop.customers.get({ customerId: customer.id })).group_id).toBe(1);
  });

  test('show neither list nor group to others', async () => {
    const { parameters } = await refused(typed(souk.guest).customerGroups.get({ id: 1 }), 401);
    expect(parameters).toEqual({ resources: 'Magento_Customer::group' });
  });
});

describe('the default group', () => {
  test('is the one of the configuration, by store view', async () => {
    for (const asked of [{}, { storeId: 1 }, { storeId: 0 }]) {
      expect((await shop.customerGroups.getDefaultGroup(asked)).code).toBe('General');
    }
    const { parameters } = await refused(shop.customerGroups.getDefaultGroup({ storeId: 99 }), 404);
    expect(parameters).toEqual({ fieldName: 'storeId', fieldValue: 99 });
  });

  test('can be chosen, and is then the group of new customers', async () => {
    const choose = (id: number) => shop.customerGroupConfig.setDefaultCustomerGroup({ id });
    await refused(choose(99), 404);
    expect(await choose(2)).toBe(2);
    expect((await shop.customerGroups.getDefaultGroup()).id).toBe(2);
    const made = await typed(souk.guest).accounts.createAccount({ customer: person(), password: PASSWORD });
    expect(made.group_id).toBe(2);
    await refused(shop.customerGroups.delete({ id: 2 }), 400, 'Cannot delete group.');
    await choose(1);
  });
});
