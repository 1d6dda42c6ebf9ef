import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok, startSouk, until, type Souk } from '../support/souk.ts';

let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
  await command('website:create', 'eu', 'European Union');
  await command('store:group:create', 'eu_store', 'EU', '--website', 'eu');
  await command('store:view:create', 'fr', 'French', '--group', 'eu_store');
  await command('store:view:create', 'de', 'German', '--group', 'eu_store');
});
afterAll(() => souk.stop());

async function command(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
  return stdout;
}

/** One field of the store configurations, by store code. */
async function field(name: string): Promise<Record<string, string>> {
  const list: Record<string, string>[] = ok(await souk.admin.get('/V1/store/storeConfigs'));
  return Object.fromEntries(list.map((config) => [config.code!, config[name]!]));
}

async function settled(name: string, expected: Record<string, string>): Promise<void> {
  await until(async () => JSON.stringify(await field(name)) === JSON.stringify(expected), 5).catch(() => {});
  expect(await field(name)).toEqual(expected);
}

describe('config:set', () => {
  it('refuses a path that nothing reads, unless told to set it', async () => {
    const wrong = 'general/locale/weight_units';
    const { code, stderr } = await souk.cli('config:set', 'general/locale/weight_unit', 'kgs', wrong, 'kgs');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/weight_units.*general\/locale\/weight_unit.*--unknown/)]);
    expect(await field('weight_unit')).toMatchObject({ default: 'lbs' });
    expect(await command('config:set', '--unknown', wrong, 'kgs')).toContain('is now "kgs"');
    expect(await command('config:unset', wrong)).toContain('no longer set');
  });

  it('changes the running server, each scope for what lies below it', async () => {
    await command('config:set', 'general/locale/weight_unit', 'kgs', '--scope', 'websites', '--scope-code', 'eu');
    await settled('weight_unit', { default: 'lbs', fr: 'kgs', de: 'kgs' });
    await command('config:set', 'general/locale/weight_unit', 'lbs', '--scope', 'stores', '--scope-code', 'de');
    await settled('weight_unit', { default: 'lbs', fr: 'kgs', de: 'lbs' });
    await command('config:set', 'general/locale/weight_unit', 'kgs');
    await settled('weight_unit', { default: 'kgs', fr: 'kgs', de: 'lbs' });
  });

  it('is taken back by config:unset, scope by scope', async () => {
    await command('config:set', 'general/locale/weight_unit', 'kgs');
    await command('config:set', 'general/locale/weight_unit', 'lbs', '--scope', 'stores', '--scope-code', 'fr');
    await settled('weight_unit', { default: 'kgs', fr: 'lbs', de: 'lbs' });
    const scope = ['--scope', 'stores', '--scope-code'];
    expect(await command('config:unset', 'general/locale/weight_unit', ...scope, 'fr')).toContain('no longer set');
    expect(await command('config:unset', 'general/locale/weight_unit', ...scope, 'fr')).toContain('was not set');
    await settled('weight_unit', { default: 'kgs', fr: 'kgs', de: 'lbs' });
    await command('config:unset', 'general/locale/weight_unit');
    await settled('weight_unit', { default: 'lbs', fr: 'kgs', de: 'lbs' });
    expect((await souk.cli('config:unset', 'nothing')).code).not.toBe(0);
  });

  it('moves the base URLs, the secure ones with them until they have one of their own', async () => {
    await command(
      'config:set',
      'web/unsecure/base_url',
      'http://shop.test/',
      '--scope',
      'websites',
      '--scope-code',
      'eu',
    );
    await settled('base_media_url', {
      default: `${souk.base}/media/`,
      fr: 'http://shop.test/media/',
      de: 'http://shop.test/media/',
    });
    expect((await field('secure_base_link_url')).fr).toBe('http://shop.test/');
    await command('config:set', 'web/secure/base_url', 'https://shop.test/', '--scope', 'stores', '--scope-code', 'fr');
    await settled('secure_base_url', {
      default: `${souk.base}/`,
      fr: 'https://shop.test/',
      de: 'http://shop.test/',
    });
  });

  it('puts store codes into links when they are asked for', async () => {
    await command('config:set', 'web/url/use_store', '1', '--scope', 'stores', '--scope-code', 'de');
    await settled('base_link_url', {
      default: `${souk.base}/`,
      fr: 'http://shop.test/',
      de: 'http://shop.test/de/',
    });
  });

  it('refuses what would break the platform, and changes nothing', async () => {
    const wrong: [string[], string][] = [
      [['locale', 'en_US'], 'The "locale" path is not valid.'],
      [['general/locale/code', 'english'], 'Enter a locale such as en_US.'],
      [['general/locale/code', 'en_US', '--scope', 'shops', '--scope-code', 'fr'], 'The "shops" scope is not valid.'],
      [['general/locale/code', 'en_US', '--scope', 'stores', '--scope-code', 'eu'], 'The "eu" value doesn\'t exist.'],
      [['general/locale/code', 'en_US', '--scope', 'websites', '--scope-code', 'fr'], 'The "fr" value doesn\'t exist.'],
      [
        ['general/locale/code', 'en_US', '--scope', 'stores', '--scope-code', 'admin'],
        'The "admin" value doesn\'t exist.',
      ],
      [['general/locale/code', 'en_US', '--scope', 'stores'], 'The "stores" scope requires the code'],
      [['general/locale/code', 'en_US', '--scope-code', 'fr'], 'The default scope takes no code.'],
    ];
    const before = await command('config:show');
    for (const [args, message] of wrong) {
      const { code, stderr } = await souk.cli('config:set', ...args);
      expect(code, args.join(' ')).not.toBe(0);
      expect(stderr).toContain(message);
    }
    expect(await command('config:show')).toBe(before);
  });
});

describe('config:show', () => {
  it('explains settings: effect, values, default and scope', async () => {
    expect(await command('config:show', 'general/locale/code', '--explain')).toBe(
      [
        'general/locale/code = en_US',
        '    Locale of the store view: language, numbers and dates',
        '    a locale such as en_US; default: "en_US"; for store views',
        '',
      ].join('\n'),
    );
    expect(await command('config:show', 'souk/graphql/cpu', '--explain')).toContain(
      'a whole number from 1, or nothing, in milliseconds; default: "1000"; for the whole installation',
    );
    expect(await command('config:show', 'web/seo/use_rewrites', '--explain')).toContain('has no effect on the server');
  });

  it('shows shipped and installed values', async () => {
    expect(await command('config:show', 'general/locale/code')).toBe('general/locale/code = en_US\n');
    expect(await command('config:show', 'catalog/category/root_id')).toBe('catalog/category/root_id = 2\n');
  });

  it('shows all settings below a prefix in order, and only those', async () => {
    await command('config:set', '--unknown', 'currency/options_of_another/kind', 'x');
    expect(await command('config:show', 'currency/options')).toBe(
      'currency/options/allow = USD\ncurrency/options/base = USD\ncurrency/options/default = USD\n',
    );
  });

  it('shows what holds in a scope', async () => {
    await command(
      'config:set',
      'customer/create_account/default_group',
      '3',
      '--scope',
      'websites',
      '--scope-code',
      'eu',
    );
    const inStore = ['--scope', 'stores', '--scope-code', 'fr'];
    expect(await command('config:show', 'customer/create_account/default_group', ...inStore)).toContain('= 3');
    expect(await command('config:show', 'customer/create_account/default_group')).toContain('= 1');
  });

  it('does not tell secrets', async () => {
    await command('config:set', 'recaptcha_frontend/type_invisible/private_key', 'hidden-value');
    const shown = await command('config:show', 'recaptcha_frontend/type_invisible');
    expect(shown).toBe(
      'recaptcha_frontend/type_invisible/position = inline\n' +
        'recaptcha_frontend/type_invisible/private_key = ******\n' +
        'recaptcha_frontend/type_invisible/score_threshold = 0\n' +
        'recaptcha_frontend/type_invisible/theme = light\n',
    );
    expect(await command('config:show', 'recaptcha_frontend')).not.toContain('hidden-value');
  });

  it.each([
    ['carriers/ups/password', true],
    ['carriers/fedex/api_key', true],
    ['carriers/fedex/key', true],
    ['payment/other/access_token', true],
    ['payment/other/client_secret', true],
    ['recaptcha_frontend/type_invisible/public_key', false],
    ['customer/captcha/always_for/user_forgotpassword', false],
    ['souk/identity/keys_lifetime', false],
  ] as const)('nor config:set: %s %s', async (path, isSecret) => {
    const shown = isSecret ? '******' : '1';
    expect(await command('config:set', '--unknown', path, '1')).toBe(`${path} is now "${shown}"\n`);
    expect(await command('config:show', path)).toBe(`${path} = ${shown}\n`);
  });

  it('refuses a path under which there is nothing', async () => {
    const { code, stderr } = await souk.cli('config:show', 'no/such/path');
    expect(code).not.toBe(0);
    expect(stderr).toContain('The "no/such/path" path doesn\'t exist.');
  });
});

it('settings outlive the process', async () => {
  await command('config:set', 'general/locale/timezone', 'Europe/Paris');
  await souk.restart();
  expect((await field('timezone')).default).toBe('Europe/Paris');
});
