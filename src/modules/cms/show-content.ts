import type { Call } from '../../kernel/call.ts';
import { shownBlock } from './blocks-shown.ts';
import { readContent, type Directive } from './directives.ts';
import type { ContentWidget } from './extensions.ts';
import { escapeMarkup } from '../../kernel/markup.ts';
import { widgets } from './widgets.ts';

/** Maximum depth of nested blocks, and maximum number of directives in a content with its blocks. */
const DEPTH = 8;
const MOST = 1000;

/** Where a directive stands. */
interface Place {
  /** The blocks that it is in, by id. */
  readonly within: readonly number[];
  /** How many directives there may still be. */
  readonly left: { count: number };
}

/**
 * Content as a storefront shows it: URLs of the store view and of media, blocks and widgets replace their directives.
 * Other directives, missing blocks and blocks within themselves become empty.
 */
export function showContent(call: Call, content: string): Promise<string> {
  return expand(call, content, { within: [], left: { count: MOST } });
}

async function expand(call: Call, content: string, place: Place): Promise<string> {
  if (!content.includes('{{')) return content;
  const pieces = readContent(content).map(async (piece) =>
    typeof piece === 'string' ? piece : place.left.count-- > 0 ? await show(call, piece, place) : '',
  );
  return (await Promise.all(pieces)).join('');
}

async function show(call: Call, { name, parameters }: Directive, place: Place): Promise<string> {
  const { url = '', type = '', block_id: blockId, id = blockId } = parameters;
  switch (name) {
    case 'store':
      return escapeMarkup(storeUrl(call, parameters));
    case 'media':
      return escapeMarkup(addresses(call).base_media_url + url.replace(/^\/+/, ''));
    case 'block':
      return blockContent(call, id, place);
    case 'widget': {
      const kind = type.replace(/\\+/g, '\\').replace(/^\\/, '');
      if (kind === BLOCK_WIDGET) return blockContent(call, blockId, place);
      return (await widgetOf(call, kind)?.(call, parameters)) ?? '';
    }
    default:
      return '';
  }
}

/** Renders a kind of widget, of this module or of another; undefined for an unknown kind. */
function widgetOf({ contributions }: Call, kind: string): ContentWidget['render'] | undefined {
  return widgets.get(kind) ?? contributions.contentWidgets.find(({ type }) => type === kind)?.render;
}

const BLOCK_WIDGET = 'Magento\\Cms\\Block\\Widget\\Block';

async function blockContent(call: Call, key: string | undefined, { within, left }: Place): Promise<string> {
  const block = key === undefined || within.length >= DEPTH ? undefined : await shownBlock(call, key);
  if (!block || within.includes(block.block_id)) return '';
  return expand(call, block.content ?? '', { within: [...within, block.block_id], left });
}

/** `url` is a route, which ends with a slash; `direct_url` is an unchanged path. */
function storeUrl(call: Call, { url = '', direct_url: direct }: Directive['parameters']): string {
  const path = (direct ?? url).replace(/^\/+/, '');
  const isRoute = direct === undefined && path !== '' && !/[/?#]$/.test(path) && !path.includes('?');
  return addresses(call).base_link_url + path + (isRoute ? '/' : '');
}

function addresses(call: Call) {
  const { store } = call.services;
  return store.storeConfig(call, store.view(call.scope.storeId) ?? store.defaultStoreView());
}
