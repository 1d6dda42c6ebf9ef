import type { Call } from './call.ts';
import type { Entity } from './entity.ts';
import type { WantedFields } from './fields-filter.ts';
import { bare, type Arguments, type Fields, type Out, type Type } from './types.ts';

/** HTTP method of a route. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The access to a route: everybody, signed-in customers for their own data, or callers with all of the ACL resources. */
export type Access =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'self' }
  | { readonly kind: 'acl'; readonly resources: readonly string[] };

/** Access for everybody. */
export const anonymous: Access = { kind: 'anonymous' };
/** Access for a signed-in customer to data of their own. */
export const self: Access = { kind: 'self' };
/** Access for callers whose role grants all of `resources`. */
export function acl(...resources: [string, ...string[]]): Access {
  return { kind: 'acl', resources };
}

/** Values that the server sets, overriding the input: argument (or `argument.field`) → value. */
type ForcedValue = 'customer_id' | 'customer_group_id' | 'customer_website_id' | 'customer_store_id' | 'cart_id';

/**
 * The values that the server sets in a call, overriding the input, by the interface's names. Undefined or null: there is no
 * value (the caller is not a customer), and the argument counts as missing.
 */
export type ForcedValues = { readonly [K in ForcedValue]: (call: Call) => unknown };

/** Forms with a captcha, by their names in the interface's configuration. */
type CaptchaForm = string;

type Forced = Readonly<Record<string, ForcedValue>>;

/**
 * The declaration of a route. Everything else (asynchronous and bulk routes, decoding, schemas, access checks, topics,
 * documentation, the typed client) is derived from it. Its type keeps names as literals.
 */
export interface Route<
  I extends Fields = Fields,
  O extends Type = Type,
  M extends Method = Method,
  P extends string = string,
  S extends string = string,
  N extends string = string,
  F extends Forced = Forced,
> {
  readonly method: M;
  /** Path with parameters as `:sku`, starting with `/V1/`. */
  readonly path: P;
  /** Service name of the interface, such as `catalogProductRepositoryV1`. */
  readonly service: S;
  /** Method of that service, such as `getList`. */
  readonly operation: N;
  /** Description for people, in one sentence. */
  readonly summary: string;
  readonly access: Access;
  /**
   * A GET that everybody may call while the setting `webapi/webapisecurity/allow_insecure` is on. `live`: it reads non-public data
   * such as reservations, so that HTTP caches must not store its responses.
   */
  readonly openable?: true | 'live';
  /** Arguments by name. Path parameters come from the path, others from the query (GET, DELETE) or the body. */
  readonly input: I;
  /** Path parameters that are not arguments: each overrides the field of that name in the body's only object. */
  readonly overrides?: Readonly<Record<string, Type>>;
  /** Fields of the body that the path overrides: `argument.field` → the path parameter. */
  readonly fromPath?: Readonly<Record<string, string>>;
  readonly forced?: F;
  /**
   * Imports save records of a kind (`products`) through this route: each record is its `argument`, and reports name it by its
   * field `key`. One route per kind.
   */
  readonly imports?: {
    readonly kind: string;
    readonly argument: keyof I & string;
    readonly key: string;
    /** For each of some keys, whether there is a record with it already, or an earlier key of the list is the same. */
    known(call: Call, keys: readonly string[]): Promise<boolean[]>;
  };
  /** The entity that the route changes: operations on the same entity take effect one after another. */
  readonly entity?: Entity;
  readonly output: O;
  /** Only in the commercial edition. */
  readonly edition?: 'commercial';
  /** First release with the route, when newer than the base one. */
  readonly release?: string;
  /** Served over HTTPS only. */
  readonly secure?: boolean;
  /** A POST or PUT that only reads: the audit log does not record it. */
  readonly reads?: true;
  /** The body may contain files: callers without permission to import may still send a larger body than usual. */
  readonly takesFiles?: true;
  /**
   * Limits calls that guess credentials or hash a password. Failed calls, or all, count against the address or the own account;
   * `accounts`: all count against the address, under the limit of new accounts.
   */
  readonly attempts?: 'failed' | 'all' | 'accounts';
  readonly captcha?: CaptchaForm;
  /** With several forms, each enabled one has to be passed. */
  readonly recaptcha?: CaptchaForm | readonly CaptchaForm[];
  /** Full interface class name, if it does not follow from module and service. */
  readonly serviceClass?: string;
  /** False when the handler opens its own transactions (password hashing must not hold one). Default: true, except for GET. */
  readonly transaction?: boolean;
  /** Of a handler that opens its own transactions: nothing has an effect before the first of them has ended. Default: no. */
  readonly startsInTransaction?: true;
  /**
   * Whether an operation with these arguments may run concurrently with operations on other entities, in one transaction; it
   * then has to follow the rules of `storage/concurrent-work.ts`. Default: no.
   */
  readonly concurrent?: (input: Arguments<I>) => boolean;
  /** False for routes without an asynchronous form. Default: true, except for GET. */
  readonly asynchronous?: boolean;
  /** The reason for a partial implementation; shown in COMPATIBILITY.md. */
  readonly partial?: string;
  /**
   * A version that changes whenever the response would. The web API then caches encoded responses in memory and supports
   * conditional requests. Must cost at most one cheap query. Undefined: not cached.
   */
  readonly version?: (input: Arguments<I>, call: Call) => Promise<string | undefined>;
  /** `requestedFields`: the requested fields of the response; other fields may have any value. */
  handle(input: Arguments<I>, call: Call, requestedFields: WantedFields): Promise<Out<O>> | Out<O>;
  /** Serves requests that accept `application/pdf` and neither JSON nor XML: the response as PDF. */
  print?(input: Arguments<I>, call: Call): Promise<Buffer>;
}

/** A route whose input and output types are known only at run time. */
export type AnyRoute = Omit<Route, 'handle' | 'version' | 'print' | 'concurrent'> & {
  readonly concurrent?: (input: never) => boolean;
  handle(input: never, call: Call, requestedFields: WantedFields): unknown;
  print?(input: never, call: Call): Promise<Buffer>;
  readonly version?: (input: never, call: Call) => Promise<string | undefined>;
};

/** A route made by a function from the common parts of several routes; callable like a declared route. */
export interface MadeRoute<
  I extends Fields,
  O extends Type,
  M extends Method,
  P extends string,
  S extends string,
  N extends string,
  F extends Forced = Record<never, never>,
> extends Omit<AnyRoute, 'method' | 'path' | 'service' | 'operation' | 'input' | 'output' | 'forced'> {
  readonly method: M;
  readonly path: P;
  readonly service: S;
  readonly operation: N;
  readonly input: I;
  readonly output: O;
  readonly forced?: F;
}

/** Declares a route. */
export function route<
  I extends Fields,
  O extends Type,
  M extends Method,
  P extends string,
  S extends string,
  N extends string,
  F extends Forced = Record<never, never>,
>(declaration: Route<I, O, M, P, S, N, F>): Route<I, O, M, P, S, N, F> {
  return declaration;
}

/** Whether arguments may come from the body: with POST and PUT, and with a DELETE of a whole record. */
export function takesBody({ method, input }: Pick<AnyRoute, 'method' | 'input'>): boolean {
  if (method !== 'DELETE') return method !== 'GET';
  return Object.values(input).some((type) => bare(type).kind === 'object');
}

/** Names of the parameters in a path, in order. */
export function pathParameters(path: string): string[] {
  return path.match(/(?<=:)\w+/g) ?? [];
}
