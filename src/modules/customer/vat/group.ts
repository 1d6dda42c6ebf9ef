import type { Call } from '../../../kernel/call.ts';
import { storeInformation } from '../../../kernel/shop-settings.ts';
import { defaultCountry, euCountries } from '../../directory/configuration.ts';
import type { AddressBook } from '../addresses/save.ts';
import { vatGroups } from '../configuration.ts';
import type { CustomerFields } from '../customers/customer.ts';
import { defaultGroupId, findGroup } from '../groups/groups.ts';
import { readVatNumber, type VatNumber } from './number.ts';
import { askService, serviceUrl, type VatVerdict } from './ask.ts';

/** The service's results so far for the numbers of one call. */
export type VatAnswers = Map<string, VatVerdict>;

/** Leaves the transaction to call the service; the work runs again afterwards. */
class VatQuestion extends Error {
  readonly number: VatNumber;
  readonly storeId: number;

  constructor(number: VatNumber, storeId: number) {
    super('a VAT number has to be asked for');
    this.number = number;
    this.storeId = storeId;
  }
}

/**
 * Runs `work` in a transaction, and again when it needs a result for a VAT number: the service is never called while a
 * transaction is open. Inside an open transaction, the service is not called, and `answers` is undefined.
 */
export async function withVatAnswers<T>(
  call: Call,
  work: (inside: Call, answers: VatAnswers | undefined) => Promise<T>,
): Promise<T> {
  if (call.inTransaction) return work(call, undefined);
  const answers: VatAnswers = new Map();
  for (;;) {
    try {
      return await call.transaction((inside) => work(inside, answers));
    } catch (error) {
      if (!(error instanceof VatQuestion)) throw error;
      answers.set(keyOf(error.number), await askService(call, error.number, error.storeId));
    }
  }
}

/**
 * The group of a customer by the VAT number of the address for taxes, if `vatGroups.isOn`; otherwise, and without a
 * result, the current group. An address without a number, or outside the European Union, leads to the default group.
 */
export async function groupByVat(
  call: Call,
  { group_id, store_id, disable_auto_group_change }: CustomerFields,
  book: AddressBook,
  answers: VatAnswers | undefined,
): Promise<number> {
  const scope = { storeId: store_id };
  if (!call.config.of(vatGroups.isOn, scope) || disable_auto_group_change) return group_id;
  const id = call.config.of(vatGroups.address, scope) === 'shipping' ? book.default_shipping : book.default_billing;
  const address = book.addresses.find((one) => one.id === id);
  if (!address) return group_id;
  const union = call.config.of(euCountries, scope);
  if (!address.vat_id?.trim() || !union.includes(address.country_id)) return defaultGroupId(call, store_id);
  const number = readVatNumber(address.country_id, address.vat_id);
  const verdict = number ? verdictOf(call, number, store_id, answers) : 'invalid';
  if (!verdict) return group_id;
  const home = call.config.of(storeInformation.country, scope) || call.config.of(defaultCountry, scope);
  const valid = address.country_id === home ? vatGroups.domestic : vatGroups.intraUnion;
  const chosen = call.config.of({ valid, invalid: vatGroups.invalid, unknown: vatGroups.error }[verdict], scope);
  return chosen && (await findGroup(call, chosen)) ? chosen : group_id;
}

/** Undefined: the service would have to be called, but cannot be. */
function verdictOf(
  call: Call,
  number: VatNumber,
  storeId: number,
  answers: VatAnswers | undefined,
): VatVerdict | undefined {
  // A number of the right form may still be nobody's.
  if (!serviceUrl(call, storeId)) return 'unknown';
  if (!answers) return undefined;
  const answer = answers.get(keyOf(number));
  if (!answer) throw new VatQuestion(number, storeId);
  return answer;
}

function keyOf({ country, number }: VatNumber): string {
  return `${country} ${number}`;
}
