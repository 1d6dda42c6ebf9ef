import type { ChoicesSource } from '../quote/graphql/types.ts';
import type { StoredWishlist } from './tables.ts';
import type { Wish } from './wishlists.ts';

/** A wish list as storefronts see it. */
export interface WishlistSource {
  readonly list: StoredWishlist;
}

/** A wish as storefronts see it. */
export interface WishSource {
  readonly wish: Wish;
  /** The product with its choices. */
  readonly chosen: ChoicesSource;
}
