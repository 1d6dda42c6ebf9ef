import { objectOf } from '../../../kernel/plain-objects.ts';
import { NotMoved, type MigrationKind } from '../kind.ts';
import type { MigrationRun } from '../migration-run.ts';
import { orNone } from '../source/errors.ts';
import { readAmong } from '../source/lists.ts';
import type { SourceRecord } from '../source/record.ts';
import { extensionsOf, textIn } from '../wire.ts';
import { usersOf } from './company-structure.ts';

/** States of quotes that somebody still works on. */
const openStates: ReadonlySet<unknown> = new Set([
  'draft_by_admin',
  'draft_by_customer',
  'created',
  'processing_by_admin',
  'processing_by_customer',
  'submitted_by_admin',
  'submitted_by_customer',
  'in_purchase_order',
]);

const quoteOf = (cart: SourceRecord): SourceRecord => objectOf(extensionsOf(cart)['negotiable_quote']);

/**
 * Negotiable quotes that are still open. They are reported instead of moved, because the interface does not show their history: whoever
 * moves a shop sees which ones to finish before the switch-over.
 */
export const negotiableQuotes: MigrationKind = {
  name: 'negotiable quotes',
  part: 'companies',
  listing: { all: openQuotesOf },
  keyOf: (cart) => textIn(cart, 'id'),
  nameOf: (cart) => textIn(quoteOf(cart), 'quote_name') || textIn(cart, 'id'),
  save() {
    throw new NotMoved('an open quote is not moved: order or close it in the source');
  },
};

async function openQuotesOf(run: MigrationRun): Promise<SourceRecord[]> {
  const customerIds = [...new Set((await usersOf(run)).map((user) => textIn(user, 'customer_id')))];
  const filters = [{ field: 'is_active', value: '1' }];
  const carts = await orNone(readAmong(run.client, '/V1/carts/search', 'customer_id', customerIds, { filters }));
  return carts.filter((cart) => openStates.has(quoteOf(cart)['status']));
}
