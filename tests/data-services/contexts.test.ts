import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configured, newCustomer, PASSWORD, signIn } from '../support/customers.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { ok, startSouk, type Answer, type Souk } from '../support/souk.ts';

type Json = Answer['body'];
let souk: Souk;
let guest: GraphQLClient;
beforeAll(async () => {
  souk = await startSouk();
  guest = graphqlClient(souk);
});
afterAll(() => souk.stop());

const READ = `query ExperiencePlatformConnectorContext {
  dataServicesStorefrontInstanceContext { environment_id environment store_url website_id website_code store_id store_code
    store_view_id store_view_code website_name store_name store_view_name base_currency_code store_view_currency_code
    catalog_extension_version ims_org_id customer_group storefront_template }
  experienceConnectorContext { datastream_id } }`;
const sha1 = (group: number): string => createHash('sha1').update(String(group)).digest('hex');
const read = async (client = guest, headers = {}): Promise<Json> => client.data(READ, {}, headers);
const contextOf = async (client?: GraphQLClient, headers?: Record<string, string>): Promise<Json> =>
  (await read(client, headers)).dataServicesStorefrontInstanceContext;

it('the context of a storefront names the store view, without IDs of services that the shop has not', async () => {
  const [view] = ok(await souk.admin.get('/V1/store/storeConfigs?storeCodes[]=default'));
  expect(await read()).toEqual({
    dataServicesStorefrontInstanceContext: {
      environment_id: null,
      environment: null,
      store_url: view.secure_base_link_url,
      website_id: 1,
      website_code: 'base',
      store_id: 1,
      store_code: 'main_website_store',
      store_view_id: 1,
      store_view_code: 'default',
      website_name: 'Main Website',
      store_name: 'Main Website Store',
      store_view_name: 'Default Store View',
      base_currency_code: 'USD',
      store_view_currency_code: 'USD',
      catalog_extension_version: null,
      ims_org_id: null,
      customer_group: sha1(0),
      storefront_template: null,
    },
    experienceConnectorContext: { datastream_id: null },
  });
});

it('the context follows the store view, and the IDs that the shop has set', async () => {
  const { code, stderr } = await souk.cli('store:view:create', 'german', 'German', '--group', 'main_website_store');
  expect(code, stderr).toBe(0);
  const ids = {
    'services_connector/services_id/environment_id': 'e-1',
    'services_connector/services_id/environment': 'Production',
    'souk/data_services/ims_org_id': 'o-1',
    'souk/data_services/datastream_id': 'd-1',
  };
  await configured(souk, ids, async () => {
    const { dataServicesStorefrontInstanceContext: context, experienceConnectorContext } = await read(guest, {
      Store: 'german',
    });
    expect(context).toMatchObject({
      environment_id: 'e-1',
      environment: 'Production',
      ims_org_id: 'o-1',
      store_view_code: 'german',
      store_view_name: 'German',
      store_code: 'main_website_store',
    });
    expect(experienceConnectorContext).toEqual({ datastream_id: 'd-1' });
  });
});

it('customers learn their own group, unless the shop does not share groups', async () => {
  const me = await signIn(souk, (await newCustomer(souk)).email, PASSWORD);
  const own = graphqlClient(souk, me.token);
  expect((await contextOf(own)).customer_group).toBe(sha1(1));
  await configured(souk, { 'customer/account_information/graphql_share_customer_group': '0' }, async () => {
    expect((await contextOf(own)).customer_group).toBeNull();
    expect((await contextOf()).customer_group).toBeNull();
  });
});
