import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newStaff, uid, type Staff } from '../company/storefront.ts';
import { newCompany, newUser, place } from '../company/shop.ts';
import { configured, newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { mails, mailTo } from '../support/mails.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';
import { listsOf, newList, ON } from './shop.ts';

// Users of a company share requisition lists with each other.

const SHARING = { ...ON, 'btob/requisition_list_sharing/enabled': '1' };
const BY_EMAIL = `mutation($list: ID!, $to: [ID]!) { shareRequisitionListByEmail(
  input: { requisitionListUid: $list, customerUids: $to }) { sent_count user_errors { code message } } }`;
const BY_TOKEN = 'mutation($list: ID!) { shareRequisitionListByToken(requisitionListUid: $list) { token } }';
const ITEMS = 'name description items { items { quantity product { sku } } }';
const READ = `query($token: String!) { sharedRequisitionList(token: $token) { sender_name requisition_list { uid ${ITEMS} } } }`;
const IMPORT = `mutation($token: String!) { importSharedRequisitionList(token: $token) {
  requisition_list { uid ${ITEMS} } user_errors { code message } } }`;
const NOT_AVAILABLE = 'The shared requisition list is not available.';

let souk: Souk;
let sku: string;
beforeAll(async () => {
  souk = await startSouk();
  await souk.configure(SHARING);
  ({ sku } = await newProduct(souk));
});
afterAll(() => souk.stop());

/** A company whose administrator has a list with a product; the list's uid. */
async function newSharer(): Promise<{ staff: Staff; list: string }> {
  const staff = await newStaff(souk);
  const { uid: list } = await newList(staff.boss, 'Office', { sku, quantity: 3 });
  return { staff, list };
}

const tokenOf = async (client: GraphQLClient, list: string): Promise<string> =>
  (await client.data(BY_TOKEN, { list })).shareRequisitionListByToken.token;
const importOf = async (client: GraphQLClient, token: string) =>
  (await client.data(IMPORT, { token })).importSharedRequisitionList;
const FAILED = { requisition_list: null, user_errors: [{ code: 'IMPORT_FAILED', message: NOT_AVAILABLE }] };

describe('a shared requisition list', () => {
  it('is read by colleagues who have the link, and copied to their own lists', async () => {
    const { staff, list } = await newSharer();
    const token = await tokenOf(staff.boss, list);
    expect(token).toMatch(/^[A-Za-z0-9]{64}$/);
    const content = { name: 'Office', items: { items: [{ quantity: 3, product: { sku } }] } };
    const { sharedRequisitionList } = await staff.user.data(READ, { token });
    const sender = `${staff.leader.firstname} ${staff.leader.lastname}`;
    expect(sharedRequisitionList).toMatchObject({ sender_name: sender, requisition_list: { uid: list, ...content } });
    const { requisition_list: copy, user_errors } = await importOf(staff.user, token);
    expect(user_errors).toEqual([]);
    expect(copy).toMatchObject(content);
    expect(copy.uid).not.toBe(list);
    expect((await listsOf(staff.user)).items.map((one: { uid: string }) => one.uid)).toEqual([copy.uid]);
    expect((await listsOf(staff.boss)).total_count).toBe(1);
  });

  it('is read by nobody else', async () => {
    const { staff, list } = await newSharer();
    const token = await tokenOf(staff.boss, list);
    const [other, alone] = [await newStaff(souk), await newCustomer(souk)];
    const stranger = graphqlClient(souk, (await signIn(souk, alone.email)).token);
    for (const client of [other.boss, stranger]) {
      refuses(await client.send(READ, { token }), 'graphql-no-such-entity', NOT_AVAILABLE);
      expect(await importOf(client, token)).toEqual(FAILED);
    }
    refuses(await graphqlClient(souk).send(READ, { token }), 'graphql-authorization', /./);
    refuses(await staff.user.send(READ, { token: `${token}x` }), 'graphql-no-such-entity', NOT_AVAILABLE);
    refuses(await staff.user.send(BY_TOKEN, { list }), 'graphql-no-such-entity', /find the requested requisition list/);
    refuses(await stranger.send(BY_TOKEN, { list: (await newList(stranger, 'Mine')).uid }), 'graphql-input', /Sharing/);
  });

  it('is no longer shared when its sender leaves the company, the list is deleted or the link is too old', async () => {
    const { staff } = await newSharer();
    const { uid: list } = await newList(staff.user, 'Kitchen', { sku, quantity: 1 });
    const token = await tokenOf(staff.user, list);
    expect((await staff.boss.data(READ, { token })).sharedRequisitionList.requisition_list.name).toBe('Kitchen');
    ok(await place(souk.admin, staff.account, { company_id: 0 }));
    refuses(await staff.boss.send(READ, { token }), 'graphql-no-such-entity', NOT_AVAILABLE);
    const { uid: next } = await newList(staff.boss, 'Next', { sku, quantity: 1 });
    const colleague = await newUser(souk, staff.company);
    const client = graphqlClient(souk, (await signIn(souk, colleague.email)).token);
    const second = await tokenOf(staff.boss, next);
    await staff.boss.data(`mutation { deleteRequisitionList(requisitionListUid: "${next}") { status } }`);
    expect(await importOf(client, second)).toEqual(FAILED);
    const { uid: last } = await newList(staff.boss, 'Last', { sku, quantity: 1 });
    const third = await tokenOf(staff.boss, last);
    expect((await importOf(client, third)).user_errors).toEqual([]);
    const now = new Date(Date.now() + 31 * 24 * 3_600_000).toISOString();
    ok(await souk.guest.raw('PUT', '/_/clock', { now }));
    try {
      const later = graphqlClient(souk, (await signIn(souk, colleague.email)).token);
      expect(await importOf(later, third)).toEqual(FAILED);
    } finally {
      ok(await souk.guest.raw('PUT', '/_/clock', { now: null }));
    }
  });

  it('reaches colleagues by email, and nobody else', async () => {
    const { staff, list } = await newSharer();
    const [stranger, other] = [await newCustomer(souk), await newCompany(souk)];
    const to = [staff.account.id, stranger.id, other.boss.id, staff.account.id].map(uid);
    const { shareRequisitionListByEmail: shared } = await staff.boss.data(BY_EMAIL, { list, to });
    expect(shared.sent_count).toBe(1);
    const { text, subject } = await mailTo(souk, staff.account.email, (mail) => /shares/.test(mail.subject));
    expect(subject).toContain('Office');
    const [, token = ''] = /customer\/requisition-list-sharing\?requisition_id=(\w+)/.exec(text) ?? [];
    expect((await importOf(staff.user, token)).requisition_list).toMatchObject({ name: 'Office' });
    expect(mails(souk).filter((mail) => mail.to.includes(stranger.email) && /shares/.test(mail.subject))).toEqual([]);
    expect(shared.user_errors).toEqual(
      [stranger, other.boss].map(({ id }) => ({
        code: 'NOT_COMPANY_USER',
        message: `The customer with the ID "${uid(id)}" is not a user of your company.`,
      })),
    );
  });

  it('is sent to as many as the settings allow', async () => {
    const { staff, list } = await newSharer();
    const ids = [staff.account.id, staff.leader.id].map(uid);
    const path = 'btob/requisition_list_sharing/max_recipients';
    await configured(souk, { [path]: '1' }, async () => {
      const { shareRequisitionListByEmail: shared } = await staff.boss.data(BY_EMAIL, { list, to: ids });
      expect(shared).toEqual({
        sent_count: 0,
        user_errors: [
          {
            code: 'MAX_RECIPIENTS_EXCEEDED',
            message: 'A requisition list can be shared with 1 recipients at most.',
          },
        ],
      });
    });
    await configured(souk, { 'souk/requisition_list/share_emails': '3' }, async () => {
      expect((await staff.boss.data(BY_EMAIL, { list, to: ids })).shareRequisitionListByEmail.sent_count).toBe(2);
      const refused = await staff.boss.send(BY_EMAIL, { list, to: ids });
      refuses(refused, 'graphql-input', 'You have sent 3 emails in the last hour. Try again later.');
      const [one] = ids;
      expect((await staff.boss.data(BY_EMAIL, { list, to: [one] })).shareRequisitionListByEmail.sent_count).toBe(1);
    });
    refuses(await staff.boss.send(BY_EMAIL, { list, to: [] }), 'graphql-input', 'Specify the recipients.');
  });

  it('is not available where sharing is off', async () => {
    const { staff, list } = await newSharer();
    const token = await tokenOf(staff.boss, list);
    const config = `{ storeConfig { requisition_list_sharing_enabled requisition_list_share_max_recipients
      requisition_list_share_link_validity_days requisition_list_share_storefront_path } }`;
    expect((await graphqlClient(souk).data(config)).storeConfig).toEqual({
      requisition_list_sharing_enabled: true,
      requisition_list_share_max_recipients: 10,
      requisition_list_share_link_validity_days: 30,
      requisition_list_share_storefront_path: 'customer/requisition-list-sharing',
    });
    await configured(souk, { 'btob/requisition_list_sharing/enabled': '0' }, async () => {
      refuses(await staff.boss.send(BY_TOKEN, { list }), 'graphql-input', /Sharing of requisition lists/);
      refuses(await staff.user.send(READ, { token }), 'graphql-input', /Sharing of requisition lists/);
    });
  });
});
