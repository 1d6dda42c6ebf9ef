import * as t from '../../../kernel/types.ts';

/** The outcomes of a kind's records in a run. */
const ConsoleMigrationKind = t.object('console-migration-kind', {
  kind: t.string,
  created: t.integer,
  changed: t.integer,
  unchanged: t.integer,
  /** Records that were not moved. */
  refused: t.integer,
  /** Records of the kind that the run reads; absent: unknown. */
  total: t.optional(t.integer),
});

/** A run of `souk migrate`. */
export const ConsoleMigration = t.object('console-migration', {
  id: t.integer,
  /** Base URL of the shop that records come from. */
  address: t.string,
  /** The chosen parts; absent: all. */
  parts: t.optional(t.array(t.string)),
  began_at: t.string,
  ended_at: t.optional(t.string),
  /** `running`, `complete`, `failed`, or `interrupted`: the command gives no sign of life. */
  state: t.string,
  /** The error that ended a failed run. */
  error: t.optional(t.string),
  /** The kinds in the order in which they are moved, as far as the run has come. */
  kinds: t.array(ConsoleMigrationKind),
});

/** A record of a source, or a part of it, that was not moved. */
const ConsoleMigrationFault = t.object('console-migration-fault', {
  kind: t.string,
  /** Key of the record in the source. */
  key: t.string,
  name: t.string,
  /** `no`, or `in part`: the reason is about a part of a moved record. */
  moved: t.string,
  reason: t.string,
});

/** A page of the records that were not moved. */
export const ConsoleMigrationFaults = t.object('console-migration-faults', {
  items: t.array(ConsoleMigrationFault),
  total_count: t.integer,
  /** The kinds that have such records, whatever the filters are. */
  kinds: t.array(t.string),
});

/** A run in a response of the console. */
export type ShownMigration = t.Out<typeof ConsoleMigration>;
/** A page of faults in a response of the console. */
export type ShownMigrationFaults = t.Out<typeof ConsoleMigrationFaults>;
