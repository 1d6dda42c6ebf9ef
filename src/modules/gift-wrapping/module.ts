import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { wrappingRoutes } from './routes.ts';
import { createGiftWrappingService } from './service.ts';
import { migrations } from './tables.ts';

/** Designs that carts, items and orders can be wrapped in. */
export const giftWrapping = module({
  name: 'GiftWrapping',
  edition: 'commercial',
  acl: declaredAcl,
  routes: wrappingRoutes,
  migrations,
  services: ({ mediaFolder, varFolder }) => ({ giftWrapping: createGiftWrappingService(mediaFolder, varFolder) }),
});
