import { callerTypes } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import type { WatchRequests } from '../../kernel/request-watch.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { isConsoleCall } from './console-session.ts';
import { followRequest, type FollowedRequest, type WantedCalls } from './recording.ts';
import { restMasks } from './rest-mask.ts';
import { routeName, rowOf } from './row.ts';
import { bodyLimit, keepCalls, removeExpiredCalls } from './store.ts';
import type { RecordingSwitch } from './switch.ts';

/** Milliseconds that recorded calls wait to be written together. */
const PAUSE = 200;
/** Calls, and bytes of their bodies, that a process holds before it drops further ones. */
const MOST_HELD = 500;
const MOST_HELD_BYTES = 16 * 2 ** 20;
/** How often calls are looked for whose time is over, in milliseconds. */
const LOOK = 10 * 60_000;

/** Records the calls that are wanted. */
interface CallRecorder extends Worker {
  readonly watch: WatchRequests;
}

/** Starts to record the calls of this process; while none are wanted, each request costs a comparison. */
export function startRecorder(platform: Platform): CallRecorder {
  const { services, clock, config, log } = platform;
  const { recording } = services.inspector;
  const call = platform.newCall(system.caller, system.scope);
  const maskOf = restMasks(platform.registry.routes);
  let pendingCalls: { readonly followed: FollowedRequest; readonly startedAt: number }[] = [];
  let [bytes, dropped] = [0, 0];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    timer = undefined;
    const rows = pendingCalls.map(({ followed, startedAt }) => rowOf(followed, startedAt, maskOf));
    const lost = dropped;
    pendingCalls = [];
    [bytes, dropped] = [0, 0];
    if (lost > 0) log.warn({ calls: lost }, 'more calls came than could be recorded');
    if (rows.length > 0) await keepCalls(call, rows);
  };
  const writeNext = (): Promise<void> =>
    (writing = writing.then(write).catch((error: unknown) => log.warn({ err: error }, 'calls could not be recorded')));
  const record = (followed: FollowedRequest): void => {
    const size = followed.answer.start.length + (followed.body?.start.length ?? 0);
    if (pendingCalls.length >= MOST_HELD || bytes + size > MOST_HELD_BYTES) {
      dropped += 1;
      return;
    }
    bytes += size;
    pendingCalls.push({ followed, startedAt: clock.now().getTime() - Math.round(followed.duration) });
    timer ??= setTimeout(() => void writeNext(), PAUSE).unref();
  };
  const cleaning = startRepeating({
    interval: LOOK,
    pausesFirst: true,
    turn: () => removeExpiredCalls(call),
    failed: (error) => log.warn({ err: error }, 'recorded calls could not be removed; trying again'),
  });
  return {
    watch(arrived) {
      const selection = recording.current;
      if (selection.until === 0 || selection.until <= clock.now().getTime()) return undefined;
      return followRequest(arrived, { selection: wantedBy(selection), most: bodyLimit(config), onEnd: record });
    },
    async stop() {
      clearTimeout(timer);
      await Promise.all([cleaning.stop(), writeNext()]);
    },
  };
}

function wantedBy({ userType, userId, route, withConsole }: RecordingSwitch): WantedCalls {
  return {
    route: (door, registered) => route === '' || routeName(door, registered).toLowerCase().includes(route),
    caller: (caller, headers) =>
      (userType === null || callerTypes[caller.type] === userType) &&
      (userId === null || userId === caller.id) &&
      (withConsole || !isConsoleCall(headers, caller)),
  };
}
