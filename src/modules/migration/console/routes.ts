import { pageSizeOf } from '../../../kernel/page-size.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { faultsOf, listRuns, requireRun } from './runs.ts';
import { ConsoleMigration, ConsoleMigrationFaults } from './types.ts';

const runRoutes = { service: 'consoleMigrationV1', access: acl('Souk_Migration::runs') } as const;

const readRuns = route({
  method: 'GET',
  path: '/_/console/migrations',
  ...runRoutes,
  operation: 'getList',
  summary: 'Lists the runs that moved other shops into this one, newest first, with their counts.',
  input: { before: t.optional(t.integer), limit: t.optional(t.integer) },
  output: t.array(ConsoleMigration),
  handle: ({ before, limit }, call) => listRuns(call, { before, limit: pageSizeOf(limit, 20, 100) }),
});

const readRun = route({
  method: 'GET',
  path: '/_/console/migrations/:runId',
  ...runRoutes,
  operation: 'get',
  summary: 'Reads a run that moved another shop into this one.',
  input: { runId: t.integer },
  output: ConsoleMigration,
  handle: ({ runId }, call) => requireRun(call, runId),
});

const readFaults = route({
  method: 'GET',
  path: '/_/console/migrations/:runId/faults',
  ...runRoutes,
  operation: 'getFaults',
  summary: 'Lists the records of the shop of a run that are not here yet, and moved ones that lack a part.',
  input: {
    runId: t.integer,
    kind: t.optional(t.string),
    /** `no` or `in part`. */
    moved: t.optional(t.string),
    /** Part of the name or the reason. */
    search: t.optional(t.string),
    page: t.optional(t.integer),
    limit: t.optional(t.integer),
  },
  output: ConsoleMigrationFaults,
  handle: ({ runId, page, limit, ...filter }, call) =>
    faultsOf(call, runId, { ...filter, page: Math.max(page ?? 1, 1), size: pageSizeOf(limit, 50, 1000) }),
});

/** Console routes of the runs that move other shops into this one. */
export const migrationConsoleRoutes = [readRuns, readRun, readFaults] as const;
