import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUser } from '../company/shop.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok, unique } from '../support/client.ts';
import { graphqlClient, refuses } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import {
  asked,
  batch,
  change,
  firstItem,
  mutationsOf,
  newQuote,
  newStorefrontBuyer,
  offer,
  placing,
  request,
  type StorefrontBuyer,
} from './storefront.ts';

const UNKNOWN = 'Could not find a quote with the specified UID.';
const denied = (action: 'view' | 'manage' | 'checkout'): string =>
  `The current customer does not have permission to ${action} negotiable quotes.`;

const steps = {
  setNegotiableQuoteBillingAddress: 'checkout',
  setNegotiableQuoteShippingMethods: 'checkout',
  setNegotiableQuotePaymentMethod: 'checkout',
} as const;
const actionOf = (name: string): 'manage' | 'checkout' => (name in steps ? 'checkout' : 'manage');

describe.each(engines)('roles and quotes on %s', (engine) => {
  let here: Here;
  let boss: StorefrontBuyer;
  let company: Json;
  beforeAll(async () => {
    here = await startHere(engine);
    boss = await newStorefrontBuyer(here);
    const { extension_attributes: of } = ok(await here.admin.get(`/V1/customers/${boss.id}`));
    company = { id: of.company_attributes.company_id };
  });
  afterAll(() => here.stop());

  /** A user of the company whose only role allows these things of quotes. */
  async function userWith(...actions: string[]): Promise<StorefrontBuyer> {
    const account = await newUser(here, company);
    await allow(account.id, 'view_quotes', 'manage', 'checkout');
    const buyer = await newStorefrontBuyer(here, account.id);
    await asked(request(buyer));
    await offer(here, buyer.cartId);
    await allow(account.id, ...actions);
    return buyer;
  }
  async function allow(userId: number, ...actions: string[]): Promise<void> {
    const others = ['Magento_Company::index', 'Magento_Sales::all', 'Magento_Sales::place_order'];
    const permissions = [...others, ...actions.map((action) => `Magento_NegotiableQuote::${action}`)];
    const role = {
      role_name: unique('Role '),
      company_id: company.id,
      permissions: permissions.map((resource_id) => ({ resource_id, permission: 'allow' })),
    };
    const { id } = ok(await here.admin.post('/V1/company/role', { role }));
    ok(await here.admin.put('/V1/company/assignRoles', { userId, roles: [{ id }] }));
  }
  const read = (uid: string): string => `{ negotiableQuote(uid: "${uid}") { uid } }`;
  const LIST = '{ negotiableQuotes { total_count items { uid } } }';

  it('allow each operation to users with its permission alone', async () => {
    const [viewer, manager, payer] = [
      await userWith('view_quotes'),
      await userWith('manage'),
      await userWith('checkout'),
    ];
    expect(await viewer.gql.data(LIST)).toMatchObject({ negotiableQuotes: { items: [{ uid: viewer.uid }] } });
    expect(await viewer.gql.data(read(viewer.uid))).toEqual({ negotiableQuote: { uid: viewer.uid } });
    for (const { gql, uid } of [manager, payer]) {
      refuses(await gql.send(LIST), 'graphql-authorization', denied('view'));
      refuses(await gql.send(read(uid)), 'graphql-authorization', denied('view'));
    }
    const items = new Map<StorefrontBuyer, string>();
    for (const buyer of [viewer, manager, payer]) {
      const [item] = ok(await here.admin.get(`/V1/carts/${buyer.cartId}`)).items;
      items.set(buyer, btoa(String(item.item_id)));
    }
    for (const name of Object.keys(mutationsOf('', '')).filter((one) => one !== 'sendNegotiableQuoteForReview')) {
      const action = actionOf(name);
      for (const buyer of [viewer, manager, payer]) {
        const answer = await change(buyer.gql, name, buyer.uid, items.get(buyer) ?? '');
        const isAllowed = (action === 'manage' && buyer === manager) || (action === 'checkout' && buyer === payer);
        if (isAllowed) expect([name, answer.body.errors]).toEqual([name, undefined]);
        else refuses(answer, 'graphql-authorization', denied(action));
      }
    }
    for (const { gql, uid } of [viewer, payer]) {
      refuses(await change(gql, 'sendNegotiableQuoteForReview', uid, ''), 'graphql-authorization', denied('manage'));
      refuses(await gql.send(batch('close', [uid])), 'graphql-authorization', denied('manage'));
      refuses(await gql.send(batch('delete', [uid])), 'graphql-authorization', denied('manage'));
    }
    for (const { gql, uid } of [viewer, manager]) {
      refuses(await gql.send(placing(uid)), 'graphql-authorization', denied('checkout'));
    }
    expect((await payer.gql.data(placing(payer.uid))).placeNegotiableQuoteOrderV2.errors).toEqual([]);
  });

  it('show the quotes of subordinates to those who may see them, and let nobody change them', async () => {
    const user = await userWith('view_quotes', 'view_quotes_sub', 'manage', 'checkout');
    const all = (await boss.gql.data(LIST)).negotiableQuotes.items.map(({ uid }: Json) => uid);
    expect(all).toContain(user.uid);
    expect(await boss.gql.data(read(user.uid))).toEqual({ negotiableQuote: { uid: user.uid } });
    const item = await firstItem(user);
    for (const name of Object.keys(mutationsOf('', ''))) {
      refuses(await change(boss.gql, name, user.uid, item), 'graphql-no-such-entity', UNKNOWN);
    }
    const { id } = (await boss.gql.data('{ customerCart { id } }')).customerCart;
    await asked(request({ ...boss, uid: id }));
    refuses(await user.gql.send(read(id)), 'graphql-no-such-entity', UNKNOWN);
    expect((await user.gql.data(LIST)).negotiableQuotes.items).toEqual([{ uid: user.uid }]);
    await allow(user.id, 'view_quotes');
    expect((await user.gql.data(LIST)).negotiableQuotes.items).toEqual([{ uid: user.uid }]);
  });

  it('D355: hide the quotes of other companies as if they did not exist', async () => {
    const other = await newQuote(here);
    await offer(here, other.cartId);
    const item = await firstItem(other);
    for (const uid of [other.uid, 'unknown']) {
      refuses(await boss.gql.send(read(uid)), 'graphql-no-such-entity', UNKNOWN);
      for (const name of Object.keys(mutationsOf('', ''))) {
        refuses(await change(boss.gql, name, uid, item), 'graphql-no-such-entity', UNKNOWN);
      }
      refuses(await boss.gql.send(placing(uid)), 'graphql-no-such-entity', UNKNOWN);
      refuses(await request({ ...boss, uid }), 'graphql-no-such-entity', UNKNOWN);
      for (const name of ['close', 'delete'] as const) {
        const { operation_results } = (await boss.gql.data(batch(name, [uid])))[`${name}NegotiableQuotes`];
        expect(operation_results[0].errors).toEqual([{ __typename: 'NoSuchEntityUidError', message: UNKNOWN, uid }]);
      }
    }
  });

  it('are needed: guests and customers without a company have no quotes', async () => {
    const alone = await newStorefrontBuyer(here, undefined, false);
    refuses(await alone.gql.send(LIST), 'graphql-authorization', denied('view'));
    refuses(await request(alone), 'graphql-authorization', denied('manage'));
    const guest = graphqlClient(here);
    refuses(await guest.send(LIST), 'graphql-authorization', "The current customer isn't authorized.");
  });

  it('D354: apply where quotes are on, which is the default', async () => {
    const active = async () => (await boss.gql.data('{ storeConfig { is_negotiable_quote_active } }')).storeConfig;
    const path = 'btob/website_configuration/negotiablequote_active';
    expect(await active()).toEqual({ is_negotiable_quote_active: true });
    await here.configure({ [path]: '0' });
    expect(await active()).toEqual({ is_negotiable_quote_active: false });
    refuses(await boss.gql.send(LIST), 'graphql-authorization', 'The Negotiable Quote module is not enabled.');
    await here.configure({ [path]: '1' });
  });
});
