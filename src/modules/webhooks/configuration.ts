import type { DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Paths of the configuration of hooks. */
export const paths = {
  tokens: 'souk/webhooks/token_url',
  stagingTokens: 'souk/webhooks/staging_token_url',
} as const;

/** Configuration of hooks, by path: where access tokens are fetched by a hook's credentials. */
export const webhooksConfiguration: DeclaredConfiguration = {
  [paths.tokens]: { shipped: 'https://ims-na1.adobelogin.com/ims/token/v3' },
  [paths.stagingTokens]: { shipped: 'https://ims-na1-stg1.adobelogin.com/ims/token/v3' },
};
