import type { GraphQLFieldMap, GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { startSouk, type Answer, type Souk } from '../support/souk.ts';
import { customerRules, mutationRules, queryRules, type FieldRule } from './graphql-rules.ts';
import { openShop, settle, type Catalog, type Person } from './people.ts';
import { readSchema, selectAll } from './schema.ts';
import { everythingOf } from './snapshot.ts';

/**
 * Every root field of the schema, called with the ids of a customer by another customer and by a guest: neither sees anything of the
 * customer, or changes it. Then the customer calls the same fields with the same ids, which shows that the ids were right.
 */

let souk: Souk;
let catalog: Catalog;
let schema: GraphQLSchema;
let ada: Person;
let eve: Person;
let guest: GraphQLClient;
beforeAll(async () => {
  souk = await startSouk();
  catalog = await openShop(souk);
  ada = await settle(souk, catalog, 'Zebrafinch');
  eve = await settle(souk, catalog, 'Magpie');
  guest = graphqlClient(souk);
  schema = await readSchema(souk);
});
afterAll(() => souk?.stop());

interface Root {
  readonly kind: 'query' | 'mutation';
  readonly rules: Readonly<Record<string, FieldRule>>;
  readonly fields: () => GraphQLFieldMap<unknown, unknown>;
  /** The document around a field. */
  readonly wrap: (field: string) => string;
}

const roots: Readonly<Record<'Query' | 'Customer' | 'Mutation', Root>> = {
  Query: {
    kind: 'query',
    rules: queryRules,
    fields: () => schema.getQueryType()!.getFields(),
    wrap: (field) => `query { ${field} }`,
  },
  Customer: {
    kind: 'query',
    rules: customerRules,
    fields: () => (schema.getType('Customer') as NonNullable<ReturnType<GraphQLSchema['getQueryType']>>).getFields(),
    wrap: (field) => `query { customer { ${field} } }`,
  },
  Mutation: {
    kind: 'mutation',
    rules: mutationRules,
    fields: () => schema.getMutationType()!.getFields(),
    wrap: (field) => `mutation { ${field} }`,
  },
};

/** Levels of objects that a response shows. */
const DEPTH = 3;

const cases = Object.entries(roots).flatMap(([type, root]) =>
  Object.entries(root.rules).map(([name, rule]) => ({ title: `${type}.${name}`, name, rule, root })),
);
type Case = (typeof cases)[number];

function documentOf({ name, rule, root }: Case, owner: Person): string {
  const selection = rule.selection ?? selectAll(root.fields()[name]!.type, DEPTH);
  return root.wrap(`${name}${rule.args(owner, catalog)} ${selection}`);
}

/** Whether the call was refused: it has an error, in one of the forms of the interface, or nothing was found. */
function isRefused({ body }: Answer, { name, root }: Case): boolean {
  if (body.errors) return true;
  const data = root === roots.Customer ? body.data.customer : body.data;
  const value = data[name];
  if (value === null || value.error) return true;
  const isDenied = [value.result, value.success, value.isSubscribed].includes(false);
  return isDenied || value.total_count === 0 || value.errors?.length > 0 || value.user_errors?.length > 0;
}

/** Everything of Ada when it was last looked at. */
let known: string;

/** Expects a response to have nothing of Ada; after a mutation, Ada's entities are unchanged. */
async function expectUntouched({ text }: Answer, { root }: Case): Promise<void> {
  expect(text).not.toContain(ada.mark);
  expect(text).not.toContain('Internal server error');
  if (root.kind !== 'mutation') return;
  const before = known;
  // Later tests compare with the state that this one has left.
  known = await everythingOf(souk, schema, ada);
  expect(known).toBe(before);
}

describe('the table of fields', () => {
  test.each(['Query', 'Mutation'] as const)('has every field of %s', (type) => {
    expect(Object.keys(roots[type].rules).sort()).toEqual(Object.keys(roots[type].fields()).sort());
  });

  test('has every field of a customer that takes an id', () => {
    const taking = Object.values(roots.Customer.fields()).filter(({ args }) =>
      args.some(({ name }) => ['id', 'uid', 'giftRegistryUid', 'filter'].includes(name)),
    );
    expect(Object.keys(customerRules).sort()).toEqual(taking.map(({ name }) => name).sort());
  });
});

test('the customer sees everything', async () => {
  known = await everythingOf(souk, schema, ada);
  expect(known.split(ada.mark).length).toBeGreaterThan(20);
});

describe('another customer', () => {
  test.each(cases.filter(({ rule }) => !rule.endsSession))('$title', async (one) => {
    const { is } = one.rule;
    const answer = await eve.gql.send(documentOf(one, is === 'own' ? eve : ada));
    if (is !== 'shared') expect(isRefused(answer, one), answer.text).toBe(is !== 'own');
    await expectUntouched(answer, one);
  });
});

describe('a guest', () => {
  test.each(cases)('$title', async (one) => {
    const answer = await guest.send(documentOf(one, ada));
    if (one.rule.is !== 'shared') expect(isRefused(answer, one), answer.text).toBe(true);
    await expectUntouched(answer, one);
  });
});

describe('the customer', () => {
  test.each(cases.filter(({ rule }) => rule.is !== 'shared'))('$title', async (one) => {
    const caller = one.rule.endsSession ? await newCaller() : ada.gql;
    const answer = await caller.send(documentOf(one, ada));
    expect(answer.text).not.toContain('Internal server error');
    expect(isRefused(answer, one), answer.text).toBe(one.rule.is === 'closed');
  });
});

async function newCaller(): Promise<GraphQLClient> {
  const { email } = await newCustomer(souk);
  return graphqlClient(souk, (await signIn(souk, email)).token);
}
