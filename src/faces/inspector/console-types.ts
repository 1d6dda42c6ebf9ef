import * as t from '../../kernel/types.ts';

const Stages = t.object('console-call-stages', {
  admit: t.number,
  decode: t.number,
  perform: t.number,
  encode: t.number,
  /** Part of the others that the database took. */
  sql: t.number,
});

const listed = {
  id: t.integer,
  started_at: t.string,
  process: t.string,
  request_id: t.string,
  /** `call`, `async`, `bulk`, `graphql`; empty: no route was found. */
  door: t.string,
  method: t.string,
  url: t.string,
  route: t.string,
  store_code: t.optional(t.string),
  user_type: t.string,
  user_id: t.integer,
  user: t.optional(t.string),
  address: t.string,
  /** 0: the client left before it was answered. */
  status: t.integer,
  milliseconds: t.number,
  stages: Stages,
  statements: t.integer,
  from_memory: t.boolean,
  /** `query products` */
  operation: t.optional(t.string),
  /** How a GraphQL operation ended: `complete`, `partial` or `failed`. */
  result: t.optional(t.string),
} as const;

/** A recorded call. */
export const RecordedCall = t.object('console-recorded-call', listed);

const Header = t.object('console-call-header', { name: t.string, value: t.string });
const Message = t.object('console-call-message', {
  headers: t.array(Header),
  body: t.optional(t.string),
  bytes: t.integer,
  /** `whole`, `beginning` or `nothing` of the body. */
  shown: t.string,
});

/** A recorded call with its request and response. */
export const RecordedCallDetails = t.object('console-recorded-call-details', {
  ...listed,
  request: Message,
  answer: Message,
});

/** Equal errors: one route, one message, one caller. */
export const ErrorGroup = t.object('console-error-group', {
  /** Method and declared path, or a GraphQL operation; empty: no route was found. */
  route: t.string,
  message: t.string,
  status: t.integer,
  user_type: t.string,
  user_id: t.integer,
  user: t.optional(t.string),
  count: t.integer,
  first_at: t.string,
  last_at: t.string,
  request_id: t.string,
  /** The last request, if it is recorded. */
  call_id: t.optional(t.integer),
});

/** Which calls are recorded until when. */
export const Recording = t.object('console-recording', {
  is_on: t.boolean,
  until: t.optional(t.string),
  user_type: t.optional(t.string),
  user_id: t.optional(t.integer),
  route: t.optional(t.string),
  with_console: t.optional(t.boolean),
});
