import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { companyResources } from '../../src/modules/company/resources.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { criteria, fails, ok, unique, type Answer, type Client } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { templatesOf, type TemplateBuyer } from './templates-shop.ts';

// Many buyers, each with a quote.
vi.setConfig({ testTimeout: 120_000 });
const path = '/V1/negotiableQuoteTemplate';
const view = 'Magento_NegotiableQuoteTemplate::view_template';
const manage = 'Magento_NegotiableQuoteTemplate::manage';
const generate = 'Magento_NegotiableQuoteTemplate::generate_quote';

/** The routes of buyers, with the permission that each needs. */
type Routed = readonly [permission: string, call: (caller: Client, id: number) => Promise<Answer>];
const routes: readonly Routed[] = [
  [manage, (caller, id) => caller.put(`${path}/me`, { template: { template_id: id, template_name: 'Mine' } })],
  [manage, (caller, id) => caller.delete(`${path}/me/${id}`)],
  ...['open/me', 'cancel/me', 'accept', 'submitToSeller'].map((action): Routed => [
    manage,
    (caller, id) => caller.post(`${path}/${action}`, { templateId: id }),
  ]),
  [generate, (caller, id) => caller.post(`${path}/generateQuote`, { templateId: id })],
];

describe.each(engines)('access to quote templates on %s', (engine) => {
  let here: Here;
  let shop: ReturnType<typeof templatesOf>;
  beforeAll(async () => {
    here = await startHere(engine);
    shop = templatesOf(here);
  });
  afterAll(() => here.stop());

  /** Gives a user a role that allows these permissions only. */
  async function allow({ id, company }: TemplateBuyer, ...allowed: string[]): Promise<void> {
    const permissions = allowed.map((resource_id) => ({ resource_id, permission: 'allow' }));
    const role = { role_name: unique('Role '), company_id: company.id, permissions };
    const { id: roleId } = ok(await here.admin.post('/V1/company/role', { role }));
    ok(await here.admin.put('/V1/company/assignRoles', { userId: id, roles: [{ id: roleId }] }));
  }
  const seen = async ({ me }: TemplateBuyer): Promise<string[]> =>
    (
      await graphqlClient(here, me.token).data('{ negotiableQuoteTemplates { items { template_id } } }')
    ).negotiableQuoteTemplates.items.map(({ template_id }: Json) => template_id);

  it('is for users whose role allows it', async () => {
    const { company } = await shop.newBuyer();
    const user = await shop.newColleague(company);
    const id = await shop.active(user);
    for (const permission of companyResources) {
      await allow(user, permission);
      for (const [needed, call] of routes) {
        if (needed !== permission) fails(await call(user.me, id), 401, new RegExp(needed));
      }
    }
    await allow(user, manage);
    fails(await user.me.post(`${path}/request/me`, { quoteId: 999_999 }), 404);
    await allow(user, view);
    fails(await user.me.post(`${path}/request/me`, { quoteId: user.quoteId }), 401);
    expect(await seen(user)).toEqual([String(id)]);
    await allow(user, generate);
    ok(await user.me.post(`${path}/generateQuote`, { templateId: id }));
  });

  it('is for the buyer alone: templates of others are not found, nor drafts of the shop', async () => {
    const [mine, other] = [await shop.newBuyer(), await shop.newBuyer()];
    const colleague = await shop.newColleague(mine.company);
    const id = await shop.active(mine);
    const { template_id: draft } = ok(await here.admin.post(`${path}/request`, { quoteId: mine.quoteId }));
    for (const [, call] of routes) {
      fails(await call(other.me, id), 404);
      fails(await call(colleague.me, id), 404);
      fails(await call(mine.me, draft), 404);
      fails(await call(here.guest, id), 401);
    }
    fails(await other.me.post(`${path}/request/me`, { quoteId: mine.quoteId }), 404);
    expect(await seen(mine)).toEqual([String(id)]);
    expect(await seen(other)).toEqual([]);
    expect(await seen(colleague)).toEqual([]);
    for (const buyer of [mine, other]) {
      fails(await buyer.me.get(`${path}/${id}`), 401);
      fails(await buyer.me.get(`${path}?${criteria([])}`), 401);
      fails(await buyer.me.post(`${path}/submitToCustomer`, { templateId: id }), 401);
    }
    expect((await shop.get(id)).status).toBe('active');
  });

  it('to read is also for the users above the buyer', async () => {
    const boss = await shop.newBuyer();
    const colleague = await shop.newColleague(boss.company);
    const id = await shop.active(colleague);
    expect(await seen(boss)).toEqual([String(id)]);
    fails(await boss.me.post(`${path}/generateQuote`, { templateId: id }), 404);
  });

  it('ends with the place in the company', async () => {
    const { company } = await shop.newBuyer();
    const user = await shop.newColleague(company);
    const id = await shop.active(user);
    ok(await here.admin.put(`/V1/company/${company.id}`, { company: { status: 3 } }));
    fails(await user.me.post(`${path}/generateQuote`, { templateId: id }), 404);
  });
});
