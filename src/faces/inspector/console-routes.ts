import { callerTypeOf } from '../../kernel/call.ts';
import { none } from '../../kernel/entity.ts';
import { pageSizeOf } from '../../kernel/page-size.ts';
import { route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { inspectorAccess } from './console-session.ts';
import { ErrorGroup, RecordedCall, RecordedCallDetails, Recording } from './console-types.ts';
import { listErrors } from './error-read.ts';
import { getRecordedCall, listCalls } from './read.ts';
import { switchOff, switchOn } from './switch.ts';

const calls = { service: 'consoleCallV1', access: inspectorAccess } as const;
const errors = { service: 'consoleErrorV1', access: inspectorAccess } as const;

const readCalls = route({
  method: 'GET',
  path: '/_/console/calls',
  ...calls,
  operation: 'getList',
  summary: 'Lists recorded calls, newest first.',
  input: {
    search: t.optional(t.string),
    outcome: t.optional(t.string),
    callerType: t.optional(t.string),
    before: t.optional(t.integer),
    limit: t.optional(t.integer),
  },
  output: t.array(RecordedCall),
  handle: ({ limit, ...filter }, call) => listCalls(call, { ...filter, limit: pageSizeOf(limit, 50, 500) }),
});

const readCall = route({
  method: 'GET',
  path: '/_/console/calls/:id',
  ...calls,
  operation: 'get',
  summary: 'Shows a recorded call with what was sent and answered, secrets masked.',
  input: { id: t.integer },
  output: RecordedCallDetails,
  handle: ({ id }, call) => getRecordedCall(call, id),
});

const removeCalls = route({
  method: 'DELETE',
  path: '/_/console/calls',
  ...calls,
  operation: 'delete',
  summary: 'Removes all recorded calls.',
  entity: none('all of them'),
  input: {},
  output: t.boolean,
  handle: async (_, { db }) => {
    await db.deleteFrom('recorded_call').execute();
    return true;
  },
});

const readRecording = route({
  method: 'GET',
  path: '/_/console/recording',
  ...calls,
  operation: 'getRecording',
  summary: 'Tells which calls are recorded until when.',
  input: {},
  output: Recording,
  handle: async (_, call) => {
    const { until, userType, userId, route: part, withConsole } = await call.services.inspector.recording.get(call);
    if (until <= call.clock.now().getTime()) return { is_on: false };
    return {
      is_on: true,
      until: new Date(until).toISOString(),
      user_type: userType === null ? undefined : callerTypeOf(userType),
      user_id: userId ?? undefined,
      route: part === '' ? undefined : part,
      with_console: withConsole,
    };
  },
});

const startRecording = route({
  method: 'PUT',
  path: '/_/console/recording',
  ...calls,
  operation: 'startRecording',
  summary: 'Records calls for some minutes: all, or those of a caller or a route.',
  entity: none('one switch for all'),
  input: {
    minutes: t.integer,
    callerType: t.optional(t.string),
    caller: t.optional(t.string),
    route: t.optional(t.string),
    withConsole: t.optional(t.boolean),
  },
  output: t.boolean,
  handle: async (input, call) => {
    await switchOn(call, input);
    return true;
  },
});

const endRecording = route({
  method: 'DELETE',
  path: '/_/console/recording',
  ...calls,
  operation: 'endRecording',
  summary: 'Records no more calls; those that were stay.',
  entity: none('one switch for all'),
  input: {},
  output: t.boolean,
  handle: async (_, call) => {
    await switchOff(call);
    return true;
  },
});

const readErrors = route({
  method: 'GET',
  path: '/_/console/errors',
  ...errors,
  operation: 'getList',
  summary: 'Lists groups of equal errors, the latest first.',
  input: {
    search: t.optional(t.string),
    callerType: t.optional(t.string),
    order: t.optional(t.string),
    limit: t.optional(t.integer),
  },
  output: t.array(ErrorGroup),
  handle: ({ limit, ...filter }, call) => listErrors(call, { ...filter, limit: pageSizeOf(limit, 100, 500) }),
});

const removeErrors = route({
  method: 'DELETE',
  path: '/_/console/errors',
  ...errors,
  operation: 'delete',
  summary: 'Removes all groups of errors.',
  entity: none('all of them'),
  input: {},
  output: t.boolean,
  handle: async (_, { db }) => {
    await db.deleteFrom('error_group').execute();
    return true;
  },
});

/** Routes of the console for recorded calls and counted errors. */
export const inspectorRoutes = [
  readCalls,
  readCall,
  removeCalls,
  readRecording,
  startRecording,
  endRecording,
  readErrors,
  removeErrors,
] as const;
