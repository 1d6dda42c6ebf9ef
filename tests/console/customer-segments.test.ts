import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { fails, ok } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';

const segments = '/_/console/customer-segments';

describe.each(engines)('customer segments in the console, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const named = (firstname: string) => ({
    condition_type: 'combine',
    conditions: [{ condition_type: 'customer', attribute_name: 'firstname', operator: '==', value: firstname }],
  });
  const segment = { name: 'Adas', is_active: true, apply_to: 1, website_ids: [1], conditions: named('Ada') };
  const list = async () => ok(await here.admin.raw('GET', segments));
  const membersOf = async (id: number): Promise<string[]> =>
    ok(await here.admin.raw('GET', `${segments}/${id}/customers`)).items.map((one: { email: string }) => one.email);

  it('are created with members, changed field by field, disabled and deleted', async () => {
    const ada = await newCustomer(here, { firstname: 'Ada' });
    const bob = await newCustomer(here, { firstname: 'Bob' });
    const id = ok(await here.admin.raw('POST', segments, { segment }));
    await expect.poll(() => membersOf(id)).toEqual([ada.email]);
    expect(await list()).toMatchObject([{ segment_id: id, name: 'Adas', number_of_customers: 1, website_ids: [1] }]);
    expect(ok(await here.admin.raw('GET', `${segments}/${id}`)).conditions.conditions).toMatchObject(
      segment.conditions.conditions,
    );
    ok(await here.admin.raw('PUT', `${segments}/${id}`, { segment: { conditions: named('Bob') } }));
    await expect.poll(() => membersOf(id)).toEqual([bob.email]);
    expect(await list()).toMatchObject([{ name: 'Adas', apply_to: 1, is_active: true }]);
    ok(await here.admin.raw('PUT', `${segments}/${id}`, { segment: { is_active: false } }));
    expect(await membersOf(id)).toEqual([]);
    expect(ok(await here.admin.raw('DELETE', `${segments}/${id}`))).toBe(true);
    expect(await list()).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/customers'],
      ['DELETE', ''],
    ] as const)
      fails(await here.admin.raw(method, `${segments}/${id}${path}`), 404);
    fails(await here.admin.raw('PUT', `${segments}/${id}`, { segment }), 404);
  });

  it('are refused with the reason, and nothing changes', async () => {
    for (const [change, reason] of [
      [{ name: ' ' }, /name of a segment/],
      [{ website_ids: [] }, /needs a website/],
      [{ website_ids: [77] }, /needs a website/],
      [{ apply_to: 7 }, /applies to/],
      [{ conditions: { condition_type: 'moon' } }, /"moon" is not a condition_type/],
    ] as const)
      fails(await here.admin.raw('POST', segments, { segment: { ...segment, ...change } }), 400, reason);
    expect(await list()).toEqual([]);
  });

  it('need the permission for segments', async () => {
    const clerk = await here.granted('integration', ['Magento_SalesRule::quote']);
    fails(await clerk.raw('GET', segments), 401);
    fails(await clerk.raw('POST', segments, { segment }), 401);
    const merchant = await here.granted('integration', ['Magento_CustomerSegment::customersegment']);
    expect(ok(await merchant.raw('GET', segments))).toEqual([]);
  });
});
