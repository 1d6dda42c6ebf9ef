import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { callerTypes, type Call, type Caller, type Scope } from '../kernel/call.ts';
import { PlatformError } from '../kernel/errors.ts';
import type { Platform } from '../kernel/platform.ts';
import type { RegisteredRoute } from '../kernel/registry.ts';
import { isAtLeast } from '../kernel/release.ts';
import { formatTime } from '../kernel/time.ts';
import type { Out } from '../kernel/types.ts';
import { isRetriable, isUniqueViolation, isUnknownCommit } from '../storage/errors.ts';
import { insertRows } from '../storage/rows.ts';
import { brokerOf } from './brokers.ts';
import { formatResources } from './bulks.ts';
import { entityKey } from './entity-key.ts';
import { operationErrors } from './errors.ts';
import { serializedData } from './serialized.ts';
import type { BulkTable } from './tables.ts';
import { operationStatuses, type AsyncResponse } from './types.ts';

/** A call that has passed every check and is to be executed later. */
export interface Acceptance {
  readonly registered: RegisteredRoute;
  readonly caller: Caller;
  readonly scope: Scope;
  /** Network address that the call came from; undefined where there is none. */
  readonly address?: string;
  /** Decoded arguments of each item; one for an asynchronous call, any number for a bulk. */
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Accepts an asynchronous or bulk call: writes the bulk and its operations in one transaction, then gives the answer. What it
 * answers is durable. 400 when it cannot be written.
 */
export async function acceptOperations(
  platform: Platform,
  { registered, caller, scope, address, inputs }: Acceptance,
): Promise<Out<typeof AsyncResponse>> {
  const uuid = randomUUID();
  const items = inputs.map((input) => ({ json: JSON.stringify(input), entity: entityKey(registered, input) }));
  const broker = brokerOf(platform);
  const write = (): Promise<void> =>
    platform.newCall(caller, scope).transaction(async (call) => {
      const bulkId = await insertBulk(call, {
        uuid,
        topic: registered.topic!,
        operation_count: items.length,
        publish_at: broker.publishAt(),
        address: address ?? null,
      });
      await insertRows(
        call.db,
        'operation',
        items.map(({ json, entity }, key) => ({
          bulk_id: bulkId,
          operation_key: key,
          status: operationStatuses.open,
          entity_key: entity,
          input: json,
          attempts: 0,
          available_at: 0,
        })),
      );
      broker.publish(call, bulkId);
    });
  try {
    await untilKnown(write);
  } catch (error) {
    // An attempt of which nobody knew has taken effect.
    if (!isUniqueViolation(error, 'uuid')) throw refused(platform, error);
  }
  const hashed = isAtLeast(platform.settings.release, '2.4.0');
  return {
    bulk_uuid: uuid,
    request_items: items.map(({ json }, id) => ({
      id,
      data_hash: hashed ? createHash('sha256').update(serializedData(json, scope.storeId)).digest('hex') : null,
      status: 'accepted',
    })),
    errors: false,
  };
}

/** How long the database is asked whether a lost commit took effect, and how often, in milliseconds. */
const patience = 30_000;
const interval = 250;

/**
 * Repeats `write` while it is not known whether it took effect: what is answered as refused must not be executed. The uuid
 * tells the attempts after one that did.
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

async function insertBulk(
  call: Call,
  bulk: Pick<BulkTable, 'uuid' | 'topic' | 'operation_count' | 'publish_at' | 'address'>,
): Promise<number> {
  const [row] = await insertRows(
    call.db,
    'bulk',
    [
      {
        ...bulk,
        user_type: callerTypes[call.caller.type],
        user_id: call.caller.id,
        resources: formatResources(call.caller.resources),
        store_code: call.scope.code ?? null,
        store_id: call.scope.storeId,
        description: `Topic ${bulk.topic}`,
        start_time: formatTime(call.clock.now()),
      },
    ],
    { returning: ['id'] },
  );
  return row!.id;
}

function refused(platform: Platform, error: unknown): PlatformError {
  platform.log.error({ err: error }, 'an asynchronous call could not be accepted');
  return operationErrors.acceptance(undefined, { cause: error });
}
