import type { Call } from '../../kernel/call.ts';
import type { CallRoute } from '../../kernel/demo.ts';
import type { MigrationRun } from './migration-run.ts';
import type { SourceFilter } from './source/lists.ts';
import type { SourceRecord } from './source/record.ts';

/** Parts of a shop, for `--only`. */
export const migrationParts = [
  'stores',
  'tax',
  'catalog',
  'customers',
  'companies',
  'sharedcatalogs',
  'rules',
  'content',
  'orders',
  'giftcards',
  'returns',
] as const;

/** A part of a shop. */
export type MigrationPart = (typeof migrationParts)[number];

/** What the saving of a record may use; inside the transaction of its page. */
export interface Saving {
  readonly run: MigrationRun;
  readonly call: Call;
  /** Routes of this program, with values of all store views. */
  readonly route: CallRoute;
  /** Routes with values of one store view, by its code. */
  routeIn(storeCode: string): CallRoute;
  /** Id of a moved record of another kind. Throws `NotMoved` if it was not moved. */
  idOf(kind: string, sourceKey: unknown): Promise<number>;
  /** As `idOf`; undefined if it was not moved. */
  findId(kind: string, sourceKey: unknown): Promise<number | undefined>;
  /** The id that a new record here is to have, if no other one has it: that of the source with `--keep-ids`. */
  wantedId(sourceId: unknown): number | undefined;
  /** Enters an additional key of the record, of another kind, such as an option of an attribute. */
  enter(kind: string, sourceKey: unknown, targetKey: unknown): Promise<void>;
  /** Reports a part of the record that is not moved. */
  lose(reason: string): void;
  /** As `lose`, for a part that the next run may move: it saves the record again. */
  postpone(reason: string): void;
}

/** How the records of a kind are listed: all at once, or in pages by id. */
type Listing =
  | { readonly all: (run: MigrationRun) => Promise<readonly SourceRecord[]> }
  | {
      readonly path: string;
      readonly filterField: string;
      readonly idField: string;
      readonly filters?: readonly SourceFilter[];
      readonly query?: string;
      /** Records of a page; default: the option of the run. */
      readonly pageSize?: number;
      /** Whether the source may lack the module of the records. */
      readonly isOptional?: boolean;
      /** Field of the last change, for follow-up runs; absent: every run reads all records. */
      readonly changedField?: string;
    };

/** The declaration of a kind of record. */
export interface MigrationKind {
  /** Its name in the journal and in reports, plural. */
  readonly name: string;
  readonly part: MigrationPart;
  readonly listing: Listing;
  /** Key of a record in the source. */
  keyOf(record: SourceRecord): string;
  /** Name of a record for people; default: its key. */
  nameOf?(record: SourceRecord): string;
  /** Completes the records of a page with further requests, outside of a transaction. An error as an entry is the reason why a record is not moved. */
  complete?(run: MigrationRun, records: readonly SourceRecord[]): Promise<readonly (SourceRecord | Error)[]>;
  /** Whether records keep their ids with `--keep-ids`: their keys in both shops are equal then. */
  readonly keepsIds?: boolean;
  /** Fields that change without meaning, such as times of reading. */
  readonly volatile?: readonly string[];
  /** Saves a record; `known`: its key here, if it was moved before. Returns its key here. */
  save(saving: Saving, record: SourceRecord, known: string | undefined): Promise<string | number>;
  /** The record as it is here, with keys and references of the source, for comparisons; undefined: missing. */
  compared?: Comparison;
}

/** How a record of the source is compared with the one here. */
interface Comparison {
  /** Reads the record here. */
  read(run: MigrationRun, targetKey: string): Promise<SourceRecord | undefined>;
  /** Fields that must be equal. */
  readonly fields: readonly string[];
}

/** The reason why a record is not moved. */
export class NotMoved extends Error {}
