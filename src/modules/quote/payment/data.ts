import type { Call } from '../../../kernel/call.ts';
import type { StoredCart } from '../cart/cart.ts';
import { quoteErrors } from '../errors.ts';

/** The data of a payment by name. */
type PaymentData = Readonly<Record<string, string>>;

/** The cart that data is encrypted for: it cannot be decrypted for another one. */
const purposeOf = (cartId: number): string => `payment of cart ${cartId}`;

/**
 * Encrypts the members of `additional_data` that the payment method declares (`PaymentMethod.storedData`) and drops the
 * others. Null when none remain. Elements of a list without names are assigned in the order of the declaration.
 */
export function sealPaymentData(
  call: Pick<Call, 'services' | 'contributions'>,
  cartId: number,
  method: string,
  data: PaymentData | null | undefined,
): string | null {
  const names = call.contributions.paymentMethods.find(({ code }) => code === method)?.storedData ?? [];
  const members = names.flatMap((name, position) => {
    const value = data?.[name] ?? data?.[position];
    return value === undefined ? [] : [[name, value] as const];
  });
  if (members.length === 0) return null;
  return call.services.access.secrets.encrypt(JSON.stringify(Object.fromEntries(members)), purposeOf(cartId));
}

/**
 * The data that `sealPaymentData` stored with a cart. Throws 400 for data encrypted with another key: the buyer must
 * set the payment again.
 */
export function openPaymentData(call: Pick<Call, 'services'>, { id, payment }: StoredCart): PaymentData {
  if (!payment?.sealed_data) return {};
  try {
    return JSON.parse(call.services.access.secrets.decrypt(payment.sealed_data, purposeOf(id))) as PaymentData;
  } catch (cause) {
    throw quoteErrors.paymentMissing(undefined, { cause });
  }
}
