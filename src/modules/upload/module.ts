import { module } from '../../kernel/module.ts';
import { uploadDeclarations } from './graphql.ts';
import { uploadReceiver } from './receive.ts';
import { startUploadRemoval } from './removal.ts';
import { createUploadService } from './service.ts';
import { migrations } from './tables.ts';

/** Files that storefronts upload, for modules that take them by their keys. */
export const upload = module({
  name: 'Upload',
  needs: [],
  services: { upload: ({ files }) => createUploadService(files.store) },
  graphql: uploadDeclarations,
  faces: [uploadReceiver],
  migrations,
  unshown: ['upload'],
  workers: [startUploadRemoval],
});
