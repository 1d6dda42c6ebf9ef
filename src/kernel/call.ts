import type { Kysely } from 'kysely';
import type { ContributionPoints, Services, Tables } from './merged-types.ts';
import { keysOf } from './own-fields.ts';
import type { Setting } from './settings.ts';
import type { TextCatalog } from './texts.ts';
import type { Fields } from './types.ts';

export type { ContributionPoints, Services, Tables } from './merged-types.ts';

/** A route with the class of its service. */
export interface RouteName {
  readonly serviceClass: string;
  readonly route: {
    readonly method: string;
    readonly path: string;
    readonly operation: string;
    /** Types of its arguments. */
    readonly input: Fields;
    /** Required access; `resources`: the required permissions, absent if there are none. */
    readonly access: { readonly kind: string; readonly resources?: readonly string[] };
  };
}

/** The contributions of all modules, in the order of the modules, by contribution point. */
export type Contributions = { readonly [K in keyof ContributionPoints]: readonly ContributionPoints[K][] };

/** Kinds of caller; the numbers are the interface's `user_type`. */
export const callerTypes = { integration: 1, admin: 2, customer: 3, guest: 4 } as const;
/** A kind of caller. */
export type CallerType = keyof typeof callerTypes;

const typesByNumber: ReadonlyMap<number, CallerType> = new Map(
  keysOf(callerTypes).map((type) => [callerTypes[type], type]),
);

/** The kind of caller of the interface's `user_type`; `guest` for an unknown number. */
export function callerTypeOf(userType: number): CallerType {
  return typesByNumber.get(userType) ?? 'guest';
}

/** The caller of a request. */
export interface Caller {
  readonly type: CallerType;
  /** Id of the admin user, integration or customer; 0 for a guest. */
  readonly id: number;
  /** Granted ACL resource ids; `'all'` for a role without limits. Empty for customers and guests. */
  readonly resources: ReadonlySet<string> | 'all';
  /** Digest of a customer's access token; undefined for other callers and queued operations. */
  readonly token?: string;
  /** Whether somebody of the shop's staff acts in the name of the customer. */
  readonly isAssisted?: boolean;
  /** Id of the company that a customer acts for, by a header of the request; undefined: the default company of the customer. */
  readonly companyId?: number;
  /**
   * That company with its customer group, unless it is the customer's default one: the cart and the prices of the call are those
   * of this company. Undefined: those of the account.
   */
  readonly otherCompany?: { readonly id: number; readonly groupId: number };
  /** Client address of the request; undefined for queued operations and for the platform itself. */
  readonly address?: string;
}

/** The company other than the default one that a customer calls for; 0 for the default one, and for other callers. */
export function companyInCall(call: { readonly caller: Caller }, customerId: number): number {
  return otherCompany(call, customerId)?.id ?? 0;
}

/** The customer group of a customer: that of the company that the customer calls for, otherwise that of the account. */
export function groupInCall(
  call: { readonly caller: Caller },
  { id, group_id }: { readonly id: number; readonly group_id: number },
): number {
  return otherCompany(call, id)?.groupId ?? group_id;
}

function otherCompany({ caller }: { readonly caller: Caller }, customerId: number): Caller['otherCompany'] {
  return caller.type === 'customer' && caller.id === customerId ? caller.otherCompany : undefined;
}

/** A caller without credentials. */
export const guest: Caller = { type: 'guest', id: 0, resources: new Set() };

/**
 * The store scope a call runs in, taken from the path: `/rest/V1` (no code), `/rest/all/V1`, `/rest/<store code>/V1`.
 */
export interface Scope {
  /** Undefined when the path has no code, `'all'` for global values, else the code of a store view. */
  readonly code: string | undefined;
  /** Store view whose values are read: the default view without a code, 0 for `all`. */
  readonly storeId: number;
  /** Website of `storeId`; 0 for `all`. */
  readonly websiteId: number;
  /** Currency of displayed prices; undefined: the display currency of the store view. */
  readonly currency?: string;
  /** Customer group whose prices are displayed; undefined: the caller's own. */
  readonly customerGroup?: number;
}

/**
 * The store id for the values that a call writes. The four rules of the interface: no code on create is global; no code on
 * update is the default store view only; `all` is global; a store code is that view only.
 */
export function writeStoreId(scope: Scope, exists: boolean): number {
  return scope.code === undefined && !exists ? 0 : scope.storeId;
}

/** The platform's clock; the control plane may set it. */
export interface Clock {
  now(): Date;
}

/** Whose settings are read: those of a store view, of a website, or of the whole installation. */
export interface SettingScope {
  readonly storeId?: number | undefined;
  readonly websiteId?: number | undefined;
}

/** The platform configuration, read from memory. A store view without a value of its own has that of its website, then the default scope's. */
export interface ConfigurationReader {
  /** The value of a setting in a scope. */
  of<T>(setting: Setting<T>, scope?: SettingScope): T;
  /** Its text as it is stored; undefined where none is stored and there is no default. For clients that read settings as texts. */
  textOf(setting: Setting<unknown>, scope?: SettingScope): string | undefined;
}

/** The database, as Kysely builds queries for it: a connection or an open transaction. */
export type Database = Kysely<Tables>;

/** Access to the database: queries and transactions. Work inside a transaction gets the same interface. */
interface DatabaseAccess<Inside> {
  /** Runs queries: in the open transaction if there is one, else on a reading connection. */
  readonly db: Database;
  readonly inTransaction: boolean;
  /** Runs `work` in a transaction; joins the open one, if any. */
  transaction<T>(work: (inside: Inside) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a separate transaction, which commits even when the call fails: for records that must exist before an
   * external side effect. Not within an open transaction.
   */
  apart<T>(work: (inside: Inside) => Promise<T>): Promise<T>;
  /** Runs `work` in a savepoint of the open transaction: its writes are undone when it throws. */
  savepoint<T>(work: (inside: Inside) => Promise<T>): Promise<T>;
  /** Runs works concurrently in one savepoint of the open transaction: the writes of all are undone when one throws. */
  concurrently<T>(works: readonly ((inside: Inside) => Promise<T>)[]): Promise<T[]>;
  /**
   * Runs `work` after the commit of the transaction; never after a rollback. Immediately outside a transaction. `work` may be
   * asynchronous: the transaction's promise waits for it. Its errors are logged.
   */
  afterCommit(work: () => unknown): void;
}

/** The database access of a call. Code that changes how transactions begin or end wraps the session. */
export type Session = DatabaseAccess<Session>;

/** Dispatches a batch of loads once no work of the moment is left that could add to it. */
export type BatchSchedule = (dispatch: () => void) => void;

/** Replaceable parts of a call. */
export interface CallChanges {
  readonly scope?: Scope;
  readonly caller?: Caller;
  readonly origin?: string;
  readonly batchSchedule?: BatchSchedule;
  /** Wraps the present session for the new call. */
  readonly session?: (present: Session) => Session;
}

/**
 * The context of one call, passed to every handler and service function as the explicit first argument: caller, store scope,
 * database connection and services.
 */
export interface Call extends DatabaseAccess<Call> {
  /** The person or program that calls. */
  readonly caller: Caller;
  /** The store view and website that the call is for. */
  readonly scope: Scope;
  /** The services of all modules, by name. */
  readonly services: Services;
  /** The contributions of all modules, by contribution point. */
  readonly contributions: Contributions;
  /** Reads settings in the scope of the call: `config.of(setting)`. */
  readonly config: ConfigurationReader;
  /** The current time; tests may set it. */
  readonly clock: Clock;
  /** Edition and release of the platform, the names of its modules, their routes and texts. */
  readonly platform: {
    readonly edition: 'commercial' | 'open';
    readonly release: string;
    readonly modules: readonly string[];
    readonly routes: readonly RouteName[];
    readonly texts: TextCatalog;
    /** The name of the module of each contribution. */
    readonly contributors: ReadonlyMap<unknown, string>;
  };
  /** Set by code that writes values of a store view: the id of the view, 0 for all. Returned to the client. */
  readonly written: { storeId?: number };
  /**
   * Effects in memory that every response has, also one from a cache. Code that causes such an effect adds a function that repeats
   * it; the function must not refer to the call.
   */
  readonly repeated: (() => void)[];
  /** Identifies a queued operation, the same in each of its attempts (`operation:12`); undefined for requests. */
  readonly origin: string | undefined;
  /** When the loaders of the call dispatch a batch; undefined: at the end of the running work. */
  readonly batchSchedule: BatchSchedule | undefined;
  /** Returns the value that `make` first returned for a key; it lives as long as this call. */
  memo<T>(key: object, make: () => T): T;
  /** The same call with changes, such as another scope or caller. */
  with(changes: CallChanges): Call;
}
