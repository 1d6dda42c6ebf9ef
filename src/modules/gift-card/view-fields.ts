import type { Call } from '../../kernel/call.ts';
import { uidOf } from '../../kernel/uids.ts';
import type { ProductSource } from '../catalog/graphql/types.ts';
import { choiceKey, type ChoiceField } from './choice-keys.ts';
import { fieldsOf, type EntryField } from './entry-fields.ts';
import { amountsOfCard } from './graphql.ts';
import { openRange } from './terms.ts';

/** The rule by which storefronts check a field before they add a gift card to a cart. */
interface FieldRule {
  readonly type: 'string' | 'email' | 'number';
  readonly required: boolean;
  readonly values?: readonly number[];
  readonly min?: number;
  readonly max?: number;
  readonly max_length?: number;
}

const viewOf = (name: ChoiceField, label: string, rule: FieldRule) => ({
  uid: uidOf(choiceKey(name)),
  name: choiceKey(name),
  label,
  validation_rule: rule,
});

/** The fields that buyers of a gift card fill in, in the catalogue service: the offered amounts are one of them. */
export async function cardFieldsView(call: Call, source: ProductSource): Promise<{ label: string; value: object }> {
  const amounts = (await amountsOfCard(call, source)).map(({ website_value }) => website_value);
  const offered =
    amounts.length > 0
      ? [viewOf('giftcard_amount', 'Amount', { type: 'number', required: !openRange(source.values), values: amounts })]
      : [];
  const entered = fieldsOf(call, source, amounts.length > 0).map((field) =>
    viewOf(field.name, field.title, ruleOf(field, source)),
  );
  return { label: 'Gift Card', value: { options: [...offered, ...entered] } };
}

function ruleOf({ name, isRequired: required, length }: EntryField, { values }: ProductSource): FieldRule {
  if (name === 'custom_giftcard_amount') {
    const { least, most } = openRange(values) ?? {};
    return {
      type: 'number',
      required,
      ...(least && { min: least.toNumber() }),
      ...(most && { max: most.toNumber() }),
    };
  }
  if (name.endsWith('_email')) return { type: 'email', required };
  return { type: 'string', required, ...(length !== null && { max_length: length }) };
}
