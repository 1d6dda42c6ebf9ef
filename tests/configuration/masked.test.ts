import { expect, it } from 'vitest';
import { collectPaths } from '../../src/platform/configuration/paths.ts';
import { isSecretPath } from '../../src/platform/configuration/settings.ts';
import { modules } from '../../src/program/modules.ts';

it('masks the settings that are secrets, and no others', () => {
  const masked = [...collectPaths(modules, '2.4.9').keys()].filter(isSecretPath).sort();
  expect(masked).toMatchInlineSnapshot(`
    [
      "cataloginventory/source_selection_distance_based_google/api_key",
      "payment/gateway/secret_key",
      "recaptcha_frontend/type_invisible/private_key",
      "recaptcha_frontend/type_recaptcha/private_key",
      "recaptcha_frontend/type_recaptcha_v3/private_key",
      "souk/page_cache/purge_token",
    ]
  `);
});

it('masks paths of others by the name of a secret', () => {
  const secrets = ['a/b/secret_key', 'a/b/api_key', 'a/b/private_key', 'a/b/privatekey', 'a/b/password', 'a/b/token'];
  expect(secrets.filter(isSecretPath)).toEqual(secrets);
  const open = [
    'a/b/public_key',
    'a/b/password_lifetime',
    'souk/events/allow_private',
    'a/b/private_sales',
    'a/b/forgot_password',
  ];
  expect(open.filter(isSecretPath)).toEqual([]);
});
