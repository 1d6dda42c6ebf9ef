import { entity } from '../../kernel/entity.ts';
import { pageSizeOf } from '../../kernel/page-size.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { Trial } from '../../platform/change-log/trial.ts';
import { EVENTS_PERMISSION } from './configuration.ts';
import { describeStanding, listDeliveries, listWaiting, readDelivery } from './console.ts';
import { EventDelivery, EventDeliveryContent, EventTargets, WaitingEvent } from './console-types.ts';
import { replayDeadLetters, replayFrom, sendAgain } from './replay.ts';
import { sendTestEvent } from './test-event.ts';

const events = {
  service: 'consoleEventV1',
  access: acl(EVENTS_PERMISSION),
} as const;

const readTargets = route({
  method: 'GET',
  path: '/_/console/events/targets',
  ...events,
  operation: 'getTargets',
  summary: 'Shows how far the delivery of events to each provider has come.',
  input: {},
  output: EventTargets,
  handle: (_, call) => describeStanding(call),
});

const readDeliveries = route({
  method: 'GET',
  path: '/_/console/events/deliveries',
  ...events,
  operation: 'getDeliveries',
  summary: 'Lists the requests with events, newest first.',
  input: {
    provider: t.optional(t.string),
    failed: t.optional(t.boolean),
    before: t.optional(t.integer),
    limit: t.optional(t.integer),
  },
  output: t.array(EventDelivery),
  handle: ({ failed, limit, ...filter }, call) =>
    listDeliveries(call, { ...filter, failed: failed === true, limit: pageSizeOf(limit, 50, 500) }),
});

const readDeliveryRoute = route({
  method: 'GET',
  path: '/_/console/events/deliveries/:id',
  ...events,
  operation: 'getDelivery',
  summary: 'Shows a request with events, and the response.',
  input: { id: t.integer },
  output: EventDeliveryContent,
  handle: ({ id }, call) => readDelivery(call, id),
});

const readWaiting = route({
  method: 'GET',
  path: '/_/console/events/waiting',
  ...events,
  operation: 'getWaiting',
  summary: 'Lists the events that wait for another attempt, or were given up (dead letters).',
  input: { provider: t.optional(t.string), dead: t.optional(t.boolean), limit: t.optional(t.integer) },
  output: t.array(WaitingEvent),
  handle: ({ dead, limit, ...filter }, call) =>
    listWaiting(call, { ...filter, dead: dead ?? undefined, limit: pageSizeOf(limit, 100, 500) }),
});

const again = route({
  method: 'POST',
  path: '/_/console/events/waiting/:id/send',
  ...events,
  operation: 'sendAgain',
  summary: 'Tries an event again at once that waits or was given up.',
  entity: entity('event', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  handle: async ({ id }, call) => {
    await sendAgain(call, id);
    return true;
  },
});

const replay = route({
  method: 'POST',
  path: '/_/console/events/targets/:provider/replay',
  ...events,
  operation: 'replay',
  summary: 'Tries the dead letters of a provider again, or tells it again of everything after a position of the log.',
  entity: entity('event provider', 'provider'),
  input: { provider: t.string, from: t.optional(t.integer) },
  /** Number of dead letters queued for retry. */
  output: t.integer,
  handle: async ({ provider, from }, call) => {
    if (from === undefined || from === null) return replayDeadLetters(call, provider);
    await replayFrom(call, provider, from);
    return 0;
  },
});

const test = route({
  method: 'POST',
  path: '/_/console/events/targets/:provider/test',
  ...events,
  operation: 'test',
  summary: 'Sends a test event to a provider, and shows the request and the response.',
  entity: entity('event provider', 'provider'),
  // The response of another server must not hold a transaction open.
  transaction: false,
  input: { provider: t.string },
  output: Trial,
  handle: ({ provider }, call) => sendTestEvent(call, provider),
});

/** Console routes of event delivery. */
export const ioEventConsoleRoutes = [
  readTargets,
  readDeliveries,
  readDeliveryRoute,
  readWaiting,
  again,
  replay,
  test,
] as const;
