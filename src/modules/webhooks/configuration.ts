import { installationSetting, setting, settings, webAddress } from '../../kernel/settings.ts';

/** Where the access tokens of hooks are fetched. */
export const tokenUrls = {
  production: setting(
    'souk/webhooks/token_url',
    webAddress,
    'https://ims-na1.adobelogin.com/ims/token/v3',
    'Address at which hooks with credentials get an access token',
    installationSetting,
  ),
  staging: setting(
    'souk/webhooks/staging_token_url',
    webAddress,
    'https://ims-na1-stg1.adobelogin.com/ims/token/v3',
    'The same address for credentials of the staging environment',
    installationSetting,
  ),
};

/** Configuration of hooks, by path. */
export const webhooksConfiguration = settings(Object.values(tokenUrls));
