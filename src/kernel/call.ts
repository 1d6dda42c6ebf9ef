import type { Kysely } from 'kysely';
import type { Setting } from './settings.ts';

/** What a route is called by others: class and operation of its service. */
export interface RouteName {
  readonly serviceClass: string;
  readonly route: {
    readonly method: string;
    readonly operation: string;
    /** Who may call it; `resources`: the permissions that it asks for, absent where it asks for none. */
    readonly access: { readonly kind: string; readonly resources?: readonly string[] };
  };
}

/**
 * Tables of the database. Each module adds its own by declaration merging:
 * `declare module '../../kernel/call.ts' { interface Tables { catalog_product: ProductTable } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface Tables {}

/** What modules offer each other, by module; each module adds its own by declaration merging, as with `Tables`. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface Services {}

/**
 * Points where modules add to another module (a product's extension attributes, a product type): name → type of one
 * contribution, by declaration merging.
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface ContributionPoints {}
/** What all modules contribute, in the order of the modules, by contribution point. */
export type Contributions = { readonly [K in keyof ContributionPoints]: readonly ContributionPoints[K][] };

/** Kinds of caller; the numbers are the interface's `user_type`. */
export const callerTypes = { integration: 1, admin: 2, customer: 3, guest: 4 } as const;
/** A kind of caller. */
export type CallerType = keyof typeof callerTypes;

const typesByNumber: ReadonlyMap<number, CallerType> = new Map(
  (Object.keys(callerTypes) as CallerType[]).map((type) => [callerTypes[type], type]),
);

/** The kind of caller behind the interface's `user_type`; an unknown number gives `guest`. */
export function callerTypeOf(userType: number): CallerType {
  return typesByNumber.get(userType) ?? 'guest';
}

/** Who calls. */
export interface Caller {
  readonly type: CallerType;
  /** Id of the admin user, integration or customer; 0 for a guest. */
  readonly id: number;
  /** Granted ACL resource ids; `'all'` for a role without limits. Empty for customers and guests. */
  readonly resources: ReadonlySet<string> | 'all';
  /** Digest of the access token that a customer came with; undefined for all others and for what was queued. */
  readonly token?: string;
  /** Network address that the request came from; undefined for what was queued and for the platform itself. */
  readonly address?: string;
}

/** A caller without credentials. */
export const guest: Caller = { type: 'guest', id: 0, resources: new Set() };

/**
 * The store scope a call runs in, taken from the path: `/rest/V1` (no code), `/rest/all/V1`, `/rest/<store code>/V1`.
 */
export interface Scope {
  /** `undefined` when the path has no code, `'all'` for global values, else the code of a store view. */
  readonly code: string | undefined;
  /** Store view whose values are read: the default view without a code, 0 for `all`. */
  readonly storeId: number;
  /** Website of `storeId`; 0 for `all`. */
  readonly websiteId: number;
  /** Currency that the caller wants to see prices in; undefined: the display currency of the store view. */
  readonly currency?: string;
}

/**
 * Store id whose values a call writes. The four rules of the interface: no code on create is global; no code on update is
 * the default store view only; `all` is global; a store code is that view only.
 */
export function writeStoreId(scope: Scope, exists: boolean): number {
  return scope.code === undefined && !exists ? 0 : scope.storeId;
}

/** Time as the platform tells it; the control plane may set it. */
export interface Clock {
  now(): Date;
}

/** Whose settings are read: those of a store view, of a website, or of the whole installation. */
export interface SettingScope {
  readonly storeId?: number;
  readonly websiteId?: number;
}

/** The platform configuration, read from memory. A store view without a value of its own has that of its website, then the default scope's. */
export interface ConfigurationReader {
  /** The value of a setting in a scope. */
  of<T>(setting: Setting<T>, scope?: SettingScope): T;
  /** Its text as it is stored; undefined where none is stored and there is no default. For clients that read settings as texts. */
  textOf(setting: Setting<unknown>, scope?: SettingScope): string | undefined;
  /** Value of `path` for a store view (falls back to its website, then to the default scope), as stored; undefined when unset. */
  get(path: string, scope?: { storeId?: number; websiteId?: number }): string | undefined;
  /** As `get`, read as a flag: `1`, `true`, `yes` are true. */
  flag(path: string, scope?: { storeId?: number; websiteId?: number }): boolean;
  /** As `get`, read as a number; `fallback` when unset or not numeric. */
  number(path: string, fallback: number, scope?: { storeId?: number; websiteId?: number }): number;
}

/** The database, as Kysely builds queries for it: a connection or an open transaction. */
export type Database = Kysely<Tables>;

/** Access to the database: where queries run, and how transactions are opened. Their work gets the same from the inside. */
interface DatabaseAccess<Inside> {
  /** Queries run here: the open transaction where there is one, else a reading connection. */
  readonly db: Database;
  readonly inTransaction: boolean;
  /** Runs `work` in a transaction; in the one that is open already, if so. */
  transaction<T>(work: (inside: Inside) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction that is committed by itself, whatever becomes of the call: for what has to be on record before
   * something outside the database happens. Not within an open transaction.
   */
  apart<T>(work: (inside: Inside) => Promise<T>): Promise<T>;
  /** Runs `work` in a savepoint of the open transaction: its writes are undone when it throws. */
  savepoint<T>(work: (inside: Inside) => Promise<T>): Promise<T>;
  /** Runs works at the same time in one savepoint of the open transaction: the writes of all are undone when one throws. */
  concurrently<T>(works: readonly ((inside: Inside) => Promise<T>)[]): Promise<T[]>;
  /** Runs after the transaction has been committed; not at all when it is rolled back. At once outside a transaction. */
  afterCommit(work: () => void): void;
}

/** What the transactions of a call go through. Whoever changes how they begin or end puts a session of its own around it. */
export type Session = DatabaseAccess<Session>;

/** What of a call may be another, while everything else stays. */
export interface CallChanges {
  readonly scope?: Scope;
  readonly caller?: Caller;
  readonly origin?: string;
  /** Makes the session of the new call around the present one. */
  readonly session?: (present: Session) => Session;
}

/**
 * The context of one call, handed to every handler and service function as the explicit first argument: who calls, in which
 * store scope, on which database connection, with which other modules.
 */
export interface Call extends DatabaseAccess<Call> {
  readonly caller: Caller;
  readonly scope: Scope;
  readonly services: Services;
  readonly contributions: Contributions;
  readonly config: ConfigurationReader;
  readonly clock: Clock;
  /** Edition and release that the platform is set to, the names of the modules that it has, and their routes. */
  readonly platform: {
    readonly edition: 'commercial' | 'open';
    readonly release: string;
    readonly modules: readonly string[];
    readonly routes: readonly RouteName[];
  };
  /** Told by who writes values of a store view: the id of the view they went to, 0 for all. Shown to the client. */
  readonly written: { storeId?: number };
  /** What was accepted and is executed, the same however often that is begun (`operation:12`); undefined for requests. */
  readonly origin: string | undefined;
  /** The value that `make` returned for a key first; it lives as long as this call. */
  memo<T>(key: object, make: () => T): T;
  /** The same call in another scope, as another caller, … */
  with(changes: CallChanges): Call;
}
