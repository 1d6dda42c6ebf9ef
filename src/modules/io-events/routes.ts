import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { EVENTS_PERMISSION } from './configuration.ts';
import { observerEvents } from './event-names.ts';
import { createProvider, deleteProvider, getProvider, listProviders, updateProvider } from './providers.ts';
import { checkConfiguration, updateConfiguration } from './settings.ts';
import { listSubscriptions, subscribe, unsubscribe, updateSubscription } from './subscriptions.ts';
import { ConfigurationCheckResult, Event, EventingConfiguration, EventProvider, SupportedEvent } from './types.ts';

const access = acl(EVENTS_PERMISSION);
const since = '2.4.9';
const providers = {
  service: 'adobeCommerceEventsClientEventProviderManagementV1',
  serviceClass: 'Magento\\AdobeCommerceEventsClient\\Api\\EventProviderManagementInterface',
  access,
} as const;
const subscriptions = {
  service: 'adobeCommerceEventsClientEventSubscriptionV1',
  serviceClass: 'Magento\\AdobeCommerceEventsClient\\Api\\EventSubscriptionInterface',
  access,
} as const;
const configuration = {
  service: 'adobeCommerceEventsClientConfigurationV1',
  serviceClass: 'Magento\\AdobeCommerceEventsClient\\Api\\ConfigurationInterface',
  access,
} as const;

const check = route({
  method: 'GET',
  path: '/V1/adobe_io_events/check_configuration',
  service: 'adobeIoEventsClientConfigurationCheckV1',
  operation: 'checkConfiguration',
  summary: 'Tell whether events reach the provider that is configured.',
  access,
  input: {},
  output: ConfigurationCheckResult,
  handle: (_, call) => checkConfiguration(call),
});

const list = route({
  ...providers,
  method: 'GET',
  path: '/V1/eventing/eventProvider',
  operation: 'getList',
  release: since,
  summary: 'List the providers that events are delivered to.',
  input: {},
  output: t.array(EventProvider),
  handle: (_, call) => listProviders(call),
});

const get = route({
  ...providers,
  method: 'GET',
  path: '/V1/eventing/eventProvider/:providerId',
  operation: 'getByProviderId',
  release: since,
  summary: 'Read a provider that events are delivered to.',
  input: { providerId: t.string },
  output: EventProvider,
  handle: ({ providerId }, call) => getProvider(call, providerId),
});

const create = route({
  ...providers,
  method: 'POST',
  path: '/V1/eventing/eventProvider',
  operation: 'save',
  release: since,
  summary: 'Make a provider that events are delivered to; the answer shows its secret, this once.',
  entity: entity('event provider', 'eventProvider.provider_id'),
  input: { eventProvider: EventProvider },
  output: EventProvider,
  handle: ({ eventProvider }, call) => createProvider(call, eventProvider),
});

const update = route({
  ...providers,
  method: 'PUT',
  path: '/V1/eventing/eventProvider',
  operation: 'update',
  release: since,
  summary: 'Change the given fields of a provider; deliveries to it go on.',
  entity: entity('event provider', 'eventProvider.provider_id'),
  input: { eventProvider: EventProvider },
  output: EventProvider,
  handle: ({ eventProvider }, call) => updateProvider(call, eventProvider),
});

const remove = route({
  ...providers,
  method: 'DELETE',
  path: '/V1/eventing/eventProvider/:providerId',
  operation: 'deleteByProviderId',
  release: since,
  summary: 'Delete a provider that nothing is subscribed for.',
  entity: entity('event provider', 'providerId'),
  input: { providerId: t.string },
  output: t.boolean,
  handle: async ({ providerId }, call) => {
    await deleteProvider(call, providerId);
    return true;
  },
});

const listAll = route({
  ...providers,
  method: 'GET',
  path: '/V1/eventing/getEventProviders',
  operation: 'getEventProviders',
  summary: 'List the providers that events are delivered to.',
  input: {},
  output: t.array(EventProvider),
  handle: (_, call) => listProviders(call),
});

const listSubscribed = route({
  ...subscriptions,
  method: 'GET',
  path: '/V1/eventing/getEventSubscriptions',
  operation: 'getEventSubscriptions',
  summary: 'List the events that are subscribed.',
  input: {},
  output: t.array(Event),
  handle: (_, call) => listSubscriptions(call),
});

const subscribeRoute = route({
  ...subscriptions,
  method: 'POST',
  path: '/V1/eventing/eventSubscribe',
  operation: 'subscribe',
  summary: 'Subscribe to an event, from now on.',
  entity: entity('event subscription', 'event.name'),
  input: { event: Event, force: t.optional(t.boolean) },
  output: t.nothing,
  handle: ({ event, force }, call) => subscribe(call, event, force === true),
});

const updateRoute = route({
  ...subscriptions,
  method: 'PUT',
  path: '/V1/eventing/eventSubscribe/:name',
  operation: 'update',
  summary: 'Change the given fields of a subscription.',
  entity: entity('event subscription', 'name'),
  input: { name: t.string, event: Event },
  output: t.nothing,
  handle: ({ name, event }, call) => updateSubscription(call, name, event),
});

const unsubscribeRoute = route({
  ...subscriptions,
  method: 'POST',
  path: '/V1/eventing/eventUnsubscribe/:name',
  operation: 'unsubscribe',
  summary: 'Delete a subscription with its undelivered events.',
  entity: entity('event subscription', 'name'),
  input: { name: t.string },
  output: t.nothing,
  handle: ({ name }, call) => unsubscribe(call, name),
});

const configure = route({
  ...configuration,
  method: 'PUT',
  path: '/V1/eventing/updateConfiguration',
  operation: 'update',
  summary: 'Configure the default provider, and whether events are delivered at all.',
  entity: entity('event provider', 'config.provider_id'),
  input: { config: EventingConfiguration },
  output: t.boolean,
  handle: async ({ config }, call) => {
    await updateConfiguration(call, config);
    return true;
  },
});

const supported = route({
  ...subscriptions,
  method: 'GET',
  path: '/V1/eventing/supportedList',
  operation: 'getSupportedList',
  release: since,
  summary: 'List the events that subscriptions can be for.',
  input: {},
  output: t.array(SupportedEvent),
  handle: (_, call) => observerEvents(call.contributions.changedEntities).map((name) => ({ name })),
});

/** Routes of providers of events, and of subscriptions to them. */
export const ioEventRoutes = [
  check,
  list,
  get,
  create,
  update,
  remove,
  listAll,
  listSubscribed,
  subscribeRoute,
  updateRoute,
  unsubscribeRoute,
  configure,
  supported,
];
