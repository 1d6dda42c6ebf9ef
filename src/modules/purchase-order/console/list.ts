import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { Decimal } from '../../../kernel/money.ts';
import type { Out } from '../../../kernel/types.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../../storage/criteria/list.ts';
import { textCriteria, type TextSearch } from '../../../storage/criteria/text-search.ts';
import { inIds } from '../../../storage/sql.ts';
import type { PurchaseOrderRow } from '../tables.ts';
import type { ConsolePurchaseOrderHead } from './types.ts';

const fields: Readonly<Record<string, SearchField>> = {
  entity_id: { kind: 'integer', notNull: true },
  increment_id: { kind: 'text', notNull: true },
  status: { kind: 'text', notNull: true },
};

/** Purchase orders of all companies, newest first. */
export function listPurchaseOrders(call: Call, request: TextSearch): Promise<FoundList<PurchaseOrderRow>> {
  return findList(call, textCriteria(request, ['increment_id', 'company']), {
    base: call.db.selectFrom('purchase_order'),
    key: 'purchase_order.entity_id',
    fields: {
      ...fields,
      company: { kind: 'text', column: call.services.company.companyName('purchase_order.company_id') },
    },
    defaultSort: [{ field: 'entity_id', direction: 'DESC' }],
    load: async (on, ids: readonly number[]) => new Map((await findRows(on, ids)).map((row) => [row.entity_id, row])),
  });
}

function findRows({ db }: Call, ids: readonly number[]): Promise<PurchaseOrderRow[]> {
  return db.selectFrom('purchase_order').selectAll().where(inIds('entity_id', ids)).execute();
}

/** A purchase order of any company by its id. Throws 404. */
export async function requirePurchaseOrderById(call: Call, id: number): Promise<PurchaseOrderRow> {
  const [row] = await findRows(call, [id]);
  if (!row) throw platformErrors.noSuchEntity({ fieldName: 'purchaseOrderId', fieldValue: id });
  return row;
}

/** Purchase orders for the list; four queries for any number. */
export async function showHeads(
  call: Call,
  rows: readonly PurchaseOrderRow[],
): Promise<Out<typeof ConsolePurchaseOrderHead>[]> {
  const { customer, company, quote, sales } = call.services;
  const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];
  const creators = await customer.customers(call, distinct(rows.map(({ creator_id }) => creator_id)), {
    addresses: false,
  });
  const companies = await company.companies(call, distinct(rows.map(({ company_id }) => company_id)));
  const carts = await quote.carts(call, distinct(rows.map(({ quote_id }) => quote_id)));
  const orderIds = rows.flatMap(({ order_id }) => order_id ?? []);
  const orders = await sales.orders(call, orderIds, { items: false });
  return rows.map((row) => {
    const creator = creators.get(row.creator_id);
    const cart = carts.get(row.quote_id);
    return {
      id: row.entity_id,
      number: row.increment_id,
      status: row.status,
      company_id: row.company_id,
      company: companies.get(row.company_id)?.company_name ?? '',
      creator: creator ? `${creator.firstname} ${creator.lastname}` : '',
      creator_email: creator?.email ?? '',
      payment_method: row.payment_method,
      currency: cart ? quote.currencies(call, cart).base : '',
      subtotal: Decimal.fromUnits(row.base_subtotal, 4).toNumber(),
      order_number: orders.get(row.order_id ?? 0)?.fields.increment_id ?? undefined,
      created_at: row.created_at,
      updated_at: row.updated_at,
    };
  });
}
