import type { Call } from '../../../kernel/call.ts';
import type { SearchCriteria } from '../../../search/criteria.ts';
import type { SearchField } from '../../../search/fields.ts';
import { searchList, type ListAnswer } from '../../../search/list.ts';
import type { CartOutput } from '../types.ts';
import { findCarts } from './load.ts';
import { showCarts } from './show.ts';

const fields: Record<string, SearchField> = {
  id: { kind: 'integer', column: 'quote.id', notNull: true },
  entity_id: { kind: 'integer', column: 'quote.id', notNull: true },
  store_id: { kind: 'integer', notNull: true },
  customer_id: { kind: 'integer' },
  customer_group_id: { kind: 'integer', notNull: true },
  customer_email: { kind: 'text' },
  is_active: { kind: 'flag', notNull: true },
  created_at: { kind: 'text', notNull: true },
  updated_at: { kind: 'text', notNull: true },
  converted_at: { kind: 'text' },
  items_count: { kind: 'integer', notNull: true },
  items_qty: { kind: 'number', notNull: true },
  coupon_code: { kind: 'text' },
  reserved_order_id: { kind: 'text' },
};

/** Lists carts, active or not. */
export function listCarts(call: Call, criteria: SearchCriteria): Promise<ListAnswer<CartOutput>> {
  return searchList(call, criteria, {
    base: call.db.selectFrom('quote'),
    key: 'quote.id',
    fields,
    load: async (_, ids: readonly number[]) => showCarts(call, [...(await findCarts(call, ids)).values()]),
  });
}
