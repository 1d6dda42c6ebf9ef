import { sql } from 'kysely';
import { callerTypes, type Call, type Caller, type ConfigurationReader, type Session } from '../../kernel/call.ts';
import type { OrUndefined } from '../../kernel/fields.ts';
import { elementAt } from '../../kernel/lists.ts';
import type { AnyRoute } from '../../kernel/route.ts';
import { formatTime } from '../../kernel/time.ts';
import { watchTransactions } from '../../kernel/transactions.ts';
import { preparedWrite, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import './tables.ts';
import { isAuditEnabled } from './configuration.ts';

/** A change to be recorded. */
export interface AuditEntry {
  readonly caller: Pick<Caller, 'type' | 'id'>;
  /** The operation: `PUT /V1/products/:sku`, `mutation placeOrder`. */
  readonly operation: string;
  readonly form: 'call' | 'operation';
  readonly storeCode: string | undefined;
  /** See `entitiesOf`. */
  readonly entities: string;
  readonly address: string | null;
  readonly reference: string;
}

/** Where a change came from. */
export type AuditTrace = Pick<AuditEntry, 'form' | 'address' | 'reference'>;

/** Whether calls by `caller` are recorded: changes by administrators and integrations, unless `isAuditEnabled` is off. */
export function isAudited(
  { type }: Pick<Caller, 'type'>,
  { reads }: OrUndefined<Pick<AnyRoute, 'reads'>>,
  config: ConfigurationReader,
): boolean {
  return (type === 'admin' || type === 'integration') && !reads && config.of(isAuditEnabled);
}

/** Records changes within the transaction that makes them; one statement however many they are. */
export async function recordEntries(call: Call, entries: readonly AuditEntry[]): Promise<void> {
  await insertRows(
    call.db,
    'audit_entry',
    entries.map((entry) => rowOf(call, entry, 'done')),
    { withNext: true },
  );
}

function rowOf(call: Call, entry: AuditEntry, outcome: 'done' | 'unfinished') {
  const { caller, operation, form, storeCode, entities, address, reference } = entry;
  return {
    created_at: formatTime(call.clock.now()),
    user_type: callerTypes[caller.type],
    user_id: caller.id,
    route: operation,
    form,
    store_code: storeCode ?? null,
    // No text of the database holds this character.
    entities: entities.toWellFormed().replaceAll('\0', ''),
    outcome,
    address,
    reference,
  };
}

const finish = preparedWrite((db, p: Params<{ id: number; entities: string }>) =>
  db
    .updateTable('audit_entry')
    .set({ outcome: sql.lit('done'), entities: p.entities })
    .where('id', '=', p.id),
);
const remove = preparedWrite((db, p: Params<{ id: number }>) => db.deleteFrom('audit_entry').where('id', '=', p.id));

/**
 * Runs `work`, which opens its transactions itself, and records it: as unfinished in the first transaction it commits, as done
 * when it has succeeded, and not at all when it fails. Its value names the changed entities.
 */
export async function recordAround<T extends { readonly entry: AuditEntry | undefined }>(
  call: Call,
  entry: AuditEntry,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  let id: number | undefined;
  let written: number | undefined;
  const ending = async ({ db }: Session): Promise<void> => {
    if (id !== undefined) return;
    // Known for good only once it is committed: the transaction may be tried again.
    const rows = await insertRows(db, 'audit_entry', [rowOf(call, entry, 'unfinished')], { returning: ['id'] });
    written = elementAt(rows, 0).id;
  };
  const committed = (): void => {
    id ??= written;
  };
  try {
    const value = await work(call.with({ session: (present) => watchTransactions(present, { ending, committed }) }));
    const entities = value.entry?.entities ?? '';
    const recorded = id;
    if (recorded !== undefined) await settled(call.transaction(({ db }) => finish(db, { id: recorded, entities })));
    return value;
  } catch (error) {
    // Apart: nothing of the call itself takes effect with it.
    const recorded = id;
    if (recorded !== undefined) await settled(call.apart(({ db }) => remove(db, { id: recorded })));
    throw error;
  }
}

/** If the completion of an entry fails, the entry stays unfinished; the call is not affected. */
async function settled(step: Promise<unknown>): Promise<void> {
  await step.catch(() => undefined);
}
