import { join } from 'node:path';
import { module } from '../../kernel/module.ts';
import { createMediaFiles } from '../../storage/media-files.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { wrappingRoutes } from './routes.ts';
import { migrations } from './tables.ts';

/** Designs that carts, items and orders can be wrapped in. */
export const giftWrapping = module({
  name: 'GiftWrapping',
  edition: 'commercial',
  acl: declaredAcl,
  routes: wrappingRoutes,
  migrations,
  services: ({ mediaFolder, varFolder }) => ({
    giftWrapping: { images: createMediaFiles(join(mediaFolder, 'wrapping'), varFolder) },
  }),
});
