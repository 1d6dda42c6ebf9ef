import { CUSTOM, type ChoiceInput } from './choice.ts';

/** The fields of a choice that buyers of a gift card enter as texts. */
const textFields = [
  'giftcard_sender_name',
  'giftcard_sender_email',
  'giftcard_recipient_name',
  'giftcard_recipient_email',
  'giftcard_message',
] as const;

/** A field of a choice. */
export type ChoiceField = (typeof textFields)[number] | 'giftcard_amount' | 'custom_giftcard_amount';

/** The key of a field in uids; an offered amount has its value behind that. Storefronts know these keys. */
export const choiceKey = (field: ChoiceField): string => `giftcard/${field}`;

/** The value that storefronts send as the offered amount when the buyer enters another one. */
const OTHER = 'other';

const NUMBER = /^-?\d{1,12}(\.\d{1,4})?$/;

/**
 * The choices of a gift card in decoded uids and the entered texts, such as `['giftcard', 'giftcard_sender_name', 'Ada']`;
 * undefined if they have none.
 */
export function chosenByKeys(keys: readonly (readonly string[])[]): ChoiceInput | undefined {
  const texts = new Map(
    keys.flatMap(([kind, field = '', value = '']) => (kind === 'giftcard' ? [[field, value.trim()] as const] : [])),
  );
  if (texts.size === 0) return undefined;
  const choice: { -readonly [K in keyof ChoiceInput]: ChoiceInput[K] } = amountOf(texts);
  for (const field of textFields) {
    const text = texts.get(field);
    if (text !== undefined) choice[field] = text;
  }
  return choice;
}

/** An offered amount counts before an entered one. An entered text that is not a number counts as no amount. */
function amountOf(texts: ReadonlyMap<string, string>): ChoiceInput {
  const offered = texts.get('giftcard_amount');
  if (offered && offered !== OTHER) {
    return { giftcard_amount: NUMBER.test(offered) ? String(Number(offered)) : offered };
  }
  const entered = texts.get('custom_giftcard_amount');
  if (!entered) return {};
  return { giftcard_amount: CUSTOM, custom_giftcard_amount: NUMBER.test(entered) ? Number(entered) : 0 };
}
