import * as t from '../../kernel/types.ts';

/** A provider and its delivery progress. */
const DeliveryTarget = t.object('console-event-target', {
  provider_id: t.string,
  label: t.string,
  url: t.string,
  /** Why delivery is disabled; empty: enabled. */
  disabled: t.string,
  subscriptions: t.array(t.string),
  /** Last position of the log that was delivered or is queued for retry. */
  position: t.integer,
  /** Number of undelivered changes in the log. */
  lag: t.integer,
  /** Age of the oldest undelivered change, in seconds. */
  lag_seconds: t.integer,
  /** Consecutive failed requests, and whether they are numerous enough to pause the provider. */
  failures: t.integer,
  is_open: t.boolean,
  /** Time of the next attempt. */
  resume_at: t.optional(t.string),
  delivered_at: t.optional(t.string),
  failed_at: t.optional(t.string),
  delivered: t.integer,
  failed: t.integer,
  lost: t.integer,
  /** Events queued for retry, and dead letters. */
  waiting: t.integer,
  dead: t.integer,
});

/** All providers, and the range of the log. */
export const EventTargets = t.object('console-event-targets', {
  items: t.array(DeliveryTarget),
  /** Whether event delivery is enabled. */
  is_on: t.boolean,
  /** Range of positions in the log. */
  horizon: t.integer,
  latest: t.integer,
});

const deliveryFields = {
  id: t.integer,
  provider_id: t.string,
  first_position: t.integer,
  last_position: t.integer,
  events: t.integer,
  /** 0: no response. */
  status: t.integer,
  milliseconds: t.integer,
  error: t.string,
  created_at: t.string,
};

/** A request with events, and its outcome. */
export const EventDelivery = t.object('console-event-delivery', deliveryFields);

/** The same with its content. */
export const EventDeliveryContent = t.object('console-event-delivery-content', {
  ...deliveryFields,
  /** The current address of the provider. */
  url: t.string,
  /** The beginnings of the request body and of the response. */
  body: t.string,
  response: t.string,
});

/** An event queued for retry, or a dead letter. */
export const WaitingEvent = t.object('console-waiting-event', {
  id: t.integer,
  provider_id: t.string,
  subscription: t.string,
  position: t.integer,
  entity: t.string,
  entity_id: t.integer,
  /** The change, as in the change feed. */
  change: t.mixed,
  attempts: t.integer,
  due_at: t.string,
  is_dead: t.boolean,
  error: t.string,
});
