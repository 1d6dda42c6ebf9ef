import type { Call } from '../../kernel/call.ts';
import { Decimal, decimal } from '../../kernel/money.ts';
import { customFeeErrors } from './errors.ts';

/** A fee; amounts in the base currency of a cart's website. */
export interface CustomFee {
  readonly code: string;
  readonly label: string;
  readonly amount: Decimal;
  /** 0: of every website. */
  readonly websiteId: number;
  /** Carts below it are not charged. */
  readonly leastSubtotal: Decimal;
  /** Whether it is charged with the last invoice of an order, and given back with the last credit memo; else with the first. */
  readonly onLastInvoice: boolean;
  readonly onLastCreditmemo: boolean;
}

/** A fee as a person types it. */
export interface TypedFee {
  readonly code: string;
  readonly label: string;
  readonly amount: string;
  readonly website?: string;
  readonly from?: string;
  readonly onLastInvoice?: boolean;
  readonly onLastCreditmemo?: boolean;
}

/** Reads all fees, for the cache. */
export async function loadFees(call: Call): Promise<readonly CustomFee[]> {
  const rows = await call.db.selectFrom('custom_fee').selectAll().orderBy('code').execute();
  return rows.map((row) => ({
    code: row.code,
    label: row.label,
    amount: Decimal.fromUnits(row.amount, 4),
    websiteId: row.website_id,
    leastSubtotal: Decimal.fromUnits(row.least_subtotal, 4),
    onLastInvoice: row.on_last_invoice === 1,
    onLastCreditmemo: row.on_last_creditmemo === 1,
  }));
}

/** Reads a fee. Throws for an invalid code or amount, and for an unknown website. */
export function readFee(call: Call, typed: TypedFee): CustomFee {
  const { code, label, website, onLastInvoice = false, onLastCreditmemo = false } = typed;
  if (!/^[a-z][a-z0-9_]{0,49}$/.test(code)) throw customFeeErrors.code([code]);
  if (label.trim() === '' || label.length > 255) throw customFeeErrors.label();
  const found = website === undefined ? undefined : call.services.store.website(website);
  if (website !== undefined && !found) throw customFeeErrors.noWebsite([website]);
  const amount = readAmount(typed.amount);
  if (amount.isZero()) throw customFeeErrors.zero();
  return {
    code,
    label: label.trim(),
    amount,
    websiteId: found?.id ?? 0,
    leastSubtotal: readAmount(typed.from ?? '0'),
    onLastInvoice,
    onLastCreditmemo,
  };
}

function readAmount(text: string): Decimal {
  if (!/^\d{1,8}(\.\d{1,4})?$/.test(text)) throw customFeeErrors.amount([text]);
  return decimal(text);
}

/** Saves a fee and replaces one with the same code. Existing orders keep their fees. */
export async function saveFee(call: Call, fee: CustomFee): Promise<void> {
  const units = (amount: Decimal): number => amount.times(10_000).toNumber();
  const values = {
    label: fee.label,
    amount: units(fee.amount),
    website_id: fee.websiteId,
    least_subtotal: units(fee.leastSubtotal),
    on_last_invoice: Number(fee.onLastInvoice),
    on_last_creditmemo: Number(fee.onLastCreditmemo),
  };
  await call.db
    .insertInto('custom_fee')
    .values({ code: fee.code, ...values })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(values))
    .execute();
  await call.services.customFees.fees.invalidate(call);
}

/** Deletes a fee. Throws for an unknown code. */
export async function deleteFee(call: Call, code: string): Promise<void> {
  const { numDeletedRows } = await call.db.deleteFrom('custom_fee').where('code', '=', code).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw customFeeErrors.noFee([code]);
  await call.services.customFees.fees.invalidate(call);
}
