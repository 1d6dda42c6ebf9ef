import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { hookedMethods } from './methods.ts';
import { listWebhooks, subscribe, unsubscribe } from './subscriptions.ts';
import { SupportedWebhook, Webhook } from './types.ts';

const edit = {
  access: acl('Magento_AdobeCommerceWebhooks::webhooks_edit'),
  release: '2.4.9',
  entity: entity('webhook', 'webhook.hook_name'),
  input: { webhook: Webhook },
  output: t.nothing,
} as const;

const list = route({
  method: 'GET',
  path: '/V1/webhooks/list',
  service: 'adobeCommerceWebhooksWebhookListV1',
  operation: 'getList',
  summary: 'List the webhooks.',
  access: acl('Magento_AdobeCommerceWebhooks::webhooks_list'),
  input: {},
  output: t.array(Webhook),
  handle: (_, call) => listWebhooks(call),
});

const supported = route({
  method: 'GET',
  path: '/V1/webhooks/supportedList',
  service: 'adobeCommerceWebhooksSupportedWebhookListV1',
  operation: 'getList',
  summary: 'List the methods that hooks can be put on.',
  access: acl('Magento_AdobeCommerceWebhooks::webhooks_list'),
  release: '2.4.9',
  input: {},
  output: t.array(SupportedWebhook),
  handle: (_, call) => hookedMethods(call.platform.routes).map((name) => ({ name })),
});

const subscribeRoute = route({
  ...edit,
  method: 'POST',
  path: '/V1/webhooks/subscribe',
  service: 'adobeCommerceWebhooksWebhookSubscriberV1',
  operation: 'subscribe',
  summary: 'Have somebody asked before or after something is done.',
  handle: ({ webhook }, call) => subscribe(call, webhook),
});

const unsubscribeRoute = route({
  ...edit,
  method: 'POST',
  path: '/V1/webhooks/unsubscribe',
  service: 'adobeCommerceWebhooksWebhookUnsubscriberV1',
  operation: 'unsubscribe',
  summary: 'Have somebody asked no more.',
  handle: ({ webhook }, call) => unsubscribe(call, webhook),
});

/** Routes of hooks. */
export const webhookRoutes = [list, subscribeRoute, supported, unsubscribeRoute];
