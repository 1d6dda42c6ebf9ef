import type { Insertable } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import type { Platform } from '../../kernel/platform.ts';
import type { CompiledSubscription } from './matching.ts';
import type { Round } from './round.ts';
import type { EventWaitingRow } from './tables.ts';
import type { Workspace } from './workspace.ts';

/** The ends of the log of changes. */
export interface LogEnds {
  readonly latest: number;
  readonly horizon: number;
}

/** How the delivery to a provider stands, while this process has it. */
export interface Held {
  position: number;
  readonly failures: number;
  readonly resumeAt: number;
  readonly deliveredAt: number;
  readonly failedAt: number;
  /** Until when nobody else delivers, by the machine's clock. */
  until: number;
  /** When a waiting event is due, by the platform's clock, and when that was looked up, by the machine's. */
  due: number;
  lookedAt: number;
}

/** What is written down with a round. */
export interface RoundChanges {
  /** Events that wait from now on. */
  readonly waiting?: readonly Insertable<Tables['event_waiting']>[];
  /** Waiting events that are done with, and that have failed again. */
  readonly done?: readonly number[];
  readonly again?: readonly Pick<EventWaitingRow, 'id' | 'attempts' | 'due_at' | 'is_dead' | 'error'>[];
  /** Changes that were removed from the log before they were delivered. */
  readonly lost?: number;
}

/** A step of the delivery to a provider, with all that it needs. */
export interface Shift {
  readonly platform: Platform;
  readonly call: Call;
  readonly provider: number;
  readonly workspace: Workspace;
  readonly subscriptions: readonly CompiledSubscription[];
  readonly held: Held;
  /** Whether the provider has failed so often that one request has to show first if it answers. */
  readonly isProbe: boolean;
  /** Address of the installation. */
  readonly source: string;
  /** By the platform's clock, in milliseconds since 1970. */
  now(): number;
  begin(): Round;
  finish(round: Round, position: number, changes: RoundChanges): Promise<void>;
}
