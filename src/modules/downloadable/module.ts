import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { ProductExtension } from '../catalog/products/types.ts';
import { DownloadableLink, DownloadableSample } from './types.ts';

export const downloadable = module({
  name: 'Downloadable',
  extends: [
    {
      type: ProductExtension,
      fields: {
        downloadable_product_links: t.optional(t.array(DownloadableLink)),
        downloadable_product_samples: t.optional(t.array(DownloadableSample)),
      },
    },
  ],
});
