import { module } from '../../kernel/module.ts';
import { multipleWishlistConfiguration } from './configuration.ts';
import { multipleWishlistGraphql } from './graphql.ts';

/** Further wish lists of a customer, with names, which others may see. */
export const multipleWishlist = module({
  name: 'MultipleWishlist',
  edition: 'commercial',
  needs: ['customer', 'catalog', 'wishlist'],
  configuration: multipleWishlistConfiguration,
  graphql: multipleWishlistGraphql,
});
