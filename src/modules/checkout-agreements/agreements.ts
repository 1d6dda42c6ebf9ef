import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { Out } from '../../kernel/types.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { linkedField, type SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import type { QuotePaymentInput } from '../quote/types.ts';
import { asksForAgreement } from './configuration.ts';
import { agreementErrors } from './errors.ts';
import type { Agreement } from './types.ts';

type ShownAgreement = Out<typeof Agreement>;
/** Terms as stored. */
type AgreementRow = Awaited<ReturnType<typeof byIds>>[number];

/** New terms; `store_ids`: the store views where they apply, 0 for all. */
interface NewAgreement {
  readonly name: string;
  readonly content: string;
  readonly content_height?: string | null;
  readonly checkbox_text: string;
  readonly is_active: boolean;
  readonly is_html: boolean;
  readonly mode: 0 | 1;
  readonly store_ids: readonly number[];
}

const ofStores = prepared((db, p: Params<{ stores: readonly number[] }>) =>
  db
    .selectFrom('checkout_agreement as a')
    .selectAll('a')
    .where('a.is_active', '=', 1)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('checkout_agreement_store as s')
          .select('s.store_id')
          .whereRef('s.agreement_id', '=', 'a.agreement_id')
          .where(inIds('s.store_id', p.stores)),
      ),
    )
    .orderBy('a.agreement_id'),
);

const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('checkout_agreement').selectAll().where(inIds('agreement_id', p.ids)),
);

/** Active terms in the store view of the call; empty while the shop requires no agreement. */
export async function listActive(call: Call): Promise<AgreementRow[]> {
  return isEnabled(call, call.scope.storeId) ? ofStores(call.db, { stores: [0, call.scope.storeId] }) : [];
}

const fields: Record<string, SearchField> = {
  agreement_id: { kind: 'integer', notNull: true },
  name: { kind: 'text', notNull: true },
  is_active: { kind: 'flag', notNull: true },
  is_html: { kind: 'flag', notNull: true },
  mode: { kind: 'integer', notNull: true },
  // Terms for all store views match any requested store view.
  store_id: linkedField(
    'integer',
    's.store_id',
    (test) => sql`exists (select 1 from checkout_agreement_store s
      where s.agreement_id = checkout_agreement.agreement_id and (${test} or s.store_id = 0))`,
  ),
};

/** Lists terms by criteria, even while terms are disabled. */
export function listAgreements(call: Call, criteria: SearchCriteria): Promise<FoundList<AgreementRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('checkout_agreement'),
    key: 'agreement_id',
    fields,
    load: async (on, ids: readonly number[]) =>
      new Map((await byIds(on.db, { ids })).map((row) => [row.agreement_id, row])),
  });
}

/** Creates terms; within a transaction. */
export async function createAgreement(call: Call, agreement: NewAgreement): Promise<number> {
  const { store_ids, is_active, is_html, ...rest } = agreement;
  const { agreement_id } = await call.db
    .insertInto('checkout_agreement')
    .values({
      ...rest,
      content_height: rest.content_height ?? null,
      is_active: is_active ? 1 : 0,
      is_html: is_html ? 1 : 0,
    })
    .returning('agreement_id')
    .executeTakeFirstOrThrow();
  const rows = store_ids.map((store_id) => ({ agreement_id, store_id }));
  await insertRows(call.db, 'checkout_agreement_store', rows);
  return agreement_id;
}

/** Changes the texts or the status of terms; throws 404. Within a transaction. */
export async function changeAgreement(
  call: Call,
  agreement_id: number,
  { is_active, ...texts }: Partial<Pick<NewAgreement, 'name' | 'content' | 'checkbox_text' | 'is_active'>>,
): Promise<void> {
  const values = {
    ...texts,
    ...(is_active === undefined ? {} : { is_active: is_active ? (1 as const) : (0 as const) }),
  };
  const { numUpdatedRows } = await call.db
    .updateTable('checkout_agreement')
    .set(values)
    .where('agreement_id', '=', agreement_id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw noAgreement(agreement_id);
}

/** Deletes terms; throws 404. Within a transaction. */
export async function deleteAgreement(call: Call, agreement_id: number): Promise<void> {
  const { numDeletedRows } = await call.db
    .deleteFrom('checkout_agreement')
    .where('agreement_id', '=', agreement_id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw noAgreement(agreement_id);
}

function noAgreement(id: number) {
  return platformErrors.noSuchEntity({ fieldName: 'agreement_id', fieldValue: id });
}

/** All terms with their store views, by id. */
export async function allAgreements(call: Call): Promise<(ShownAgreement & { store_ids: number[] })[]> {
  const rows = await call.db.selectFrom('checkout_agreement').selectAll().orderBy('agreement_id').execute();
  const stores = await call.db.selectFrom('checkout_agreement_store').selectAll().orderBy('store_id').execute();
  const byAgreement = Map.groupBy(stores, (row) => row.agreement_id);
  return rows.map((row) => {
    const store_ids = (byAgreement.get(row.agreement_id) ?? []).map((one) => one.store_id);
    return Object.assign(showAgreement(row), { store_ids });
  });
}

/** Throws unless an order accepts all terms of its store view that require a checkbox. */
export async function requireAgreement(call: Call, storeId: number, payment: QuotePaymentInput): Promise<void> {
  if (!isEnabled(call, storeId)) return;
  const agreed = new Set((payment.extension_attributes?.agreement_ids ?? []).map(Number));
  const rows = await ofStores(call.db, { stores: [0, storeId] });
  if (rows.some((row) => row.mode === 1 && !agreed.has(row.agreement_id))) throw agreementErrors.notAgreed();
}

function isEnabled(call: Call, storeId: number): boolean {
  return call.config.of(asksForAgreement, { storeId });
}

/** Terms in the response format. */
export function showAgreement({ is_active, is_html, ...row }: AgreementRow): ShownAgreement {
  return { ...row, is_active: is_active === 1, is_html: is_html === 1 };
}
