import type { Call, Caller, Scope } from '../../kernel/call.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import type {
  ArrivedRequest,
  GraphQLResult,
  RequestDoor,
  RequestMask,
  RequestWatch,
} from '../../kernel/request-watch.ts';
import { watchStatements } from '../../storage/watched-statements.ts';

/** The stages of a call, in milliseconds. */
interface CallStages {
  /** Until it is known who calls, and that they may. */
  readonly admit: number;
  /** Until its arguments are read: the body as it arrives, parsed and checked. */
  readonly decode: number;
  /** The work itself, with its transaction. */
  readonly perform: number;
  /** Until the answer is written and sent. */
  readonly encode: number;
  /** Part of them that the database took. */
  readonly sql: number;
}

/** A body, truncated to the limit of the recorder. */
interface BodyStart {
  readonly start: Buffer;
  /** Length of the whole body in bytes. */
  readonly bytes: number;
}

/** A request that was followed to its end, nothing masked yet. */
export interface FollowedRequest {
  readonly arrived: ArrivedRequest;
  readonly door: RequestDoor | undefined;
  readonly registered: RegisteredRoute | undefined;
  /** The door's own way to mask it. */
  readonly mask: RequestMask | undefined;
  readonly caller: Caller | undefined;
  readonly scope: Scope | undefined;
  readonly body: BodyStart | undefined;
  readonly status: number;
  readonly answerHeaders: readonly (readonly [string, string])[];
  readonly answer: BodyStart;
  readonly duration: number;
  readonly stages: CallStages;
  readonly statements: number;
  readonly isFromMemory: boolean;
  /** `query products`; empty: no GraphQL operation. */
  readonly operation: string;
  /** How that ended; empty: no GraphQL request. */
  readonly result: GraphQLResult | '';
}

/** Whether calls of a route, and of a caller, are wanted. */
export interface WantedCalls {
  route(door: RequestDoor, registered: RegisteredRoute | undefined): boolean;
  caller(caller: Caller, headers: ArrivedRequest['headers']): boolean;
}

/** Moments of a call, by `performance.now()`; undefined: it did not come so far. */
interface Moments {
  admitted?: number;
  decoded?: number;
  performed?: number;
}

/** Follows a request; `onEnd` gets it at its end if it is selected. Keeps `most` bytes of each body. */
export function followRequest(
  arrived: ArrivedRequest,
  { selection, most, onEnd }: { selection: WantedCalls; most: number; onEnd: (followed: FollowedRequest) => void },
): RequestWatch {
  const moments: Moments = {};
  const answer = collectStart(most);
  let isWanted = true;
  let door: RequestDoor | undefined;
  let registered: RegisteredRoute | undefined;
  let mask: RequestMask | undefined;
  let call: Call | undefined;
  let body: BodyStart | undefined;
  let head: Pick<FollowedRequest, 'status' | 'answerHeaders'> = { status: 0, answerHeaders: [] };
  let [encoding, sql, statements] = [0, 0, 0];
  let isFromMemory = false;
  let executed: Pick<FollowedRequest, 'operation' | 'result'> = { operation: '', result: '' };
  const counted = (milliseconds: number): void => {
    sql += milliseconds;
    statements += 1;
  };
  return {
    found(by, route, own) {
      door = by;
      registered = route;
      mask = own;
      isWanted = selection.route(by, route);
    },
    received(bytes) {
      // A copy: a piece would keep the whole body in memory.
      if (isWanted) body = { start: Buffer.from(bytes.subarray(0, most)), bytes: bytes.length };
    },
    identified(newCall) {
      isWanted &&= selection.caller(newCall.caller, arrived.headers);
      if (!isWanted) return newCall;
      call = newCall;
      return newCall.with({ session: (present) => watchStatements(present, counted) });
    },
    admitted: () => void (moments.admitted = performance.now()),
    decoded: async () => void (moments.decoded = performance.now()),
    ended: async () => void (moments.performed = performance.now()),
    encoding: (encode) => async (value) => {
      const begun = performance.now();
      try {
        return await encode(value);
      } finally {
        encoding += performance.now() - begun;
      }
    },
    answeredFromCache: () => void (isFromMemory = true),
    executed: (operation, result) => void (executed = { operation, result }),
    answers: (status, answerHeaders) => void (head = { status, answerHeaders }),
    sends(part) {
      if (isWanted) answer.add(part);
    },
    closed() {
      if (!isWanted || (!call && !selection.caller(nobody, arrived.headers))) return;
      const closedAt = performance.now();
      onEnd({
        arrived,
        door,
        registered,
        mask,
        caller: call?.caller,
        scope: call?.scope,
        body,
        ...head,
        answer: answer.bodyStart(),
        duration: closedAt - arrived.startedAt,
        stages: { ...stagesOf(arrived.startedAt, moments, closedAt, { encoding, isFromMemory }), sql },
        statements,
        isFromMemory,
        ...executed,
      });
    },
  };
}

/** Who calls before that is known. */
const nobody: Caller = { type: 'guest', id: 0, resources: new Set() };

/** Where a call ended early, the stage that it ended in has the rest. */
function stagesOf(
  startedAt: number,
  { admitted, decoded, performed }: Moments,
  closedAt: number,
  { encoding, isFromMemory }: { encoding: number; isFromMemory: boolean },
): Omit<CallStages, 'sql'> {
  if (admitted === undefined) return { admit: closedAt - startedAt, decode: 0, perform: 0, encode: 0 };
  const admit = admitted - startedAt;
  if (decoded === undefined) {
    const rest = closedAt - admitted;
    return { admit, decode: isFromMemory ? 0 : rest, perform: 0, encode: isFromMemory ? rest : 0 };
  }
  const decode = decoded - admitted;
  if (isFromMemory) return { admit, decode, perform: 0, encode: closedAt - decoded };
  if (performed === undefined) return { admit, decode, perform: closedAt - decoded, encode: 0 };
  return { admit, decode, perform: performed - decoded - encoding, encode: encoding + closedAt - performed };
}

/** Collects the start of a body that comes in parts. */
function collectStart(most: number): { add(part: string | Buffer): void; bodyStart(): BodyStart } {
  const parts: Buffer[] = [];
  let [collected, bytes] = [0, 0];
  return {
    add(part) {
      const length = Buffer.byteLength(part);
      bytes += length;
      if (collected >= most) return;
      const whole = typeof part === 'string' ? Buffer.from(part) : Buffer.from(part);
      parts.push(whole.subarray(0, most - collected));
      collected += Math.min(length, most - collected);
    },
    bodyStart: () => ({ start: Buffer.concat(parts), bytes }),
  };
}
