import { escapeMarkup } from '../../kernel/markup.ts';
import { uidOf } from '../../kernel/uids.ts';
import type { ContentWidget } from '../cms/extensions.ts';

/**
 * The widget that places dynamic blocks in content. As in the reference, its HTML names them, and storefronts read their
 * content with `dynamicBlocks`, since it depends on the visitor.
 */
export const dynamicBlockWidget: ContentWidget = {
  type: 'Magento\\Banner\\Block\\Widget\\Banner',
  render: async (call, { display_mode: mode = 'fixed', types = '', banner_ids: list = '', rotate = '' }) => {
    const ids = list.split(',').flatMap((id) => (/^\s*\d{1,15}\s*$/.test(id) ? [Number(id)] : []));
    const attributes = {
      'data-types': types,
      'data-display-mode': mode,
      'data-ids': ids.join(','),
      'data-rotate': rotate,
      'data-store-id': String(call.scope.storeId),
      'data-uids': ids.map(uidOf).join(','),
    };
    const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeMarkup(value)}"`);
    return `<div class="widget block block-banners" ${written.join(' ')}><ul class="banner-items"></ul></div>`;
  },
};
