import * as t from '../../kernel/types.ts';

/** A field of a hook's payload: `name` is its path in the payload, `source` its path in the value of the method. */
const HookField = t.object('adobe-commerce-webhooks-data-hook-field-interface', {
  name: t.string,
  source: t.string,
});

/** A header of the request to a hook; values may be credentials. */
const HookHeader = t.object('adobe-commerce-webhooks-data-hook-header-interface', {
  name: t.string,
  value: t.secret(t.string),
});

/** A condition for asking a hook. */
const HookRule = t.object('adobe-commerce-webhooks-data-hook-rule-interface', {
  field: t.string,
  operator: t.string,
  value: t.string,
});

/** Credentials that an access token for the hook is fetched with. */
const DeveloperConsoleOauth = t.object('adobe-commerce-webhooks-data-developer-console-oauth-interface', {
  client_id: t.string,
  client_secret: t.secret(t.string),
  org_id: t.string,
  environment: t.string,
});

/** A hook on calls of a method. Times in milliseconds, `ttl` in seconds. */
export const Webhook = t.object('adobe-commerce-webhooks-data-webhook-data-interface', {
  webhook_method: t.string,
  webhook_type: t.string,
  batch_name: t.string,
  batch_order: t.integer,
  hook_name: t.string,
  url: t.string,
  priority: t.integer,
  required: t.boolean,
  soft_timeout: t.integer,
  timeout: t.integer,
  method: t.string,
  fallback_error_message: t.string,
  ttl: t.integer,
  fields: t.array(HookField),
  rules: t.array(HookRule),
  headers: t.array(HookHeader),
  developer_console_oauth: t.optional(DeveloperConsoleOauth, { since: '2.4.9' }),
});

/** A method that hooks can be put on. */
export const SupportedWebhook = t.object('adobe-commerce-webhooks-supported-webhook-interface', { name: t.string });
