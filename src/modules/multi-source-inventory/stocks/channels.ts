import type { Call } from '../../../kernel/call.ts';
import type { PlatformError } from '../../../kernel/errors.ts';
import { withFields } from '../../../kernel/present-fields.ts';
import { insertRows } from '../../../storage/rows.ts';
import { DEFAULT_STOCK } from '../../inventory/extensions.ts';
import { sourceErrors } from '../errors.ts';
import type { StockNetwork } from '../network.ts';
import type { SalesChannelInput } from '../types.ts';

/** The channel type of websites. */
const WEBSITE = 'website';

/** A sales channel; for type `website`, its code is a website code. */
interface StockChannel {
  readonly type: string;
  readonly code: string;
}

/** The stock that sells to a website; undefined for the default stock. From memory. */
export function stockOfWebsite(call: Call, websiteId: number): number | undefined {
  const ofWebsites = call.services.multiSource.network.current.channels.get(WEBSITE);
  if (!ofWebsites || websiteId === 0) return undefined;
  const code = call.services.store.website(websiteId)?.code;
  return code === undefined ? undefined : ofWebsites.get(code);
}

/** The stock of a sales channel. Throws 404. */
export async function stockOfChannel(call: Call, type: string, code: string): Promise<number> {
  const { channels } = await call.services.multiSource.network.get(call);
  const found = channels.get(type)?.get(code);
  if (found !== undefined) return found;
  if (type !== WEBSITE || !isWebsite(call, code)) throw sourceErrors.noLinkedStock();
  return DEFAULT_STOCK;
}

/** The channels of a stock. The default one sells to all websites that no other stock sells to. */
export function channelsOf(call: Call, { channels }: StockNetwork, stockId: number): StockChannel[] {
  const own = [...channels].flatMap(([type, byCode]) =>
    [...byCode].flatMap(([code, id]) => (id === stockId ? [{ type, code }] : [])),
  );
  if (stockId !== DEFAULT_STOCK) return own;
  const others = channels.get(WEBSITE);
  const rest = call.services.store.websites().filter(({ id, code }) => id !== 0 && !others?.has(code));
  return [...rest.map(({ code }) => ({ type: WEBSITE, code })), ...own];
}

/** The errors in the channels of a request, in the interface's order. */
export function channelFaults(call: Call, input: readonly SalesChannelInput[]): PlatformError[] {
  return input.flatMap(({ type, code }) => [
    ...(type?.trim() ? [] : [sourceErrors.empty({ field: 'type' })]),
    ...(code?.trim() ? [] : [sourceErrors.empty({ field: 'code' })]),
    ...(type === WEBSITE && !isWebsite(call, code ?? '') ? [sourceErrors.noWebsite({ code: code ?? '' })] : []),
  ]);
}

/**
 * Replaces the channels of a stock; other stocks lose these channels. Websites that the stock loses return to the
 * default stock.
 */
export async function replaceChannels(call: Call, stockId: number, input: readonly SalesChannelInput[]): Promise<void> {
  await call.db.deleteFrom('inventory_stock_sales_channel').where('stock_id', '=', stockId).execute();
  const byKey = new Map(
    input.map((channel) => {
      const { type, code } = withFields(channel, 'type', 'code');
      return [`${type} ${code}`, { type, code, stock_id: stockId }];
    }),
  );
  const isStored = ({ type }: StockChannel): boolean => stockId !== DEFAULT_STOCK || type !== WEBSITE;
  const rows = [...byKey.values()];
  await insertRows(call.db, 'inventory_stock_sales_channel', rows.filter(isStored), {
    onConflict: { key: ['type', 'code'], update: ['stock_id'] },
  });
  const codes = rows.filter((row) => !isStored(row)).map(({ code }) => code);
  if (codes.length === 0) return;
  await call.db
    .deleteFrom('inventory_stock_sales_channel')
    .where('type', '=', WEBSITE)
    .where('code', 'in', codes)
    .execute();
}

function isWebsite(call: Call, code: string): boolean {
  return code !== '' && call.services.store.websites().some((website) => website.id !== 0 && website.code === code);
}
