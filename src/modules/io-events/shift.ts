import type { Insertable } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import type { Platform } from '../../kernel/platform.ts';
import type { CompiledSubscription } from './matching.ts';
import type { Round } from './round.ts';
import type { EventWaitingRow } from './tables.ts';
import type { Workspace } from './workspace.ts';

/** First and last position of the log. */
export interface LogEnds {
  readonly latest: number;
  readonly horizon: number;
}

/** The delivery state of a provider while this process holds the lease. */
export interface HeldLease {
  position: number;
  readonly failures: number;
  readonly resumeAt: number;
  readonly deliveredAt: number;
  readonly failedAt: number;
  /** Expiry of the lease, by the machine's clock. */
  until: number;
  /** When the next waiting event is due, by the platform's clock, and when that was read, by the machine's clock. */
  due: number;
  lookedAt: number;
}

/** Changes that are saved with a round. */
export interface RoundChanges {
  /** Newly waiting events. */
  readonly waiting?: readonly Insertable<Tables['event_waiting']>[];
  /** Waiting events to delete, and waiting events that failed again. */
  readonly finishedIds?: readonly number[];
  readonly again?: readonly Pick<EventWaitingRow, 'id' | 'attempts' | 'due_at' | 'is_dead' | 'error'>[];
  /** Changes that were removed from the log before delivery. */
  readonly lost?: number;
}

/** A step of the delivery to a provider, with its dependencies. */
export interface Shift {
  readonly platform: Platform;
  readonly call: Call;
  readonly provider: number;
  readonly workspace: Workspace;
  readonly subscriptions: readonly CompiledSubscription[];
  readonly lease: HeldLease;
  /** Whether the provider has failed so often that a single request has to probe it first. */
  readonly isProbe: boolean;
  /** Address of the installation. */
  readonly source: string;
  /** By the platform's clock, in milliseconds since 1970. */
  now(): number;
  begin(): Round;
  finish(round: Round, position: number, changes: RoundChanges): Promise<void>;
}
