import type { ContentTag } from './content-tags.ts';
import type { Edition } from './registry.ts';
import type { AnyRoute } from './route.ts';

/** The releases with a type, field or value; absent: all releases. */
export interface ReleaseMarks {
  /** First release with it, when newer than the base one; by edition if they differ. */
  readonly release?: string | Readonly<Record<Edition, string>>;
  /** First release without it. */
  readonly before?: string;
}

/** Options of a GraphQL field: its releases, its callers, its limits, and whether responses with it are cached. */
export interface FieldOptions extends ReleaseMarks {
  /** Deprecation reason, with the replacement. */
  readonly deprecated?: string;
  /** Only signed-in customers may select it. */
  readonly customersOnly?: boolean;
  /** The route with the same effect: its captchas and limits of attempts at credentials apply here too. */
  readonly like?: AnyRoute;
  /** The reCAPTCHA form of a field without such a route. */
  readonly recaptcha?: AnyRoute['recaptcha'];
  /** The captcha form of a field without such a route. */
  readonly captcha?: AnyRoute['captcha'];
  /** The limit of attempts of a field without such a route. */
  readonly attempts?: AnyRoute['attempts'];
  /** A query with equal responses for all callers of a kind (`ResponseFact`): its response is cached until public data changes. */
  readonly isShared?: boolean;
  /**
   * Of a shared query: the content that it shows by itself; absent: all content. Of any other field: the content that it adds to
   * a query that says so.
   */
  readonly shows?: readonly ContentTag[];
  /**
   * A field that depends on non-public data, such as reservations, or on more than the kind of caller: responses with it are
   * not cached.
   */
  readonly isLive?: boolean;
  /** A mutation that opens its transactions itself. */
  readonly opensTransactions?: boolean;
  /** Of such a mutation: nothing has an effect before the first of its transactions has ended. */
  readonly startsInTransaction?: true;
  /** Whether a field of a type with a guard (`objectType`) is open to callers whom the guard restricts. */
  readonly isOpen?: boolean;
}
