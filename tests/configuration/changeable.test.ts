import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectPaths } from '../../src/platform/configuration/paths.ts';
import { modules } from '../../src/program/modules.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, unique, type Answer, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

const ALL = 'Magento_Backend::all';
const CONFIG = 'Magento_Config::config';
const EVENTS = 'Magento_AdobeIoEventsClient::adobe_io_events';

/** Settings that only callers with all permissions change, with the reason. */
const closed: readonly (readonly [reason: string, path: RegExp])[] = [
  [
    'who signs in, and for how long',
    /^(souk\/identity|oauth|admin\/security|admin\/url|webapi\/jwtauth|twofactorauth)\//,
  ],
  ['who signs in as a customer', /^login_as_customer\/general\/(authentication_data|disable_page_cache|enabled)/],
  ['who signs in where', /^(customer\/account_share\/scope|btob\/website_configuration\/company_active)$/],
  ['which routes guests call', /^(webapi\/webapisecurity|dev\/swagger)\/|^souk\/modules\/disabled$/],
  [
    'passwords and lockouts of customers',
    /^customer\/password\/|^customer\/(create_account|account_information)\/confirm$/,
  ],
  ['who learns which accounts exist', /^checkout\/options\/enable_guest_checkout_login$/],
  ['captchas', /^(admin\/captcha|customer\/captcha|souk\/captcha|souk\/recaptcha|recaptcha_frontend)\//],
  ['limits of requests', /^(souk\/(rate_limit|attempts|input|graphql)|webapi\/validation|graphql)\//],
  ['limits of requests', /^(sales\/backpressure|backpressure)\/|^catalog\/search\/max_query_length$/],
  ['limits and retention of operations', /^(souk\/operations|system\/bulk)\//],
  ['limits of emails to third parties', /^(wishlist\/email\/\w+_limit|sendfriend\/email\/(allow_guest|max_\w+))$/],
  ['limits of emails to third parties', /^souk\/(company\/invitations|requisition_list\/share_emails)$/],
  ['consent to emails', /^newsletter\/subscription\/confirm$/],
  ['the audit log, recorded calls, copies of emails', /^souk\/(audit|calls|errors|mail)\//],
  ['the log of changes, and private addresses', /^souk\/events\//],
  ['addresses that receive secrets or personal data', /^souk\/(webhooks|vat)\/|^souk\/source_selection\/google_/],
  ['addresses that receive secrets or personal data', /^catalog\/search\/(elasticsearch7|opensearch)_/],
  [
    'addresses that receive personal data',
    /^(trans_email\/ident_\w+\/email|sales_email\/quote\/copy_to|contact\/email\/recipient_email|company\/email\/company_registration_copy)$/,
  ],
  ['where links of emails and pages lead, cookies and sessions', /^web\/(secure|unsecure|cookie|session)\//],
  ['scripts of the storefront', /^design\/(head\/includes|footer\/absolute_footer)$/],
  ['prices of groups, and the schema of all storefronts', /^souk\/catalog_service\//],
  ['what caches in front store, and who is told of changes', /^(system\/full_page_cache|souk\/page_cache)\//],
  ['the load of the server', /^souk\/recommendations\/refresh_interval$/],
  ['secrets', /\/(secret_key|private_key|api_key)$/],
  ['where money goes', /^payment\/\w+\/(gateway_url|timeout|instructions|mailing_address|payable_to)$/],
  [
    'where money goes, and its protection',
    /^payment\/(braintree(_paypal)?|payflowpro_cc_vault)\/(?!button_|googlepay_btn_|.*button_text$)/,
  ],
  ['code', /^(payment|carriers)\/\w+\/model$|^general\/validator_data\//],
  ['files and addresses of files', /forbidden_extensions$|import_images_base_dir$|^souk\/sales_pdf\/font$/],
  ['files and addresses of files', /^catalog\/downloadable\/(content_disposition|domains|shareable)$/],
  ['when paid goods are handed over', /^(catalog\/downloadable|giftcard\/general)\/order_item_status$/],
  ['how hard codes are to guess', /^giftcard\/giftcardaccount_general\/code_(format|length)$/],
  ['how hard codes are to guess', /^promo\/auto_generated_coupon_codes\//],
  ['personal data on documents', /^sales\/general\/hide_customer_ip$/],
];
/** The body of a refusal. */
const refusal = (path: string): object => ({
  message: 'Changing the setting "%path" needs the permission %permission.',
  parameters: { path, permission: ALL },
});
/** Settings that need the permission to decide where events are delivered. */
const ofEvents = /^adobe_io_events\//;

const declared = collectPaths(modules);
const paths = [...declared.keys()];
const isClosed = (path: string): boolean => closed.some(([, pattern]) => pattern.test(path));
const scopes = [
  { scope: 'default' },
  { scope: 'websites', code: 'base' },
  { scope: 'stores', code: 'default' },
] as const;

const change = (client: Client, setting: object): Promise<Answer> => client.raw('PUT', '/_/console/settings', setting);
const needs = (path: string, permission: string): string =>
  `Changing the setting "${path}" needs the permission ${permission}.`;

describe.each(engines)('D255: who changes settings, on %s', (kind) => {
  let here: Here;
  /** Has every permission, each by itself, but not the one that stands for all. */
  let limited: Client;
  let shopkeeper: Client;

  beforeAll(async () => {
    here = await startHere(kind);
    const known: { id: string }[] = ok(await here.admin.raw('GET', '/_/console/permissions'));
    limited = await here.granted(
      'admin',
      known.map(({ id }) => id).filter((id) => id !== ALL),
    );
    shopkeeper = await here.granted('integration', [CONFIG]);
  });
  afterAll(() => here?.stop());

  const stored = () =>
    here.souk.systemCall().db.selectFrom('core_config_data').selectAll().orderBy('path').orderBy('scope').execute();

  it('lists each closed setting, and no setting that is not declared', () => {
    for (const [reason, pattern] of closed) {
      expect(
        paths.some((path) => pattern.test(path)),
        `${reason}: ${pattern}`,
      ).toBe(true);
    }
    expect(paths.filter(isClosed).length).toBeGreaterThan(200);
  });

  it('asks for permissions that exist', async () => {
    const known: { id: string }[] = ok(await here.admin.raw('GET', '/_/console/permissions'));
    const asked = new Set([...declared.values()].flatMap(({ changeableBy }) => changeableBy ?? []));
    expect([...asked].sort()).toEqual([EVENTS, CONFIG, 'Magento_Customer::group']);
    expect([...asked].filter((id) => !known.some((one) => one.id === id))).toEqual([]);
  });

  it('refuses limited callers each closed setting, set or reset, in each scope, and changes nothing', async () => {
    const before = await stored();
    const wrong: string[] = [];
    for (const path of paths.filter(isClosed)) {
      for (const scope of scopes) {
        for (const value of ['1', null]) {
          const { status, body } = await change(limited, { path, value, ...scope });
          if (status !== 403 || JSON.stringify(body) !== JSON.stringify(refusal(path))) {
            wrong.push(`${path} ${JSON.stringify(scope)} ${value}: ${status} ${body.message}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it('lets limited callers change each other setting, and reset it', async () => {
    const wrong: string[] = [];
    for (const path of paths.filter((one) => !isClosed(one) && !ofEvents.test(one))) {
      const { shipped, installed, scope: narrowest } = declared.get(path)!;
      const scope = narrowest === 'default' ? {} : { scope: 'websites', code: 'base' };
      const set = await change(shopkeeper, { path, value: installed ?? shipped ?? '', ...scope });
      const reset = await change(shopkeeper, { path, ...scope });
      if (set.status !== 200 || reset.status !== 200) wrong.push(`${path}: ${set.status} ${set.text} ${reset.status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('refuses a setting of the whole installation in a narrower scope, where nothing would read it', async () => {
    const before = await stored();
    const { status, body } = await change(here.admin, {
      path: 'catalog/price/scope',
      value: '1',
      scope: 'websites',
      code: 'base',
    });
    expect([status, body.message]).toEqual([
      400,
      'The setting "%path" has no effect in the scope "%scope". Set it for %widest.',
    ]);
    expect(await stored()).toEqual(before);
  });

  it('lets callers with all permissions change closed settings', async () => {
    for (const path of ['souk/identity/issuer', 'oauth/access_token_lifetime/admin', 'souk/rate_limit/requests']) {
      const before = await stored();
      ok(await change(here.admin, { path, value: path.endsWith('issuer') ? 'https://login.example' : '7' }));
      expect(await stored()).not.toEqual(before);
      ok(await change(here.admin, { path }));
      expect(await stored()).toEqual(before);
    }
  });

  it('asks for the permission of events where events go, by each way', async () => {
    const path = 'adobe_io_events/eventing/enabled';
    fails(await change(shopkeeper, { path, value: '0' }), 403, needs(path, EVENTS));
    fails(await change(shopkeeper, { path }), 403, needs(path, EVENTS));
    const configure = (client: Client) =>
      client.put('/V1/eventing/updateConfiguration', { config: { enabled: false, merchant_id: 'm1' } });
    fails(await configure(shopkeeper), 401);
    ok(await configure(await here.granted('integration', [EVENTS])));
    ok(await change(await here.granted('integration', [EVENTS, CONFIG]), { path }));
    ok(await change(here.admin, { path: 'adobe_io_events/eventing/merchant_id' }));
  });

  it('lets managers of groups choose the default group, and nothing else', async () => {
    const manager = await here.granted('integration', ['Magento_Customer::group']);
    ok(await manager.put('/V1/customerGroups/default/2'));
    fails(await change(manager, { path: 'customer/create_account/default_group', value: '1' }), 401);
    fails(await shopkeeper.put('/V1/customerGroups/default/1'), 401);
    ok(await change(shopkeeper, { path: 'customer/create_account/default_group' }));
  });

  it('tells limited callers which permission they lack', async () => {
    const missing = async (client: Client): Promise<Record<string, string | undefined>> => {
      const found: Record<string, string | undefined> = {};
      for (const search of ['identity', 'locale/code', 'eventing/enabled']) {
        const { items } = ok(await client.raw('GET', `/_/console/settings?search=${search}`));
        for (const one of items) found[one.path] = one.missing_permission;
      }
      return found;
    };
    expect(await missing(shopkeeper)).toMatchObject({
      'souk/identity/issuer': ALL,
      'general/locale/code': undefined,
      'adobe_io_events/eventing/enabled': EVENTS,
    });
    expect(Object.values(await missing(here.admin)).filter((one) => one !== undefined)).toEqual([]);
  });

  it('refuses paths that no declaration knows, to everybody', async () => {
    for (const client of [shopkeeper, limited, here.admin]) {
      for (const path of ['souk/identity/unknown', 'payment/other/secret_key']) {
        for (const value of ['1', null]) {
          fails(await change(client, { path, value }), 400, `The configuration path "${path}" is unknown.`);
        }
      }
    }
  });

  it('leaves limited callers no way round: accounts, roles, integrations, the control plane', async () => {
    const before = await stored();
    const refused = /You cannot grant permissions that you do not have/;
    const write = (method: string, path: string, body?: object) => limited.raw(method, `/_/console/${path}`, body);
    fails(await write('POST', 'integrations', { name: unique('i'), resources: [ALL] }), 403, refused);
    fails(await write('PUT', `roles/${unique('r')}`, { resources: [ALL] }), 403, refused);
    fails(await write('PUT', 'roles/Administrators', { resources: [CONFIG] }), 403, refused);
    const user = { email: `${unique('u')}@example.com`, firstname: 'A', lastname: 'B', role: 'Administrators' };
    fails(await write('POST', 'users', { username: unique('u'), ...user }), 403, refused);
    fails(await write('PUT', 'users/admin', { password: 'Another1pass' }), 403, refused);
    fails(await write('PUT', 'users/admin', { is_active: false }), 403, refused);
    fails(await write('DELETE', 'sessions/1'), 403, refused);
    const own: string = ok(await limited.raw('GET', '/_/console/me')).name;
    fails(await write('PUT', `roles/${own}`, { resources: [ALL] }), 403, refused);
    // The control plane is for programs of this machine and holders of its token, not for accounts.
    const settings = { 'souk/identity/issuer': 'https://login.example' };
    const forwarded = { 'x-forwarded-for': '192.0.2.1' };
    fails(await limited.raw('PUT', '/_/configuration', { settings }, forwarded), 404);
    expect(await stored()).toEqual(before);
  });

  it('changes nothing when one of several settings is refused', async () => {
    const before = await stored();
    for (const wrong of [{ 'souk/no/such': '1' }, { 'souk/audit/enabled': 'perhaps' }]) {
      const settings = { 'general/store_information/name': 'Mugs', ...wrong };
      expect((await here.guest.raw('PUT', '/_/configuration', { settings })).status).toBeGreaterThanOrEqual(400);
    }
    const config = { merchant_id: 'm2', provider_id: 'nobody' };
    fails(await here.admin.put('/V1/eventing/updateConfiguration', { config }), 400);
    expect(await stored()).toEqual(before);
  });
});
