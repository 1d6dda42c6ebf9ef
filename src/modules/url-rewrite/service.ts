import type { canonicalUrls, rewritesOf } from './paths.ts';
import type { forget, keepsHistory, remember, rememberAll } from './history.ts';
import type { resolveUrl } from './resolve.ts';

/** What stands behind the URLs of the shop, as `call.services.urlRewrite`. */
interface UrlRewriteService {
  /** What a URL of the call's store view leads to; undefined where nothing is. */
  readonly resolve: typeof resolveUrl;
  /** The rewrites of many things of a kind, by id. */
  readonly rewritesOf: typeof rewritesOf;
  /** The paths that many things of a kind tell search engines, by id; none where the store view is not set to. */
  readonly canonicalUrls: typeof canonicalUrls;
  /** Whether a save keeps former paths: what it says itself counts before the setting. */
  readonly keepsHistory: typeof keepsHistory;
  /** Has former paths lead to what had its page there; within the transaction of the change. */
  readonly remember: typeof remember;
  /** As `remember`, for what a query gives. */
  readonly rememberAll: typeof rememberAll;
  /** Drops the former paths of what is deleted, in the same transaction. */
  readonly forget: typeof forget;
}

declare module '../../kernel/call.ts' {
  interface Services {
    urlRewrite: UrlRewriteService;
  }
}
