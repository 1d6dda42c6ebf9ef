import type { SharedCache } from '../../kernel/caches.ts';
import { callerTypes, type Call, type CallerType } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import { isAmong } from '../../kernel/narrow.ts';
import { keysOf } from '../../kernel/own-fields.ts';
import { fold } from '../../storage/sql.ts';
import { inspectorErrors } from './errors.ts';
import './tables.ts';

/** Which calls are recorded. */
export interface RecordingSwitch {
  /** Until when, in milliseconds since 1970; 0: none are. */
  readonly until: number;
  /** Of which kind of caller; null: of all. */
  readonly userType: number | null;
  readonly userId: number | null;
  /** Part of method and path, in lower case; empty: any. */
  readonly route: string;
  /** Whether the calls of the console are recorded as well. */
  readonly withConsole: boolean;
}

const off: RecordingSwitch = { until: 0, userType: null, userId: null, route: '', withConsole: false };

declare module '../../kernel/merged-types.ts' {
  interface Services {
    inspector: {
      /** Which calls are recorded, in the memory of every process. */
      readonly recording: SharedCache<RecordingSwitch>;
    };
  }
}

/** Reads the switch. */
export async function loadSwitch({ db }: Call): Promise<RecordingSwitch> {
  const row = await db.selectFrom('call_recording').selectAll().executeTakeFirst();
  if (!row) return off;
  const { until, user_type: userType, user_id: userId, route, with_console: withConsole } = row;
  return { until, userType, userId, route, withConsole: withConsole === 1 };
}

/** Longest time that calls are recorded without a further word, in minutes. */
const LONGEST = 24 * 60;
/** The one row of the switch. */
const ROW = 1;

/** Which calls are to be recorded. */
interface AskedRecording {
  readonly minutes: number;
  readonly callerType?: string | null | undefined;
  /** Name of an admin user or integration, id of a customer. */
  readonly caller?: string | null | undefined;
  readonly route?: string | null | undefined;
  /** Whether the calls of the console are recorded as well; default: no. */
  readonly withConsole?: boolean | null | undefined;
}

/** Starts recording with new filters, in place of the present ones. Throws 400 for invalid filters, 404 for an unknown caller. */
export async function switchOn(call: Call, asked: AskedRecording): Promise<void> {
  const { minutes, callerType, caller, route, withConsole } = asked;
  if (!(minutes >= 1 && minutes <= LONGEST)) throw inspectorErrors.minutes([String(LONGEST)]);
  const type = callerType ? readCallerType(callerType) : undefined;
  const values = {
    until: call.clock.now().getTime() + minutes * 60_000,
    user_type: type === undefined ? null : callerTypes[type],
    user_id: type !== undefined && caller ? await idOf(call, type, caller) : null,
    route: (route ?? '').trim().toLowerCase().slice(0, 200),
    with_console: Number(withConsole ?? false),
  };
  await call.db.deleteFrom('call_recording').execute();
  await call.db
    .insertInto('call_recording')
    .values({ id: ROW, ...values })
    .execute();
  await call.services.inspector.recording.invalidate(call);
}

/** Has no calls recorded any more; those that were stay. */
export async function switchOff(call: Call): Promise<void> {
  await call.db.deleteFrom('call_recording').execute();
  await call.services.inspector.recording.invalidate(call);
}

/** The kind of caller of a name. Throws 400 for another. */
export function readCallerType(name: string): CallerType {
  const names = keysOf(callerTypes);
  if (isAmong(names, name)) return name;
  throw inspectorErrors.callers([name, names.join(', ')]);
}

async function idOf({ db }: Call, type: CallerType, name: string): Promise<number> {
  if (type === 'guest') return 0;
  if (type === 'customer') {
    if (/^\d{1,9}$/.test(name)) return Number(name);
    throw inspectorErrors.caller([type, name]);
  }
  const found =
    type === 'admin'
      ? await db
          .selectFrom('admin_user')
          .select('user_id as id')
          .where(fold('username'), '=', foldText(name))
          .executeTakeFirst()
      : await db
          .selectFrom('integration')
          .select('integration_id as id')
          .where(fold('name'), '=', foldText(name))
          .executeTakeFirst();
  if (!found) throw inspectorErrors.caller([type, name]);
  return found.id;
}
