import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAllowed, refusal } from '../access/check.ts';
import type { Call, Caller } from '../../kernel/call.ts';
import type { Access } from '../../kernel/route.ts';
import type { Face } from '../../kernel/faces.ts';
import { listItems } from '../../kernel/configuration.ts';
import type { Platform } from '../../kernel/platform.ts';
import { system } from '../../kernel/system.ts';
import type { ChangedEntity } from './entities.ts';
import { eventErrors } from './errors.ts';
import { followersOf } from './followers.ts';
import { logEnds, readLog, sequenceChanges, type LoggedChange, type LogPage } from './log.ts';
import { presentChange } from './present.ts';
import { sharedReader } from './shared-reader.ts';

/** Changes in an answer: unless told, and at most. */
const PAGE = 100;
const LARGEST_PAGE = 1000;
/** Longest wait for a first change, in seconds. */
const LONGEST_WAIT = 60;
/** Milliseconds after which a stream shows that it is alive. */
const HEARTBEAT = 15_000;

/** The parameters of a request to the feed. */
interface FeedRequest {
  readonly after: number;
  /** Undefined: of all kinds. */
  readonly entities: readonly string[] | undefined;
  readonly limit: number;
  readonly wait: number;
}

type FeedQuery = Partial<Record<'after' | 'entity' | 'limit' | 'wait', string>>;

/**
 * `GET /_/changes`: the changes after a position, oldest first. `after`: a position, 0 for the whole log, or `latest` (default);
 * `entity`: comma-separated types (those that the caller may read); `limit`: 1 to 1000; `wait`: seconds to wait for a first
 * change. With `Accept: text/event-stream` it streams server-sent events, from `Last-Event-ID` after a reconnect. Throws 401,
 * 400, and 410 if changes after the position are no longer in the log.
 */
export const changeFeed: Face = async (app, { platform, authenticate }) => {
  app.get<{ Querystring: FeedQuery }>('/_/changes', { config: { counted: 'waiting' } }, async (request, reply) => {
    const caller = await authenticate(request);
    const call = platform.newCall(system.caller, system.scope);
    const kinds = readableBy(platform, caller, request.query.entity);
    const streams = request.headers.accept?.includes('text/event-stream') === true;
    const feedRequest = await readRequest(call, request, kinds, streams);
    reply.header('cache-control', 'no-store');
    return streams ? stream(platform, feedRequest, reply) : page(platform, call, feedRequest, request.raw.socket);
  });
};

/** The kinds of entities that a caller reads: those that are asked for, or all that are allowed. Undefined: all there are. */
function readableBy(platform: Platform, caller: Caller, names: string | undefined): string[] | undefined {
  const known = platform.registry.contributions.changedEntities;
  if (names === undefined) {
    const allowed = known.filter((kind) => isAllowed(caller, accessOf(kind)));
    const [first] = known;
    if (first && allowed.length === 0) throw refusal(accessOf(first), caller);
    return allowed.length === known.length ? undefined : allowed.map(({ name }) => name);
  }
  return [...new Set(listItems(names))].map((name) => {
    const kind = known.find((one) => one.name === name);
    if (!kind) throw eventErrors.entity([name, known.map((one) => one.name).join(', ')]);
    if (!isAllowed(caller, accessOf(kind))) throw refusal(accessOf(kind), caller);
    return name;
  });
}

const accessOf = ({ resource }: ChangedEntity): Access => ({ kind: 'acl', resources: [resource] });

async function readRequest(
  call: Call,
  { query, headers }: FastifyRequest<{ Querystring: FeedQuery }>,
  entities: readonly string[] | undefined,
  streams: boolean,
): Promise<FeedRequest> {
  await sequenceChanges(call);
  const { horizon, latest } = await logEnds(call.db);
  const last = streams ? headers['last-event-id'] : undefined;
  const start = (typeof last === 'string' && last !== '' ? last : query.after) ?? 'latest';
  if (start !== 'latest' && !/^\d{1,15}$/.test(start)) throw eventErrors.position([start]);
  const after = start === 'latest' ? latest : Number(start) === 0 ? horizon : Number(start);
  if (after < horizon || after > latest) throw eventErrors.gone([start, String(latest)]);
  return {
    after,
    entities,
    limit: numberIn(query, 'limit', { unset: PAGE, least: 1, most: LARGEST_PAGE }),
    wait: numberIn(query, 'wait', { unset: 0, least: 0, most: LONGEST_WAIT }),
  };
}

function numberIn(
  query: FeedQuery,
  name: 'limit' | 'wait',
  { unset, least, most }: { unset: number; least: number; most: number },
): number {
  const text = query[name];
  if (text === undefined) return unset;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  if (!(number >= least && number <= most)) throw eventErrors.number([name, String(least), String(most)]);
  return number;
}

/** One response: the present changes, or the first one within the waiting time. */
async function page(
  platform: Platform,
  call: Call,
  { after, entities, limit, wait }: FeedRequest,
  socket: NodeJS.EventEmitter,
) {
  const followers = followersOf(platform);
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  socket.once('close', leave);
  try {
    const until = Date.now() + wait * 1000;
    let found: LogPage = { changes: [], position: after, isMore: true };
    const isOver = (): boolean => Date.now() >= until || gone.signal.aborted || followers.stopping.aborted;
    while (found.changes.length === 0) {
      found = await readLog(call, found.position, limit, entities);
      if (found.changes.length > 0 || (!found.isMore && isOver())) break;
      if (!found.isMore) await followers.more(gone.signal);
    }
    return { changes: found.changes.map(presentChange), position: found.position, more: found.isMore };
  } finally {
    socket.off('close', leave);
  }
}

function stream(platform: Platform, feedRequest: FeedRequest, reply: FastifyReply): FastifyReply {
  const closed = new AbortController();
  const events = Readable.from(eventsOf(platform, feedRequest, closed.signal));
  events.once('close', () => closed.abort());
  return reply.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8').send(events);
}

/** Changes as server-sent events, until the reader or the server leaves. */
async function* eventsOf(
  platform: Platform,
  { after, entities, limit }: FeedRequest,
  closed: AbortSignal,
): AsyncGenerator<string> {
  const followers = followersOf(platform);
  const reader = sharedReader(platform);
  let position = after;
  let shownAt = Date.now();
  yield `: from ${position}\n\n`;
  while (!closed.aborted && !followers.stopping.aborted) {
    const found = await reader.read(position, limit, entities);
    position = found.position;
    if (found.changes.length > 0) {
      yield found.changes.map(eventOf).join('');
      shownAt = Date.now();
    } else if (Date.now() - shownAt > HEARTBEAT) {
      // The reader remembers the position, also where nothing of it concerned it.
      yield `id: ${position}\n: alive\n\n`;
      shownAt = Date.now();
    }
    if (!found.isMore) await reader.more(position, closed);
  }
}

/** Events by their change: all streams send the same text. */
const texts = new WeakMap<LoggedChange, string>();

function eventOf(change: LoggedChange): string {
  let text = texts.get(change);
  if (text === undefined) {
    const { position, entity, action } = change;
    text = `id: ${position}\nevent: ${entity}.${action}\ndata: ${JSON.stringify(presentChange(change))}\n\n`;
    texts.set(change, text);
  }
  return text;
}
