import { changeList, deleteList, makeList } from './lists.ts';
import { changeWish, copyWish, ownWishlist, removeWishes, wishesOf, wishlistsOf } from './wishlists.ts';

export type { StoredWishlist } from './tables.ts';

/** The service of wish lists, `call.services.wishlist`. */
interface WishlistService {
  /** The lists of a customer, the default list first. */
  readonly of: typeof wishlistsOf;
  /** A list of the calling customer; throws when not found, or when wish lists are disabled. */
  readonly own: typeof ownWishlist;
  /** The wishes of lists, by id of the list. */
  readonly wishesOf: typeof wishesOf;
  readonly copyWish: typeof copyWish;
  readonly changeWish: typeof changeWish;
  readonly removeWishes: typeof removeWishes;
  readonly make: typeof makeList;
  readonly change: typeof changeList;
  readonly delete: typeof deleteList;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    wishlist: WishlistService;
  }
}

/** The service of wish lists. */
export const wishlistService: WishlistService = {
  of: wishlistsOf,
  own: ownWishlist,
  wishesOf,
  copyWish,
  changeWish,
  removeWishes,
  make: makeList,
  change: changeList,
  delete: deleteList,
};
