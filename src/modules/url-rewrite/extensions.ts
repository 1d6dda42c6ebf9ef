import type { RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { Routable } from '../store/extensions.ts';

/** Kinds of things that have pages of their own, as the interface names them. */
export type RoutedType = 'PRODUCT' | 'CATEGORY' | 'CMS_PAGE';

/** A path of an entity beyond its own key, such as `women/mug.html`, with the parameters of its internal path. */
export interface FurtherPath {
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
}

/** An entity in the list of a store view's pages. */
interface ListedEntity {
  readonly id: number;
  /** Time of the last change, as stored: `2026-11-27 12:00:00`. */
  readonly changedAt: string;
}

/**
 * A kind of entities with pages. Their paths follow from their current values, as visible in the call's store view.
 * Paths have no leading or trailing slashes.
 */
export interface RoutedEntities {
  readonly type: RoutedType;
  /**
   * The parts of their internal path without the id: `catalog`, `product`, `view`, `id` for
   * `catalog/product/view/id/5`.
   */
  readonly target: readonly string[];
  /**
   * A query of the ids (`id`) of entities with their page at a folded path; undefined when none is possible. The empty
   * path is the start page.
   */
  at(call: Call, path: string): RawBuilder<unknown> | undefined;
  /** The highest id of an entity; 0: there is none. */
  lastId(call: Call): Promise<number>;
  /** The entities with ids above `after` up to `last` that visitors of the call's store view find; a few may lack a path. */
  listed(call: Call, after: number, last: number): Promise<readonly ListedEntity[]>;
  /** The paths of these, in a query or two. */
  paths(call: Call, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Whether pages have a canonical path for search engines, according to the store view's settings. */
  tellsCanonical?(call: Call): boolean;
  /** The further paths of entities, by id; `paths` are their own. */
  furtherPaths?(call: Call, paths: ReadonlyMap<number, string>): Promise<ReadonlyMap<number, readonly FurtherPath[]>>;
  /**
   * The entity whose page was at a folded path before another entity moved, with the new path; default: the entity's
   * own path. `former` returns the id of the entity that had its page at a path.
   */
  formerlyAt?(
    call: Call,
    path: string,
    former: (type: RoutedType, path: string) => Promise<number | undefined>,
  ): Promise<{ readonly id: number; readonly path?: string } | undefined>;
  /** The entity itself, as in the storefront. */
  load(call: Call, id: number): Promise<Routable | undefined>;
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    routedEntities: RoutedEntities;
  }
}
