import { anyText } from '../../../kernel/any-text.ts';
import { isPlainObject, objectOf } from '../../../kernel/plain-objects.ts';
import { routeCallerWithin } from '../../../platform/execution/call-route.ts';
import { NotMoved, type MigrationKind, type Saving } from '../kind.ts';
import { orNone } from '../source/errors.ts';
import { readAll } from '../source/lists.ts';
import type { SourceRecord } from '../source/record.ts';
import { integerIn, textIn } from '../wire.ts';

/** The number of customers among the types of callers. Source: the interface. */
const CUSTOMER = 3;

/** Stores credits of companies. Throws `NotMoved` in an edition without companies. */
function writerOf({ call }: Saving) {
  const [writer] = call.contributions.movedCredits;
  if (!writer) throw new NotMoved('this edition has no companies');
  return writer;
}

/** Credit limits and balances of companies. */
const credits: MigrationKind = {
  name: 'company credits',
  part: 'companies',
  listing: { all: ({ client }) => orNone(readAll(client, '/V1/companyCredits/', { sort: 'entity_id' })) },
  keyOf: (record) => textIn(record, 'id'),
  nameOf: (record) => `credit of company ${textIn(record, 'company_id')}`,
  async save(saving, record) {
    return writerOf(saving).storeCredit(saving.call, {
      companyId: await saving.idOf('companies', record['company_id']),
      currency_code: textIn(record, 'currency_code'),
      credit_limit: amountIn(record, 'credit_limit'),
      balance: amountIn(record, 'balance'),
      exceedsLimit: record['exceed_limit'] === true,
    });
  },
  compared: {
    fields: ['credit_limit', 'balance', 'currency_code', 'exceed_limit'],
    read: ({ platform, call }, targetKey) =>
      routeCallerWithin(platform, call)<SourceRecord>('companyCreditCreditLimitRepositoryV1', 'get', {
        creditId: Number(targetKey),
      }),
  },
};

/** The history of credits. Admin users are not moved, so their entries name nobody. */
const history: MigrationKind = {
  name: 'company credit history',
  part: 'companies',
  // The open edition has none.
  listing: { path: '/V1/companyCredits/history', filterField: 'history_id', idField: 'id', isOptional: true },
  keyOf: (record) => textIn(record, 'id'),
  async save(saving, record, known) {
    const currency = textIn(record, 'currency_credit');
    const [limit, balance] = [amountIn(record, 'credit_limit'), amountIn(record, 'balance')];
    return writerOf(saving).storeEntry(saving.call, known === undefined ? undefined : Number(known), {
      company_credit_id: await saving.idOf('company credits', record['company_credit_id']),
      user_type: integerIn(record, 'user_type'),
      user_id: await userIdOf(saving, record),
      currency_credit: currency,
      currency_operation: textOrNull(record['currency_operation']) ?? currency,
      rate: Number(record['rate'] ?? 1),
      rate_credit: Number(record['rate_credit'] ?? 0),
      amount: amountIn(record, 'amount'),
      balance,
      credit_limit: limit,
      available_limit: amountIn(record, 'available_limit', limit + balance),
      type: integerIn(record, 'type'),
      datetime: textIn(record, 'datetime'),
      purchase_order: textOrNull(record['purchase_order']),
      custom_reference_number: textOrNull(record['custom_reference_number']),
      ...commentOf(record),
    });
  },
  compared: {
    fields: ['type', 'amount', 'balance', 'credit_limit', 'datetime', 'purchase_order', 'comment'],
    read: async ({ platform, call }, targetKey) => {
      const { items } = await routeCallerWithin(platform, call)<{ items: SourceRecord[] }>(
        'companyCreditCreditHistoryManagementV1',
        'getList',
        { searchCriteria: { filter_groups: [{ filters: [{ field: 'history_id', value: targetKey }] }] } },
      );
      return items[0];
    },
  },
};

/** The customer of an entry here; 0: nobody here. */
async function userIdOf({ findId, lose }: Saving, record: SourceRecord): Promise<number> {
  if (Number(record['user_type']) !== CUSTOMER) return 0;
  const id = await findId('customers', record['user_id']);
  if (id === undefined) lose(`its customer ${anyText(record['user_id'])} was not moved`);
  return id ?? 0;
}

function amountIn(record: SourceRecord, name: string, missing = 0): number {
  const amount = Number(record[name] ?? missing);
  if (!Number.isFinite(amount)) throw new NotMoved(`${name} is no number`);
  return amount;
}

function textOrNull(value: unknown): string | null {
  return value === undefined || value === null || value === '' ? null : anyText(value);
}

/** A person's comment and the order of an entry, which the interface has as JSON text. */
function commentOf(record: SourceRecord): { comment: string | null; order_increment: string | null } {
  const text = textOrNull(record['comment']);
  let parts: unknown;
  try {
    parts = JSON.parse(text ?? '');
  } catch {
    return { comment: text, order_increment: null };
  }
  if (!isPlainObject(parts)) return { comment: text, order_increment: null };
  return { comment: textOrNull(parts['custom']), order_increment: textOrNull(objectOf(parts['system'])['order']) };
}

/** Credits of companies, and what has happened to them. */
export const companyCreditKinds: readonly MigrationKind[] = [credits, history];
