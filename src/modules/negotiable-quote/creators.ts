import type { Call } from '../../kernel/call.ts';
import { loader } from '../../kernel/loader.ts';
import { inIds } from '../../storage/sql.ts';
import type { NegotiationRow } from './tables.ts';
import { creatorTypes } from './types.ts';

type Creator = Pick<NegotiationRow, 'creator_type' | 'creator_id'>;

/** The caller as the author of a quote, a comment or a note. */
export function creatorOf({ caller }: Call): Creator {
  const isCustomer = caller.type === 'customer';
  return {
    creator_type: isCustomer ? creatorTypes.customer : creatorTypes.admin,
    creator_id: caller.type === 'customer' || caller.type === 'admin' ? caller.id : 0,
  };
}

/** The name of a buyer or of an admin. */
interface PersonName {
  readonly firstname: string;
  readonly lastname: string;
}

const nobody: PersonName = { firstname: '', lastname: '' };

/** The names of customers; empty for deleted ones. */
export const buyerName = loader<number, PersonName>(async (ids, call) => {
  const found = await call.services.customer.customers(call, ids, { addresses: false });
  return ids.map((id) => found.get(id) ?? nobody);
});

/** The names of admins; empty for deleted ones, and for integrations. */
export const sellerName = loader<number, PersonName>(async (ids, call) => {
  const rows = await call.db
    .selectFrom('admin_user')
    .select(['user_id', 'firstname', 'lastname'])
    .where(inIds('user_id', ids))
    .execute();
  const found = new Map(rows.map((row) => [row.user_id, row]));
  return ids.map((id) => found.get(id) ?? nobody);
});

/** The name of an author. */
export function authorName(call: Call, { creator_type: type, creator_id: id }: Creator): Promise<PersonName> {
  return type === creatorTypes.customer ? buyerName(call, id) : sellerName(call, id);
}
