/** Gives the token to call with; `refused` is one that the server takes no more. Undefined: the call is a guest's. */
export type TokenSource = (refused: string | undefined) => string | undefined | Promise<string | undefined>;

/** How the server is called. */
export interface ClientOptions {
  /** Address of the server, such as `https://shop.example`; what is in front of `/rest` and `/graphql`. */
  readonly baseUrl: string;
  /**
   * An access token of an integration, an admin user or a customer. A function is asked for one before the first call, and once more
   * when the server refuses that, which is then called again. Without a token calls are those of a guest.
   */
  readonly token?: string | TokenSource | undefined;
  /** Code of the store view that calls are for, or `all`. */
  readonly store?: string | undefined;
  /** Further headers of each call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Maximum repetitions of a call that the server rejects temporarily (429 or 503 with Retry-After) or whose connection fails;
   * default: 3. Calls of GraphQL and asynchronous ones are not repeated after a lost connection.
   */
  readonly retries?: number | undefined;
  /** Seconds that a call waits at most before it is repeated; 60 unless told. What is to wait longer fails at once. */
  readonly patience?: number | undefined;
  /** What sends the requests; that of the platform unless told. */
  readonly fetch?: typeof fetch | undefined;
}

/** What may be said with each call. */
export interface CallOptions {
  /** Code of the store view that this call is for, or `all`. */
  readonly store?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Gives the call up, with its repetitions. */
  readonly signal?: AbortSignal | undefined;
  /** The fields of the answer that are wanted, such as `items[sku,name],total_count`; all others are missing. */
  readonly fields?: string;
}

/** An answer of which any field may be missing. */
export type Partly<T> = T extends readonly (infer I)[]
  ? Partly<I>[]
  : T extends object
    ? { [K in keyof T]?: Partly<T[K]> | null }
    : T;

/** What a call with these options answers. */
export type AnswerWith<R, O> = O extends { readonly fields: string } ? Partly<R> : R;
