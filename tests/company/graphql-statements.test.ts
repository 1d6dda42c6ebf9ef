import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';
import { newCompany, newUser } from './shop.ts';

const USER = 'id email job_title status structure_id role { name users_count } team { name }';

describe.each(engines)('statements for companies on %s', (engine) => {
  let here: Here;
  let counted: StatementCount;
  beforeAll(async () => {
    counted = countStatements();
    here = await startHere(engine);
  });
  afterAll(async () => {
    await here.stop();
    counted.stop();
  });

  const count = async (work: () => Promise<unknown>): Promise<number> => (await counted.settled(work)).length;
  const as = async ({ id }: Json): Promise<GraphQLClient> =>
    graphqlClient(here, (await here.callerOf('customer', id)).token);

  it('are as many for seven users as for two', async () => {
    const few = await newCompany(here);
    await newUser(here, few.company);
    const many = await newCompany(here);
    for (let i = 0; i < 6; i++) await newUser(here, many.company);
    for (const query of [
      `{ company { users { items { ${USER} } total_count } } }`,
      `{ company { structure { items { id parent_id entity { __typename ... on Customer { ${USER} } } } } } }`,
    ]) {
      const [small, large] = [await as(few.boss), await as(many.boss)];
      expect(await count(() => large.data(query))).toBe(await count(() => small.data(query)));
    }
  });

  it('are as many for a customer in three companies as in one', async () => {
    const [first, ...others] = [await newCompany(here), await newCompany(here), await newCompany(here)];
    const [one, three] = [await newUser(here, first.company), await newUser(here, first.company)];
    for (const { company } of others) ok(await here.admin.put(`/V1/customers/${three.id}/companies/${company.id}`));
    const query =
      '{ customer { companies(input: {}) { items { id name is_admin status } page_info { total_pages } } } }';
    const [small, large] = [await as(one), await as(three)];
    expect((await large.data(query)).customer.companies.items).toHaveLength(3);
    expect(await count(() => large.data(query))).toBe(await count(() => small.data(query)));
  });

  it('are as many for a list of customers without companies as with', async () => {
    for (let i = 0; i < 4; i++) await newCustomer(here);
    const list = (size: number) => here.admin.get(`/V1/customers/search?searchCriteria[pageSize]=${size}`);
    expect(await count(async () => ok(await list(5)))).toBe(await count(async () => ok(await list(1))));
  });
});
