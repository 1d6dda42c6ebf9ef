import * as t from '../../kernel/types.ts';

/** A provider and how far the delivery to it has come. */
const DeliveryTarget = t.object('console-event-target', {
  provider_id: t.string,
  label: t.string,
  url: t.string,
  /** Why nothing is delivered any more; empty: it is. */
  disabled: t.string,
  subscriptions: t.array(t.string),
  /** Last position of the log that was delivered, or waits by itself. */
  position: t.integer,
  /** Changes in the log behind it. */
  lag: t.integer,
  /** Age of the oldest of them in seconds. */
  lag_seconds: t.integer,
  /** Requests that have failed in a row, and whether so many that it is tried seldom. */
  failures: t.integer,
  is_open: t.boolean,
  /** When it is tried again. */
  resume_at: t.optional(t.string),
  delivered_at: t.optional(t.string),
  failed_at: t.optional(t.string),
  delivered: t.integer,
  failed: t.integer,
  lost: t.integer,
  /** Events that wait for another attempt, and that were given up. */
  waiting: t.integer,
  dead: t.integer,
});

/** All providers, and the ends of the log. */
export const EventTargets = t.object('console-event-targets', {
  items: t.array(DeliveryTarget),
  /** Whether events are delivered at all. */
  is_on: t.boolean,
  /** Positions that the log has. */
  horizon: t.integer,
  latest: t.integer,
});

/** A request with events, and what became of it. */
export const EventDelivery = t.object('console-event-delivery', {
  id: t.integer,
  provider_id: t.string,
  first_position: t.integer,
  last_position: t.integer,
  events: t.integer,
  /** 0: there was no answer. */
  status: t.integer,
  milliseconds: t.integer,
  error: t.string,
  created_at: t.string,
});

/** An event that waits for another attempt, or was given up. */
export const WaitingEvent = t.object('console-waiting-event', {
  id: t.integer,
  provider_id: t.string,
  subscription: t.string,
  position: t.integer,
  entity: t.string,
  entity_id: t.integer,
  /** What has happened, as the feed of changes tells it. */
  change: t.mixed,
  attempts: t.integer,
  due_at: t.string,
  is_dead: t.boolean,
  error: t.string,
});
