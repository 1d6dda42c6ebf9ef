import type { Call } from '../../kernel/call.ts';
import { PlatformError } from '../../kernel/errors.ts';
import { shopTimeZone } from '../../kernel/shop-settings.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import { pickupErrors } from './errors.ts';
import { mailReady } from './mails.ts';

/**
 * Notifies buyers that their orders are ready for pickup, and ships the unshipped ones. Each order is independent: its
 * error is reported with its id and does not affect the others.
 */
export async function notifyReady(
  call: Call,
  orderIds: readonly number[],
): Promise<{ successful: boolean; errors: string[] }> {
  const errors: string[] = [];
  for (const id of orderIds) {
    try {
      await call.transaction((inside) => notifyOne(inside, id));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      errors.push(JSON.stringify({ id, message: error.text }));
    }
  }
  return { successful: errors.length === 0, errors };
}

async function notifyOne(call: Call, id: number): Promise<void> {
  const { sales } = call.services;
  const order = await sales.lock(call, id);
  const { pickup_location_code: source_code } = order;
  if (source_code === undefined) throw pickupErrors.notPickedUp();
  const isShipped = order.items.some(({ fields }) => (fields.qty_shipped ?? 0) > 0);
  if (!isShipped) await sales.ship(call, id, { arguments: { extension_attributes: { source_code } } });
  const isMailed = await mailReady(call, order);
  await sales.note(call, id, {
    comment: `Order notified for pickup at: ${momentText(call, order)}`,
    entity_name: isShipped ? 'order' : 'shipment',
    is_customer_notified: isMailed ? 1 : 0,
    is_visible_on_front: 1,
  });
}

/** The current time in the order's store: `November 22, 2026 at 11:48:05 AM`. */
function momentText(call: Call, { fields }: StoredOrder): string {
  const storeId = fields.store_id ?? 0;
  const timeZone = call.config.of(shopTimeZone, { storeId });
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium', timeZone });
  // Some versions of the locale data have a narrow no-break space before AM.
  return format.format(call.clock.now()).replaceAll('\u202F', ' ');
}
