import { hash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Selectable } from 'kysely';
import { callerTypes, type Call, type Caller, type Scope } from '../../kernel/call.ts';
import type { Platform } from '../../kernel/platform.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import { inTurns } from '../../kernel/turns.ts';
import { isAtLeast } from '../../kernel/release.ts';
import { formatTime } from '../../kernel/time.ts';
import { currentSpan } from '../../kernel/tracing.ts';
import type { Out } from '../../kernel/types.ts';
import { isRetriable, isUniqueViolation, isUnknownCommit } from '../../storage/errors.ts';
import { preparedOne, type Params } from '../../storage/prepared.ts';
import { insertManyRows } from '../../storage/rows.ts';
import { checkBacklog, guestLimits, RETRY_AFTER } from './backlog.ts';
import { brokerOf } from './brokers.ts';
import { formatResources } from './bulks.ts';
import { isOpen } from './claim.ts';
import { entityKey } from './entity-key.ts';
import { operationErrors } from './errors.ts';
import { sealInput } from './sealed-input.ts';
import { firstTurn, shareOf, turnAfter, type QueueState } from './queue-turns.ts';
import { serializedData } from './serialized-data.ts';
import type { BulkTable } from './tables.ts';
import { operationStatuses, type AsyncResponse } from './types.ts';

/** A call that has passed every check, and is executed later. */
export interface Acceptance {
  readonly registered: RegisteredRoute;
  readonly caller: Caller;
  readonly scope: Scope;
  /** Network address of the caller; undefined where there is none. */
  readonly address?: string;
  /** Decoded arguments of each item; one for an asynchronous call, any number for a bulk. */
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Accepts an asynchronous or bulk call: commits the bulk and its operations in one transaction, then returns the response. Throws
 * the error of the database when that fails; nothing was accepted then.
 */
export async function acceptOperations(
  platform: Platform,
  { registered, caller, scope, address, inputs }: Acceptance,
): Promise<Out<typeof AsyncResponse>> {
  const { topic } = registered;
  if (topic === undefined) throw new Error(`${registered.route.path} has no asynchronous form`);
  const uuid = randomUUID();
  const broker = brokerOf(platform);
  const share = shareOf(caller, address);
  const limits = guestLimits(caller, platform.config);
  if (inputs.length > limits.items) throw operationErrors.guestItems({ max: limits.items });
  await checkBacklog(platform, inputs.length);
  const items = await inTurns(inputs, (input, key) => {
    const { json, secrets } = sealInput(platform, registered, input, { uuid, key });
    return { json, secrets, entity: entityOf(platform, registered, caller, input) };
  });
  const write = (): Promise<void> =>
    platform.newCall(caller, scope).transaction(async (call) => {
      const {
        id: bulkId,
        own,
        ...queue
      } = await insertBulk(call, {
        uuid,
        topic,
        operation_count: items.length,
        publish_at: broker.publishAt(),
        address: address ?? null,
        traceparent: currentSpan()?.traceparent ?? null,
        share,
        most: limits.open,
      });
      if (own + items.length > limits.open) {
        throw operationErrors.guestOpen({ max: limits.open }, { retryAfter: RETRY_AFTER });
      }
      const turn = firstTurn(caller, queue);
      await insertManyRows(
        call.db,
        'operation',
        items,
        ({ json, entity, secrets }, key) => ({
          bulk_id: bulkId,
          operation_key: key,
          status: operationStatuses.open,
          entity_key: entity,
          caller: share,
          turn: turnAfter(turn, key),
          input: json,
          secrets,
          attempts: 0,
          available_at: 0,
        }),
        { oneByOne: true },
      );
      broker.publish(call, bulkId);
    });
  try {
    await untilKnown(write);
  } catch (error) {
    // An earlier attempt was committed, although it seemed to fail.
    if (!isUniqueViolation(error, 'uuid')) throw error;
  }
  const isHashed = isAtLeast(platform.settings.release, '2.4.0');
  return {
    bulk_uuid: uuid,
    request_items: await inTurns(items, ({ json }, id) => ({
      id,
      data_hash: isHashed ? hash('sha256', serializedData(json, scope.storeId)) : null,
      status: 'accepted',
    })),
    errors: false,
  };
}

/** How long, and how often, the database is asked whether a commit without a response took effect, in milliseconds. */
const patience = 30_000;
const interval = 250;

/**
 * Repeats `write` until it is known whether it took effect: an operation that was reported as refused must not be executed. By
 * the uuid a later attempt recognizes that an earlier one took effect.
 */
async function untilKnown(write: () => Promise<void>): Promise<void> {
  let isDoubtful = false;
  for (const begun = Date.now(); ;) {
    try {
      await write();
      return;
    } catch (error) {
      isDoubtful ||= isUnknownCommit(error);
      if (!isDoubtful || !isRetriable(error) || Date.now() - begun > patience) throw error;
      await pause(interval);
    }
  }
}

/** The entity that an operation changes. Guests have keys of their own, so that signed-in callers never wait for them. */
function entityOf(
  { services }: Pick<Platform, 'services'>,
  registered: RegisteredRoute,
  { type }: Caller,
  input: Readonly<Record<string, unknown>>,
): string | null {
  const key = entityKey(registered, input, (secret) => services.access.secrets.digest(secret, 'entity of operations'));
  return type === 'guest' && key !== null ? `guest/${key}` : key;
}

type NewBulk = Omit<Selectable<BulkTable>, 'id'>;

/** Inserts a bulk; gives its id, and the facts that the turns of its operations follow from, in the same statement. */
const insertWithQueue = preparedOne((db, p: Params<NewBulk & { share: string; most: number }>) => {
  const { share, most } = p;
  const ofCaller = sql<boolean>`${isOpen} and operation.caller = ${share}`;
  return db
    .insertInto('bulk')
    .values({
      uuid: p.uuid,
      user_type: p.user_type,
      user_id: p.user_id,
      resources: p.resources,
      store_code: p.store_code,
      store_id: p.store_id,
      topic: p.topic,
      description: p.description,
      start_time: p.start_time,
      operation_count: p.operation_count,
      publish_at: p.publish_at,
      address: p.address,
      traceparent: p.traceparent,
    })
    .returning((select) => [
      'id',
      select
        .selectFrom('operation')
        .select((of) => of.fn.min<number | null>('turn').as('turn'))
        .where(isOpen)
        // Operations that wait for another attempt do not delay the rounds.
        .where('available_at', '=', 0)
        .as('front'),
      select
        .selectFrom('operation')
        .select((of) => of.fn.max<number | null>('turn').as('turn'))
        .where(ofCaller)
        .as('last'),
      select
        .selectFrom((from) => from.selectFrom('operation').select('id').where(ofCaller).limit(most).as('own'))
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('own'),
    ]);
});

async function insertBulk(
  call: Call,
  bulk: Pick<NewBulk, 'uuid' | 'topic' | 'operation_count' | 'publish_at' | 'address' | 'traceparent'> & Share,
): Promise<QueueState & { id: number; own: number }> {
  const { most, ...rest } = bulk;
  const { id, front, last, own } = await insertWithQueue(call.db, {
    ...rest,
    // Without a limit the operations are not counted.
    most: Number.isFinite(most) ? most : 0,
    user_type: callerTypes[call.caller.type],
    user_id: call.caller.id,
    resources: formatResources(call.caller.resources),
    store_code: call.scope.code ?? null,
    store_id: call.scope.storeId,
    description: `Topic ${bulk.topic}`,
    start_time: formatTime(call.clock.now()),
  });
  return { id, front, last, own: own ?? 0 };
}

/** Whose share of the queue an operation belongs to, and how many open operations that one may have. */
interface Share {
  readonly share: string;
  readonly most: number;
}
