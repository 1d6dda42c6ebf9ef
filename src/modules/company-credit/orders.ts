import type { Call } from '../../kernel/call.ts';
import { decimal, type Decimal } from '../../kernel/money.ts';
import type { CartExtension } from '../quote/cart/extensions.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import { toUnits } from './amounts.ts';
import { isSpendable, moveBalance } from './change.ts';
import { CODE } from './configuration.ts';
import { findCredits, findCreditOf, lockCredit } from './credits.ts';
import { creditErrors } from './errors.ts';
import type { CompanyCreditRow } from './tables.ts';
import { operations, type CreditOperation } from './types.ts';

/** The company credit that pays an order. Amounts are in the currency of the order. */
interface CreditPayment {
  readonly credit_id: number;
  /** Absent: the order does not have a number yet, and has not charged the credit. */
  readonly purchase?: {
    readonly amount: number;
    readonly credit_currency: string;
    /** Units of the credit's currency in one of the order's. */
    readonly rate: number;
  };
  /** Totals of the order that returned to the credit. */
  readonly reverted?: number;
  readonly refunded?: number;
}

declare module '../quote/document-extensions.ts' {
  interface OrderExtensions {
    readonly company_credit?: CreditPayment;
  }
}

/** An order that is paid with company credit remembers which. */
export const creditOfCarts: CartExtension = {
  fields: [],
  async draft(cart, call) {
    if (cart.payment?.method !== CODE || cart.customer_id === null) return {};
    const companyId = await call.services.company.buysFor(call, cart);
    const credit = companyId === undefined ? undefined : await findCreditOf(call, companyId);
    return credit ? { company_credit: { credit_id: credit.entity_id } } : {};
  },
};

/**
 * Charges the credit of a company with a new order, and returns canceled and refunded amounts to it, in the transaction
 * of the order. The credit stays locked until the transaction ends, so that concurrent orders cannot spend it twice.
 * Throws 400 when the order costs more than the rest of the credit.
 */
export async function followCreditPayments(call: Call, order: StoredOrder): Promise<StoredOrder | void> {
  const payment = order.company_credit;
  if (!payment) return;
  if (!payment.purchase) return { ...order, company_credit: await purchase(call, order, payment) };
  const { reverted = 0, refunded = 0 } = payment;
  const most = payment.purchase.amount;
  const after = {
    reverted: Math.min(Math.max(order.fields.total_canceled ?? 0, reverted), most - refunded),
    refunded: Math.min(Math.max(order.fields.total_refunded ?? 0, refunded), most - reverted),
  };
  if (after.reverted <= reverted && after.refunded <= refunded) return;
  // A deleted company receives nothing.
  if ((await findCredits(call, [payment.credit_id])).size > 0) {
    await giveBack(call, order, payment.purchase, [reverted, after.reverted], operations.reverted);
    await giveBack(call, order, payment.purchase, [refunded, after.refunded], operations.refunded);
  }
  return { ...order, company_credit: { ...payment, ...after } };
}

async function purchase(call: Call, order: StoredOrder, { credit_id }: CreditPayment): Promise<CreditPayment> {
  const credit = await lockCredit(call, credit_id);
  const amount = order.fields.grand_total ?? 0;
  const rate = rateOf(call, order, credit);
  const delta = -unitsAt(rate, amount);
  if (!isSpendable(credit, delta)) throw creditErrors.tooLittle();
  await moveBalance(
    call,
    credit_id,
    { units: -toUnits(decimal(amount)), currency: currencyOf(order), rate: rate.toNumber(), delta },
    whyOf(order, operations.purchased),
  );
  return { credit_id, purchase: { amount, credit_currency: credit.currency_code, rate: rate.toNumber() } };
}

/** Returns the increase of a total to the credit, at the rate of the purchase unless the credit has another currency now. */
async function giveBack(
  call: Call,
  order: StoredOrder,
  bought: NonNullable<CreditPayment['purchase']>,
  [before, after]: readonly [before: number, after: number],
  type: CreditOperation,
): Promise<void> {
  const id = order.company_credit?.credit_id;
  if (id === undefined || after <= before) return;
  const credit = await lockCredit(call, id);
  const isSame = credit.currency_code === bought.credit_currency;
  const rate = isSame ? decimal(bought.rate) : rateOf(call, order, credit);
  const units = toUnits(decimal(after)) - toUnits(decimal(before));
  const delta = unitsAt(rate, after) - unitsAt(rate, before);
  await moveBalance(call, id, { units, currency: currencyOf(order), rate: rate.toNumber(), delta }, whyOf(order, type));
}

const currencyOf = ({ fields }: StoredOrder): string => fields.order_currency_code ?? '';

function unitsAt(rate: Decimal, amount: number): number {
  return toUnits(decimal(amount).times(rate));
}

/** Units of a credit's currency in one of an order's: directly, otherwise by way of the base currency. */
function rateOf(call: Call, order: StoredOrder, { currency_code }: CompanyCreditRow): Decimal {
  const { directory } = call.services;
  const { base_currency_code: base, base_to_order_rate: toOrder } = order.fields;
  const direct = directory.rate(currencyOf(order), currency_code);
  if (direct !== undefined) return decimal(direct);
  const ofBase = base ? directory.rate(base, currency_code) : undefined;
  if (ofBase === undefined) throw creditErrors.noRate([currencyOf(order), currency_code]);
  return decimal(ofBase).div(toOrder || 1);
}

function whyOf({ fields }: StoredOrder, type: CreditOperation) {
  const number = fields.payment.po_number;
  return { type, purchaseOrder: number, reference: number, order: fields.increment_id };
}
