import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { companyResources } from '../../src/modules/company/resources.ts';
import { newUser } from '../company/shop.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok, unique } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import {
  asked,
  firstItem,
  mutationsOf,
  newStorefrontBuyer,
  offer,
  request,
  type StorefrontBuyer,
} from './storefront.ts';

// Each permission in two companies, with all operations of two quotes each.
vi.setConfig({ testTimeout: 300_000 });

const checkout = new Set([
  'setNegotiableQuoteBillingAddress',
  'setNegotiableQuoteShippingMethods',
  'setNegotiableQuotePaymentMethod',
]);

/** A user of a company, with the user's own quote. */
interface CompanyQuote {
  readonly companyId: number;
  readonly user: StorefrontBuyer;
  /** The uid of the item of the quote. */
  readonly item: string;
}

/** The permissions with which a quote is ordered and ended come last. */
const ending: readonly string[] = ['Magento_NegotiableQuote::checkout', 'Magento_NegotiableQuote::manage'];
const resources = [...companyResources.filter((one) => !ending.includes(one)), ...ending];

/** An operation on a quote: its name, the permission that it needs, and its field with arguments. */
interface Operation {
  readonly name: string;
  readonly permission: 'view_quotes' | 'manage' | 'checkout';
  readonly field: string;
}

/** The mutations of a quote. The last ones end it. */
const mutationFields = (uid: string, item: string): readonly Operation[] => [
  ...Object.entries(mutationsOf(uid, item)).map(([name, input]): Operation => ({
    name,
    permission: checkout.has(name) ? 'checkout' : 'manage',
    field: `${name}(input: ${input}) { quote { uid } }`,
  })),
  {
    name: 'requestNegotiableQuote',
    permission: 'manage',
    field: `requestNegotiableQuote(input: { cart_id: "${uid}", quote_name: "Q", comment: { comment: "C" } }) { quote { uid } }`,
  },
  ...(['placeNegotiableQuoteOrder', 'placeNegotiableQuoteOrderV2'] as const).map((name): Operation => ({
    name,
    permission: 'checkout',
    field: `${name}(input: { quote_uid: "${uid}" }) { order { ${name.endsWith('V2') ? 'number' : 'order_number'} } }`,
  })),
  ...(['close', 'delete'] as const).map((verb): Operation => ({
    name: `${verb}NegotiableQuotes`,
    permission: 'manage',
    field: `${verb}NegotiableQuotes(input: { quote_uids: ["${uid}"] }) { result_status }`,
  })),
];

const queryFields = (uid: string): readonly Operation[] => [
  { name: 'negotiableQuote', permission: 'view_quotes', field: `negotiableQuote(uid: "${uid}") { uid }` },
  { name: 'negotiableQuotes', permission: 'view_quotes', field: 'negotiableQuotes { items { uid } }' },
];

describe.each(engines)('roles of companies and operations on quotes on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  /** Gives a user of a company a role that allows one thing alone. */
  async function allow(companyId: number, userId: number, resource_id: string): Promise<void> {
    const permissions = [{ resource_id, permission: 'allow' }];
    const role = { role_name: unique('Role '), company_id: companyId, permissions };
    const { id } = ok(await here.admin.post('/V1/company/role', { role }));
    ok(await here.admin.put('/V1/company/assignRoles', { userId, roles: [{ id }] }));
  }

  /** A user of a new company, with a quote that the shop submitted. */
  async function userWithQuote(): Promise<CompanyQuote> {
    const boss = await newStorefrontBuyer(here);
    const { extension_attributes: of } = ok(await here.admin.get(`/V1/customers/${boss.id}`));
    const companyId: number = of.company_attributes.company_id;
    const user = await newStorefrontBuyer(here, (await newUser(here, { id: companyId })).id);
    await asked(request(user));
    await offer(here, user.cartId);
    return { companyId, user, item: await firstItem(user) };
  }

  /** The categories of the errors of operations in one request, by name; undefined: allowed. */
  async function categories({ gql }: StorefrontBuyer, kind: 'query' | 'mutation', operations: readonly Operation[]) {
    const { body } = await gql.send(`${kind} { ${operations.map(({ field }) => field).join('\n')} }`);
    const errors: Json[] = body.errors ?? [];
    return new Map(errors.map(({ path, extensions }) => [path[0], extensions.category]));
  }

  const cartOf = async ({ user }: CompanyQuote): Promise<Json> => ok(await here.admin.get(`/V1/carts/${user.cartId}`));

  /** Sends all operations on a quote; compares the refused ones with those that need another permission than the caller's. */
  async function compare(caller: CompanyQuote, resource: string, { user, item }: CompanyQuote): Promise<void> {
    const asked = [
      ['query', queryFields(user.uid)],
      ['mutation', mutationFields(user.uid, item)],
    ] as const;
    for (const [kind, operations] of asked) {
      const refused = await categories(caller.user, kind, operations);
      for (const { name, permission } of operations) {
        const isAllowed = resource === `Magento_NegotiableQuote::${permission}`;
        const isDenied = refused.get(name) === 'graphql-authorization';
        expect([resource, name, isDenied]).toEqual([resource, name, !isAllowed]);
        // Lists and results of several quotes have errors of their own.
        if (isAllowed && user !== caller.user && !name.endsWith('Quotes')) {
          expect([name, refused.get(name)]).toEqual([name, 'graphql-no-such-entity']);
        }
      }
    }
  }

  it('are allowed by their own permission alone, and reach quotes of the own company alone', async () => {
    const [one, other] = [await userWithQuote(), await userWithQuote()];
    for (const resource of resources) {
      for (const caller of [one, other]) {
        await allow(caller.companyId, caller.user.id, resource);
        const foreign = caller === one ? other : one;
        const before = await cartOf(foreign);
        await compare(caller, resource, foreign);
        expect(await cartOf(foreign)).toEqual(before);
        await compare(caller, resource, caller);
      }
    }
  });
});
