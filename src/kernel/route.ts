import type { Call } from './call.ts';
import type { Entity } from './entity.ts';
import type { Wanted } from './fields-filter.ts';
import type { Arguments, Fields, Out, Type } from './types.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call a route: everybody, the signed-in customer for own data, or callers with every one of the ACL resources. */
export type Access =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'self' }
  | { readonly kind: 'acl'; readonly resources: readonly string[] };

export const anonymous: Access = { kind: 'anonymous' };
export const self: Access = { kind: 'self' };
/** Access for callers whose role grants all of `resources`. */
export function acl(...resources: [string, ...string[]]): Access {
  return { kind: 'acl', resources };
}

/** Values the server puts in, whatever was sent: argument (or `argument.field`) → what is forced. */
export type ForcedValue = 'customer_id' | 'customer_group_id' | 'customer_website_id' | 'customer_store_id' | 'cart_id';

/**
 * What the server puts into a call, whatever was sent, by the interface's name for it. Undefined or null: there is nothing
 * to put in (the caller is no customer), and what the argument asks for is then missing.
 */
export type ForcedValues = { readonly [K in ForcedValue]: (call: Call) => unknown };

/** Protected forms that a captcha guards, by the names of the interface's configuration. */
export type CaptchaForm = string;

/**
 * One route of the interface, said once. Everything else (asynchronous and bulk routes, decoding, schemas, the access check,
 * topics, documentation) is derived from it.
 */
export interface Route<I extends Fields = Fields, O extends Type = Type> {
  readonly method: Method;
  /** Path with parameters as `:sku`, starting with `/V1/`. */
  readonly path: string;
  /** Service name of the interface, such as `catalogProductRepositoryV1`. */
  readonly service: string;
  /** Method of that service, such as `getList`. */
  readonly operation: string;
  /** What the route does, for people; one sentence. */
  readonly summary: string;
  readonly access: Access;
  /** Arguments by name. Those named in the path come from there, others from the query (GET, DELETE) or the body. */
  readonly input: I;
  /** Path parameters that are no argument: each overrides the field of that name in the body's only object. */
  readonly overrides?: Readonly<Record<string, Type>>;
  /** Fields of the body that the path tells, whatever was sent: `argument.field` → the path parameter. */
  readonly fromPath?: Readonly<Record<string, string>>;
  readonly forced?: Readonly<Record<string, ForcedValue>>;
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
  /** Whoever calls might guess credentials: the calls that fail, or all, count against the address or the own account. */
  readonly attempts?: 'failed' | 'all';
  readonly captcha?: CaptchaForm;
  /** Several forms: each that is switched on has to be passed. */
  readonly recaptcha?: CaptchaForm | readonly CaptchaForm[];
  /** Full interface class name where it does not follow from module and service. */
  readonly serviceClass?: string;
  /** False when the handler opens its own transactions (password hashing must not hold one). Default: true but for GET. */
  readonly transaction?: boolean;
  /**
   * Whether an operation with such arguments may be executed at the same time, in one transaction, as such operations on other
   * entities: the law of `storage/together.ts` holds for it. Default: no.
   */
  readonly together?: (input: Arguments<I>) => boolean;
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
  handle(input: Arguments<I>, call: Call, wanted: Wanted): Promise<Out<O>> | Out<O>;
  /** Answers a request that accepts `application/pdf` and neither JSON nor XML: the same in print. */
  print?(input: Arguments<I>, call: Call): Promise<Buffer>;
}

/** A route whose input and output types are known only at run time. */
export type AnyRoute = Omit<Route, 'handle' | 'version' | 'print' | 'together'> & {
  readonly together?: (input: never) => boolean;
  handle(input: never, call: Call, wanted: Wanted): unknown;
  print?(input: never, call: Call): Promise<Buffer>;
  readonly version?: (input: never, call: Call) => Promise<string | undefined>;
};

/** Declares a route. */
export function route<I extends Fields, O extends Type>(declaration: Route<I, O>): Route<I, O> {
  return declaration;
}

/** Names of the parameters in a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
}
