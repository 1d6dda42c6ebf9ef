import { afterAll, beforeAll, expect, it } from 'vitest';
import { criteria, fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import type { Json } from '../sales/shop.ts';
import { newCompany } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const path = ({ id }: Json): string => `/V1/company/${id}/relations`;
const relate = (parent: Json, ...children: Json[]): Promise<Answer> =>
  souk.admin.post(path(parent), { relations: children.map(({ id }) => ({ company_id: id, parent_id: parent.id })) });
const separate = (parent: Json, child: Json): Promise<Answer> => souk.admin.delete(`${path(parent)}/${child.id}`);
const list = async (field: string, { id }: Json): Promise<Json> =>
  ok(await souk.admin.get(`/V1/company/relations?${criteria([[{ field, value: id }]])}`));
const childrenOf = async (parent: Json): Promise<number[]> =>
  (await list('parent_id', parent)).items.map((one: Json) => one.company_id);
const companies = async (count: number): Promise<Json[]> => {
  const made = [];
  for (let i = 0; i < count; i++) made.push((await newCompany(souk)).company);
  return made;
};

it('companies come below another one, and are set free again', async () => {
  const [parent, one, two] = (await companies(3)) as [Json, Json, Json];
  expect(ok(await relate(parent, one, two))).toEqual([]);
  ok(await relate(parent, one));
  expect(await childrenOf(parent)).toEqual([one.id, two.id]);
  expect(await list('company_id', two)).toMatchObject({
    items: [{ company_id: two.id, parent_id: parent.id }],
    total_count: 1,
  });
  expect(ok(await separate(parent, one))).toEqual([]);
  expect(await childrenOf(parent)).toEqual([two.id]);
  const none = `No such entity with parentId = ${parent.id}, companyId = ${one.id}`;
  fails(await separate(parent, one), 404, none);
  fails(await separate(one, two), 404);
  ok(await souk.admin.delete(`/V1/company/${two.id}`));
  expect(await childrenOf(parent)).toEqual([]);
});

it('there are two levels, and one parent', async () => {
  const [parent, child, other, third] = (await companies(4)) as [Json, Json, Json, Json];
  ok(await relate(parent, child));
  fails(await relate(other, third, child), 400, `The company ${child.id} belongs to another company.`);
  fails(
    await relate(child, other),
    400,
    `The company ${child.id} belongs to another company, and can have none below it.`,
  );
  const leads = (id: number): string => `The company ${id} has companies below it, and can belong to none.`;
  fails(await relate(other, parent), 400, leads(parent.id));
  fails(await relate(other, other), 400, leads(other.id));
  fails(await relate(other), 400, '"relations" is required. Enter and try again.');
  fails(await relate(other, { id: 987654 }), 404, 'No such entity with company_id = 987654');
  fails(await relate({ id: 987654 }, other), 404, 'No such entity with parentId = 987654');
  const strange = { relations: [{ company_id: third.id, parent_id: parent.id }] };
  fails(await souk.admin.post(path(other), strange), 400, /provided for the parent_id field/);
  fails(await souk.admin.post(path(other), { relations: [{}] }), 400, '"company_id" is required. Enter and try again.');
  expect([await childrenOf(parent), await childrenOf(other), await childrenOf(child)]).toEqual([[child.id], [], []]);
});

it('of two companies that are to be each below the other, one is', async () => {
  const [one, two] = (await companies(2)) as [Json, Json];
  const answers = await Promise.all([relate(one, two), relate(two, one)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect([...(await childrenOf(one)), ...(await childrenOf(two))]).toHaveLength(1);
});

it('relations are for those who may', async () => {
  const [one, two] = (await companies(2)) as [Json, Json];
  fails(await souk.guest.get('/V1/company/relations?searchCriteria='), 401);
  fails(await souk.guest.post(path(one), { relations: [{ company_id: two.id }] }), 401);
  fails(await souk.guest.delete(`${path(one)}/${two.id}`), 401);
  expect(await childrenOf(one)).toEqual([]);
});
