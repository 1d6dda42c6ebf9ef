import { module } from '../../kernel/module.ts';
import { multipleWishlistConfiguration } from './configuration.ts';
import { multipleWishlistGraphql } from './graphql.ts';

/** Additional named wish lists of a customer, optionally public. */
export const multipleWishlist = module({
  name: 'MultipleWishlist',
  edition: 'commercial',
  needs: ['customer', 'catalog', 'wishlist'],
  configuration: multipleWishlistConfiguration,
  graphql: multipleWishlistGraphql,
});
