import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { newCustomer } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';
import { newStaff, storefrontOf, uid, type Staff } from './storefront.ts';

// Parent and child companies on storefronts.

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const FAMILY = 'company_hierarchy { parent { id is_admin } children { id is_admin } }';
const ASSIGN = `mutation($input: AssignChildCompanyInput!) { assignChildCompany(input: $input) { ${FAMILY} } }`;
const UNASSIGN = `mutation($child: ID!) { unassignChildCompany(input: { child_company_id: $child }) { ${FAMILY} } }`;
const MINE = `{ customer { ${FAMILY} } }`;
const NOT_LEADER = /changed by the administrator of the parent company/;

const idsOf = ({ parent, children }: Json) => [parent?.id ?? null, children.map(({ id }: Json) => id)];
const link = (parent: Json, child: Json) => ({
  input: { parent_company_id: uid(parent.id), child_company_id: uid(child.id) },
});
const familiesOf = async (storefront: GraphQLClient): Promise<Json[]> =>
  (await storefront.data(MINE)).customer.company_hierarchy.map(idsOf);

/** Adds the administrator of a company to another one, with these permissions there. */
async function addBoss(from: Staff, to: Staff, ...permissions: string[]): Promise<void> {
  const ids = { customer_id: from.company.super_user_id, company_id: to.company.id };
  ok(await souk.admin.post('/V1/customers/companies', { companyAttributes: ids }));
  const allowed = permissions.map((resource_id) => ({ resource_id, permission: 'allow' }));
  const role = { role_name: 'Owner', company_id: to.company.id, permissions: allowed };
  const { id } = ok(await souk.admin.post('/V1/company/role', { role }));
  ok(await souk.admin.put('/V1/company/assignRoles', { userId: ids.customer_id, roles: [{ id }] }));
}

const EDIT = 'Magento_Company::edit_account';

describe('the hierarchy of companies', () => {
  it('is made by the administrator of the parent, who edits the child', async () => {
    const [parent, child] = [await newStaff(souk), await newStaff(souk)];
    await addBoss(parent, child, EDIT);
    expect(await familiesOf(parent.boss)).toEqual([]);
    const { assignChildCompany } = await parent.boss.data(ASSIGN, link(parent.company, child.company));
    expect(assignChildCompany.company_hierarchy).toEqual({
      parent: { id: uid(parent.company.id), is_admin: true },
      children: [{ id: uid(child.company.id), is_admin: false }],
    });
    const { items } = ok(
      await souk.admin.get(
        `/V1/company/relations?searchCriteria[filterGroups][0][filters][0][field]=company_id&searchCriteria[filterGroups][0][filters][0][value]=${child.company.id}`,
      ),
    );
    expect(items).toEqual([{ company_id: child.company.id, parent_id: parent.company.id }]);
    const { unassignChildCompany } = await parent.boss.data(UNASSIGN, { child: uid(child.company.id) });
    expect(idsOf(unassignChildCompany.company_hierarchy)).toEqual([null, []]);
    expect(await familiesOf(parent.boss)).toEqual([]);
    refuses(
      await parent.boss.send(UNASSIGN, { child: uid(child.company.id) }),
      'graphql-input',
      /belongs to no other company/,
    );
  });

  it('shows users of a child the parent and their own companies alone', async () => {
    const [parent, first, second] = [await newStaff(souk), await newStaff(souk), await newStaff(souk)];
    const relations = [first, second].map(({ company }) => ({ company_id: company.id, parent_id: parent.company.id }));
    ok(await souk.admin.post(`/V1/company/${parent.company.id}/relations`, { relations }));
    const all = [uid(parent.company.id), [uid(first.company.id), uid(second.company.id)]];
    expect(await familiesOf(parent.boss)).toEqual([all]);
    expect(await familiesOf(first.boss)).toEqual([[uid(parent.company.id), [uid(first.company.id)]]]);
    expect(await familiesOf(first.user)).toEqual([[uid(parent.company.id), [uid(first.company.id)]]]);
    const freed = await second.boss.data(UNASSIGN, { child: uid(second.company.id) });
    expect(idsOf(freed.unassignChildCompany.company_hierarchy)).toEqual([null, []]);
    expect(await familiesOf(parent.boss)).toEqual([[uid(parent.company.id), [uid(first.company.id)]]]);
    const last = await parent.boss.data(UNASSIGN, { child: uid(first.company.id) });
    expect(idsOf(last.unassignChildCompany.company_hierarchy)).toEqual([null, []]);
  });

  it('D385: is changed by nobody without rights in both companies', async () => {
    const [parent, child] = [await newStaff(souk), await newStaff(souk)];
    const linked = link(parent.company, child.company);
    refuses(await parent.boss.send(ASSIGN, linked), 'graphql-no-such-entity', /child_company_id/);
    refuses(await child.boss.send(ASSIGN, linked), 'graphql-no-such-entity', /parent_company_id/);
    await addBoss(parent, child);
    refuses(await parent.boss.send(ASSIGN, linked), 'graphql-input', NOT_LEADER);
    await addBoss(child, parent, EDIT);
    refuses(await child.boss.send(ASSIGN, linked), 'graphql-input', NOT_LEADER);
    const relation = { company_id: child.company.id, parent_id: parent.company.id };
    ok(await souk.admin.post(`/V1/company/${parent.company.id}/relations`, { relations: [relation] }));
    refuses(await child.user.send(UNASSIGN, { child: uid(child.company.id) }), 'graphql-input', NOT_LEADER);
    const other = await newStaff(souk);
    refuses(
      await other.boss.send(UNASSIGN, { child: uid(child.company.id) }),
      'graphql-no-such-entity',
      /child_company_id/,
    );
    expect(await familiesOf(child.boss)).toEqual([[uid(parent.company.id), [uid(child.company.id)]]]);
    const outsider = await storefrontOf(souk, await newCustomer(souk));
    refuses(await outsider.send(ASSIGN, linked), 'graphql-input', 'Customer is not a company user.');
    refuses(await graphqlClient(souk).send(ASSIGN, linked), 'graphql-input', 'Customer is not a company user.');
  });

  it('has two levels, and no company below itself, also in a race', async () => {
    const [one, two] = [await newStaff(souk), await newStaff(souk)];
    await addBoss(one, two, EDIT);
    await addBoss(two, one, EDIT);
    refuses(await one.boss.send(ASSIGN, link(one.company, one.company)), 'graphql-input', /can belong to none/);
    const answers = await Promise.all([
      one.boss.send(ASSIGN, link(one.company, two.company)),
      two.boss.send(ASSIGN, link(two.company, one.company)),
    ]);
    const refused = answers.filter(({ body }) => body.errors);
    expect(refused).toHaveLength(1);
    const families = await familiesOf(one.boss);
    expect(families).toHaveLength(1);
    expect(await familiesOf(two.boss)).toEqual(families);
  });
});
