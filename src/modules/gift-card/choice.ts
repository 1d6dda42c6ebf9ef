import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { Decimal, decimal, round } from '../../kernel/money.ts';
import { formatMoney } from '../../kernel/money-text.ts';
import { shopLocale } from '../../kernel/shop-settings.ts';
import type { ItemProduct } from '../quote/items/extensions/item-product.ts';
import type { ProductOptionInput } from '../quote/option-types.ts';
import { amountsIn } from './amounts.ts';
import { messageLength } from './configuration.ts';
import { giftCardErrors } from './errors.ts';
import { kindOf, openRange, termOf, type OpenRange } from './terms.ts';
import { cardKinds } from './types.ts';

/** The choices of a gift card in a request. */
export type ChoiceInput = NonNullable<
  NonNullable<NonNullable<ProductOptionInput['extension_attributes']>['giftcard_item_option']>
>;

/**
 * The buyer's choices for a gift card, as stored in carts and orders. The second half is internal: a snapshot of the
 * product's terms when the card was added to the cart.
 */
export interface StoredChoice {
  readonly giftcard_amount: string;
  readonly custom_giftcard_amount?: number;
  readonly giftcard_sender_name: string;
  readonly giftcard_recipient_name: string;
  readonly giftcard_sender_email: string;
  readonly giftcard_recipient_email: string;
  readonly giftcard_message?: string;
  readonly extension_attributes?: { readonly giftcard_created_codes: string[] };

  /** The amount of the card, in the base currency. */
  readonly base_amount?: number;
  /** See `cardKinds`. */
  readonly giftcard_type?: number;
  /** Validity in days; 0: unlimited. */
  readonly lifetime?: number;
  readonly is_redeemable?: 0 | 1;
}

/** The value that stands for an amount entered by the buyer. */
export const CUSTOM = 'custom';

const people = [
  ['giftcard_recipient_name', giftCardErrors.recipientName],
  ['giftcard_sender_name', giftCardErrors.senderName],
] as const;
const addresses = [
  ['giftcard_recipient_email', giftCardErrors.recipientEmail],
  ['giftcard_sender_email', giftCardErrors.senderEmail],
] as const;

/** Maximum stored length of names and addresses, in characters. */
export const LONGEST = 255;

/**
 * The validated choices for a gift card: an offered amount, sender and recipient, and their addresses for delivery by
 * email. A message is omitted if the product does not allow one. Throws 400 for missing or invalid values, with the
 * texts and the order of the interface.
 */
export function readChoice(call: Call, product: ItemProduct, input: ChoiceInput = {}): StoredChoice {
  const { values } = product;
  const kind = kindOf(values);
  const needed = kind === cardKinds.physical ? people : [...people, ...addresses];
  const missing = needed.filter(([field]) => !textOf(input[field]));
  const amount = readAmount(call, product, input);
  if (missing.length + (amount ? 0 : 1) > 1) throw giftCardErrors.specifyAll();
  if (!amount) throw giftCardErrors.specifyAmount();
  checkRange(call, openRange(values), amount);
  if (missing[0]) throw missing[0][1]();
  checkTexts(call, kind, input);
  const message = textOf(input.giftcard_message);
  const isTold = message !== '' && termOf(call, values, 'allow_message', call.scope.storeId);
  return {
    giftcard_amount: amount.isEntered ? CUSTOM : String(amount.base.toNumber()),
    ...(amount.isEntered ? { custom_giftcard_amount: amount.displayAmount.toNumber() } : {}),
    giftcard_sender_name: textOf(input.giftcard_sender_name),
    giftcard_recipient_name: textOf(input.giftcard_recipient_name),
    // Codes of physical cards are not emailed.
    giftcard_sender_email: kind === cardKinds.physical ? '' : textOf(input.giftcard_sender_email),
    giftcard_recipient_email: kind === cardKinds.physical ? '' : textOf(input.giftcard_recipient_email),
    ...(isTold ? { giftcard_message: message } : {}),
    base_amount: amount.base.toNumber(),
    giftcard_type: kind,
    lifetime: termOf(call, values, 'lifetime', call.scope.storeId),
    is_redeemable: termOf(call, values, 'is_redeemable', call.scope.storeId) ? 1 : 0,
  };
}

function textOf(input: string | null | undefined): string {
  return input?.trim() ?? '';
}

/** An amount of a card in the base currency, and as entered by the buyer. */
interface ChosenAmount {
  readonly base: Decimal;
  readonly displayAmount: Decimal;
  readonly isEntered: boolean;
}

/** The chosen amount: an offered one, the only offered one by default, or the amount entered by the buyer. */
function readAmount(call: Call, product: ItemProduct, input: ChoiceInput): ChosenAmount | undefined {
  const { storeId } = call.scope;
  const offered = amountsIn(call, product.extensions.giftCard?.amounts ?? [], storeId);
  const selected = textOf(input.giftcard_amount);
  const entered = input.custom_giftcard_amount ?? 0;
  if ((selected === CUSTOM || selected === '') && openRange(product.values) && entered !== 0) {
    const displayAmount = round(entered);
    const base = round(decimal(entered).div(displayRate(call)));
    return base.gt(0) && displayAmount.eq(entered) ? { base, displayAmount, isEntered: true } : undefined;
  }
  const amount = /^\d{1,8}(\.\d{1,4})?$/.test(selected) ? decimal(selected) : undefined;
  const base = selected === '' && offered.length === 1 ? offered[0] : offered.find((one) => amount && one.eq(amount));
  return base && { base, displayAmount: base, isEntered: false };
}

/** Exchange rate from the base currency to the caller's currency; 1 if there is none. */
function displayRate(call: Call): number {
  const { store, directory } = call.services;
  return directory.rate(store.baseCurrency(call, call.scope.storeId), currencyOf(call)) ?? 1;
}

/** The currency of prices for the caller. */
function currencyOf(call: Call): string {
  return call.scope.currency ?? call.services.store.displayCurrency(call, call.scope.storeId);
}

function checkRange(call: Call, range: OpenRange | undefined, { base, isEntered }: ChosenAmount): void {
  if (!range || !isEntered) return;
  if (range.least && base.lt(range.least)) throw giftCardErrors.belowMinimum([moneyText(call, range.least)]);
  if (range.most && base.gt(range.most)) throw giftCardErrors.aboveMaximum([moneyText(call, range.most)]);
}

/** A base amount, converted to the caller's currency and formatted for the store view. */
function moneyText(call: Call, base: Decimal): string {
  const { storeId } = call.scope;
  const locale = call.config.of(shopLocale, { storeId });
  return formatMoney(round(base.times(displayRate(call))).toNumber(), currencyOf(call), locale);
}

function checkTexts(call: Call, kind: number, input: ChoiceInput): void {
  for (const [field] of [...people, ...addresses]) {
    if (textOf(input[field]).length > LONGEST)
      throw platformErrors.invalidValue({ fieldName: field, value: input[field] });
  }
  const { isEmailAddress } = call.services.customer;
  for (const [field, error] of kind === cardKinds.physical ? [] : addresses) {
    if (!isEmailAddress(textOf(input[field]))) throw error();
  }
  const most = call.config.of(messageLength, { storeId: call.scope.storeId });
  if (textOf(input.giftcard_message).length > most) throw giftCardErrors.longMessage([most]);
}
