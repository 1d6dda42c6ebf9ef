import type { Call } from '../../kernel/call.ts';
import type { GraphQLTypes } from '../../kernel/graphql.ts';
import type { ProductSource } from '../catalog/graphql/types.ts';
import { choiceKey, type ChoiceField } from './choice-keys.ts';
import { LONGEST } from './choice.ts';
import { messageLength } from './configuration.ts';
import { kindOf, openRange, termOf } from './terms.ts';
import { cardKinds } from './types.ts';

/** A field that buyers of a gift card fill in. */
export interface EntryField {
  readonly name: ChoiceField;
  readonly title: string;
  readonly isRequired: boolean;
  /** Maximum number of characters; null: no text. */
  readonly length: number | null;
}

/** The fields that buyers of a gift card fill in, in the format of custom options. */
export function entryFields(
  call: Call,
  source: ProductSource,
  hasAmounts: boolean,
): GraphQLTypes['CustomizableOptionInterface'][] {
  return fieldsOf(call, source, hasAmounts).map(({ name, title, isRequired, length }, at) => ({
    source,
    key: choiceKey(name),
    option: {
      option_id: null,
      title,
      type: 'field',
      sort_order: at,
      is_require: isRequired,
      price: null,
      price_type: null,
      sku: null,
      max_characters: length,
      file_extension: null,
      image_size_x: null,
      image_size_y: null,
      values: null,
    },
  }));
}

/** The fields that buyers of a gift card fill in; `hasAmounts`: amounts are offered, so that none has to be entered. */
export function fieldsOf(call: Call, { values }: ProductSource, hasAmounts: boolean): EntryField[] {
  const { storeId } = call.scope;
  const text = (name: ChoiceField, title: string): EntryField => ({ name, title, isRequired: true, length: LONGEST });
  // Codes of physical cards are not emailed.
  const isMailed = kindOf(values) !== cardKinds.physical;
  const fields = [text('giftcard_sender_name', 'Sender Name')];
  if (isMailed) fields.push(text('giftcard_sender_email', 'Sender Email'));
  fields.push(text('giftcard_recipient_name', 'Recipient Name'));
  if (isMailed) fields.push(text('giftcard_recipient_email', 'Recipient Email'));
  if (termOf(call, values, 'allow_message', storeId)) {
    const length = call.config.of(messageLength, { storeId });
    fields.push({ name: 'giftcard_message', title: 'Message', isRequired: false, length });
  }
  if (openRange(values)) {
    const title = 'Custom Giftcard Amount';
    fields.push({ name: 'custom_giftcard_amount', title, isRequired: !hasAmounts, length: null });
  }
  return fields;
}
