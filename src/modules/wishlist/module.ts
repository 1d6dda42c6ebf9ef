import { module } from '../../kernel/module.ts';
import { wishlistConfiguration } from './configuration.ts';
import { wishlistGraphql } from './graphql.ts';
import { wishlistService } from './service.ts';
import { migrations } from './tables.ts';

/** Wish lists of customers. */
export const wishlist = module({
  name: 'Wishlist',
  needs: ['catalog', 'storefront', 'quote'],
  configuration: wishlistConfiguration,
  migrations,
  unshown: ['wishlist', 'wishlist_item'],
  services: { wishlist: () => wishlistService },
  graphql: wishlistGraphql,
});
