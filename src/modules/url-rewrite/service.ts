import type { canonicalUrls, rewritesOf } from './paths.ts';
import type { forget, keepsHistory, remember, rememberAll } from './history.ts';
import type { entitiesOf, resolveUrl } from './resolve.ts';

/** Resolves the URLs of the shop, as `call.services.urlRewrite`. */
interface UrlRewriteService {
  /** The target of a URL in the call's store view; undefined when not found. */
  readonly resolve: typeof resolveUrl;
  /** The entities with pages of a kind. */
  readonly entitiesOf: typeof entitiesOf;
  /** The rewrites of many things of a kind, by id. */
  readonly rewritesOf: typeof rewritesOf;
  /** The canonical paths of many entities of a kind, by id; none if the store view disables them. */
  readonly canonicalUrls: typeof canonicalUrls;
  /** Whether a save stores former paths: the choice in the request overrides the setting. */
  readonly keepsHistory: typeof keepsHistory;
  /** Redirects former paths to their entity; within the transaction of the change. */
  readonly remember: typeof remember;
  /** As `remember`, for the results of a query. */
  readonly rememberAll: typeof rememberAll;
  /** Deletes the former paths of deleted entities, in the same transaction. */
  readonly forget: typeof forget;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    urlRewrite: UrlRewriteService;
  }
}
