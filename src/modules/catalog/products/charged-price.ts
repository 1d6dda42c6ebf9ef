import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/time.ts';
import { prepared, preparedFirst, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import { updateRows } from '../../../storage/rows.ts';
import { system } from '../../../kernel/system.ts';
import { wholesQuery } from './compositions.ts';
import { DUE } from './due.ts';
import { findByIds } from './load.ts';
import { derivedCharges } from './derived-charges.ts';
import { ownCharge, type ChargedColumns } from './own-charge.ts';
import type { StoredProduct } from './product.ts';
import { productType } from './product-types.ts';
import { writeSalable } from './salable.ts';

const BATCH = 500;
/** How many batches a reader waits for. */
const READ_BATCHES = 10;

type PricedProduct = Pick<StoredProduct, 'type_id' | 'values' | 'tier_prices'>;

/** The values that a product's price depends on. */
const priceCodes = ['price', 'special_price', 'special_from_date', 'special_to_date', 'price_type'] as const;

/** The columns of a product; where they follow from what other tables hold, as from its components, they are due. */
export function chargedColumns(call: Call, product: PricedProduct): ChargedColumns {
  const own = ownCharge(call.clock.now(), product.values, product.tier_prices);
  return isDerived(call, product) ? { ...own, charged_until: DUE } : own;
}

/** The columns that a change of a product makes others; none where its price stays as it is. */
export function changedCharge(call: Call, before: PricedProduct, after: PricedProduct): ChargedColumns | undefined {
  const isOther =
    isDerived(call, after) ||
    before.type_id !== after.type_id ||
    before.tier_prices !== after.tier_prices ||
    priceCodes.some((code) => before.values[code] !== after.values[code]);
  return isOther ? chargedColumns(call, after) : undefined;
}

/** Whether a change of a product may change what the products cost that it is a component of. */
export function reachesWholes(call: Call, before: PricedProduct, after: PricedProduct): boolean {
  if (isComposite(call, before) && isComposite(call, after)) return false;
  return before.values.status !== after.values.status || changedCharge(call, before, after) !== undefined;
}

/** Whether what a product costs is not told by its own row. */
function isDerived(call: Call, product: PricedProduct): boolean {
  return isComposite(call, product) || productType(call, product.type_id)?.chosenPrices !== undefined;
}

function isComposite(call: Call, { type_id }: PricedProduct): boolean {
  return productType(call, type_id)?.isComposite === true;
}

/** Notes that the products that have one of these as a component are to be priced anew; one statement, none without composite types. */
export async function markWholes(call: Call, componentIds: readonly number[]): Promise<void> {
  const wholes = wholesQuery(call, componentIds);
  if (!wholes || componentIds.length === 0) return;
  await sql`update catalog_product set charged_until = ${DUE} where id in (${wholes})`.execute(call.db);
}

const firstDue = preparedFirst((db, p: Params<{ now: string }>) =>
  db.selectFrom('catalog_product').select('id').where('charged_until', '<=', p.now).limit(1),
);
const due = prepared((db, p: Params<{ now: string; limit: number }>) =>
  db
    .selectFrom('catalog_product')
    .select('id')
    .where('charged_until', '<=', p.now)
    .orderBy('charged_until')
    .limit(p.limit),
);

/**
 * Works out what products cost whose time has come, and whether they can be sold, and the products that are made of them. One indexed look-up where there are
 * none. Of very many, as after an upgrade, the worker prices what `atMost` batches leave.
 */
export async function chargeDue(call: Call, atMost = READ_BATCHES): Promise<void> {
  const now = formatTime(call.clock.now());
  if (call.inTransaction || !(await firstDue(call.db, { now }))) return;
  // Whoever asks: what is written is for all.
  const own = call.with({ scope: system.scope });
  // Components make their wholes due, which then come in a batch of their own.
  for (let batch = 0; batch < atMost; batch++) if ((await own.apart(chargeSome)) === 0) return;
}

/** Works out anew what a batch of what is due costs, and whether it can be sold; gives how many that were. */
async function chargeSome(call: Call): Promise<number> {
  const now = formatTime(call.clock.now());
  const ids = (await due(call.db, { now, limit: BATCH })).map((row) => row.id);
  if (ids.length === 0) return 0;
  // Whoever changes one of them now waits, and makes it due again.
  await sql`update catalog_product set charged_until = null where ${inIds('id', ids)}`.execute(call.db);
  // A setting that changes from now on makes them due again.
  await call.services.catalog.settled();
  const products = [...(await findByIds(call, ids, 0)).values()];
  const derived = products.filter((product) => isDerived(call, product));
  const plain = products.filter((product) => !isDerived(call, product));
  const rows = plain.map((product) => Object.assign({ id: product.id }, chargedColumns(call, product)));
  await writeSalable(call, ids);
  await updateRows(call.db, 'catalog_product', ['id'], [...rows, ...(await derivedCharges(call, derived))]);
  await markWholes(
    call,
    rows.map((row) => row.id),
  );
  return ids.length;
}
