import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { Trial } from '../../platform/change-log/trial.ts';
import { testHook } from './test-hook.ts';

const test = route({
  method: 'POST',
  path: '/_/console/hooks/test',
  service: 'consoleHookV1',
  operation: 'test',
  summary: 'Calls a hook with a value, and shows the request and the response.',
  access: acl('Magento_AdobeCommerceWebhooks::webhooks_edit'),
  entity: entity('webhook', 'hook_name'),
  // The response of another server must not hold a transaction open.
  transaction: false,
  input: {
    webhook_method: t.string,
    webhook_type: t.string,
    batch_name: t.string,
    hook_name: t.string,
    /** What the method would be called with, or would return. */
    value: t.mixed,
  },
  output: Trial,
  handle: ({ value, ...identity }, call) => testHook(call, identity, value),
});

/** Console routes of hooks. */
export const webhookConsoleRoutes = [test] as const;
