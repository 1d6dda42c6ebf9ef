import { callerTypeOf, type Call, type Caller, type Scope } from '../../kernel/call.ts';
import { parseJson, type JsonText } from '../../kernel/json-text.ts';
import type { Platform } from '../../kernel/platform.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import { inIds } from '../../storage/sql.ts';

/** The common data of the operations of a bulk. */
export interface Bulk {
  readonly uuid: string;
  readonly topic: string;
  /** Network address of the caller; null where it was not stored. */
  readonly address: string | null;
  /** The span of the request; null: it was not traced. */
  readonly traceparent: string | null;
  /** The caller as on acceptance: permissions are not checked again. */
  readonly caller: Caller;
  /** Undefined when the store view was deleted. */
  readonly scope: Scope | undefined;
  /** Undefined when no active module has the topic. */
  readonly registered: RegisteredRoute | undefined;
}

/** The bulks with these ids, by id, in one query. */
export async function readBulks(
  platform: Platform,
  call: Call,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Bulk>> {
  const rows = await call.db
    .selectFrom('bulk')
    .select(['id', 'user_type', 'user_id', 'resources', 'store_code', 'topic', 'uuid', 'address', 'traceparent'])
    .where(inIds('id', [...ids]))
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        uuid: row.uuid,
        topic: row.topic,
        address: row.address,
        traceparent: row.traceparent,
        caller: { type: callerTypeOf(row.user_type), id: row.user_id, resources: parseResources(row.resources) },
        scope: platform.scopes.resolveScope(row.store_code ?? undefined),
        registered: platform.registry.byTopic.get(row.topic),
      },
    ]),
  );
}

/** A caller's permissions as they are stored with a bulk. */
export function formatResources(resources: Caller['resources']): string {
  return JSON.stringify(resources === 'all' ? resources : [...resources]);
}

function parseResources(text: JsonText<'all' | string[]>): Caller['resources'] {
  const resources = parseJson(text);
  return resources === 'all' ? resources : new Set(resources);
}
