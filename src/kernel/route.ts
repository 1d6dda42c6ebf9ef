import type { Call } from './call.ts';
import type { Entity } from './entity.ts';
import type { WantedFields } from './fields-filter.ts';
import { bare, type Arguments, type Fields, type Out, type Type } from './types.ts';

/** HTTP method of a route. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call a route: everybody, the signed-in customer for own data, or callers with every one of the ACL resources. */
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

/** Values the server puts in, whatever was sent: argument (or `argument.field`) → what is forced. */
type ForcedValue = 'customer_id' | 'customer_group_id' | 'customer_website_id' | 'customer_store_id' | 'cart_id';

/**
 * What the server puts into a call, whatever was sent, by the interface's name for it. Undefined or null: there is nothing
 * to put in (the caller is no customer), and what the argument asks for is then missing.
 */
export type ForcedValues = { readonly [K in ForcedValue]: (call: Call) => unknown };

/** Protected forms that a captcha guards, by the names of the interface's configuration. */
type CaptchaForm = string;

type Forced = Readonly<Record<string, ForcedValue>>;

/**
 * One route of the interface, said once. Everything else (asynchronous and bulk routes, decoding, schemas, the access check,
 * topics, documentation, the typed client) is derived from it. What it is called is kept letter by letter in its type.
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
  /** What the route does, for people; one sentence. */
  readonly summary: string;
  readonly access: Access;
  /** A GET that everybody may call where the setting `webapi/webapisecurity/allow_insecure` is on. */
  readonly openable?: true;
  /** Arguments by name. Those named in the path come from there, others from the query (GET, DELETE) or the body. */
  readonly input: I;
  /** Path parameters that are no argument: each overrides the field of that name in the body's only object. */
  readonly overrides?: Readonly<Record<string, Type>>;
  /** Fields of the body that the path tells, whatever was sent: `argument.field` → the path parameter. */
  readonly fromPath?: Readonly<Record<string, string>>;
  readonly forced?: F;
  /**
   * Records of a kind that come in files (`products`) are saved by this route: each is its `argument`, and is named to people by its
   * field `key`. One route does for a kind.
   */
  readonly imports?: { readonly kind: string; readonly argument: keyof I & string; readonly key: string };
  /** What the route changes: its operations and those of other routes on the same take effect one after another. */
  readonly entity?: Entity;
  readonly output: O;
  /** Only in the commercial edition. */
  readonly edition?: 'commercial';
  /** First release that has the route, when newer than the base one. */
  readonly release?: string;
  /** Answered over HTTPS only. */
  readonly secure?: boolean;
  /** A POST or PUT that only reads: nothing of it goes into the audit log. */
  readonly reads?: true;
  /** Files come in its body: a caller who may not import may still send one that is larger than others. */
  readonly takesFiles?: true;
  /**
   * Calls that are limited because they guess credentials or hash a password: those that fail, or all, count against the address or the
   * own account; `accounts`: all count against the address, under the limit of new accounts.
   */
  readonly attempts?: 'failed' | 'all' | 'accounts';
  readonly captcha?: CaptchaForm;
  /** Several forms: each that is switched on has to be passed. */
  readonly recaptcha?: CaptchaForm | readonly CaptchaForm[];
  /** Full interface class name where it does not follow from module and service. */
  readonly serviceClass?: string;
  /** False when the handler opens its own transactions (password hashing must not hold one). Default: true but for GET. */
  readonly transaction?: boolean;
  /**
   * Whether an operation with these arguments may be executed at the same time as operations on other entities, in one
   * transaction; it then has to keep the law of `storage/concurrent-work.ts`. Default: no.
   */
  readonly concurrent?: (input: Arguments<I>) => boolean;
  /** False for routes without an asynchronous form. Default: true but for GET. */
  readonly asynchronous?: boolean;
  /** Why a route is only partly implemented; shown in COMPATIBILITY.md. */
  readonly partial?: string;
  /**
   * A version of the answer that changes whenever the answer would: lets the web API keep encoded answers in memory and answer
   * conditional requests. Must cost one cheap query at most. Undefined: do not keep.
   */
  readonly version?: (input: Arguments<I>, call: Call) => Promise<string | undefined>;
  /** `wanted`: fields of the answer that need to be there; of those that are not wanted any value will do. */
  handle(input: Arguments<I>, call: Call, wanted: WantedFields): Promise<Out<O>> | Out<O>;
  /** Answers a request that accepts `application/pdf` and neither JSON nor XML: the same in print. */
  print?(input: Arguments<I>, call: Call): Promise<Buffer>;
}

/** A route whose input and output types are known only at run time. */
export type AnyRoute = Omit<Route, 'handle' | 'version' | 'print' | 'concurrent'> & {
  readonly concurrent?: (input: never) => boolean;
  handle(input: never, call: Call, wanted: WantedFields): unknown;
  print?(input: never, call: Call): Promise<Buffer>;
  readonly version?: (input: never, call: Call) => Promise<string | undefined>;
};

/** A route that a function has made out of what several routes have in common; to be called like one that was declared. */
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

/** Whether arguments may come in a body: as with POST and PUT, so with a DELETE that is told a whole record. */
export function takesBody({ method, input }: Pick<AnyRoute, 'method' | 'input'>): boolean {
  if (method !== 'DELETE') return method !== 'GET';
  return Object.values(input).some((type) => bare(type).kind === 'object');
}

/** Names of the parameters in a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
}
