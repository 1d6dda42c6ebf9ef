import { decimal, type Decimal } from '../../../../kernel/money.ts';
import { quoteErrors } from '../../errors.ts';
import type { ProductChoices, ProductOptionInput } from '../../option-types.ts';
import type { ProductOption, ProductOptionValue } from '../../../catalog/service.ts';
import type { ItemLabel, CartItemNode } from './item-type.ts';
import { addedPrice } from './prices.ts';

type OptionChoices = NonNullable<ProductChoices['custom_options']>;

/** Types of options with a list of values; the second kind allows several. */
const listTypes = new Set(['drop_down', 'radio', 'checkbox', 'multiple']);
const multipleTypes = new Set(['checkbox', 'multiple']);

/**
 * The validated choices for a product's custom options: required options are present, values exist, texts are short
 * enough.
 */
export function readCustomOptions(
  options: readonly ProductOption[],
  input: ProductOptionInput | null | undefined,
): OptionChoices {
  const values = new Map<string, string>();
  for (const { option_id, option_value } of input?.extension_attributes?.custom_options ?? []) {
    if (option_id && option_value) values.set(String(option_id), String(option_value));
  }
  const known = new Set<string>();
  for (const option of options) {
    const option_id = String(option.option_id);
    const option_value = values.get(option_id);
    known.add(option_id);
    if (option_value !== undefined) checkChoice(option, option_value);
    else if (option.is_require) throw quoteErrors.requiredOptions();
  }
  // Responses have them in the order of the request.
  return [...values].flatMap(([option_id, option_value]) =>
    known.has(option_id) ? [{ option_id, option_value }] : [],
  );
}

function checkChoice(option: ProductOption, value: string): void {
  if (listTypes.has(option.type ?? '')) {
    const ids = value.split(',');
    const known = new Set((option.values ?? []).map((one) => String(one.option_type_id)));
    const isTooMany = ids.length > 1 && !multipleTypes.has(option.type);
    if (isTooMany || ids.some((id) => !known.has(id))) throw quoteErrors.requiredOptions();
  } else if (option.max_characters && value.length > option.max_characters) {
    throw quoteErrors.optionTooLong();
  }
}

/** An option with its choice: values of its list, or a text. */
interface ChosenOption {
  readonly option: ProductOption;
  readonly values: readonly ProductOptionValue[];
  readonly text: string;
}

function chosenOptions(options: readonly ProductOption[], choices: OptionChoices | undefined): ChosenOption[] {
  if (!choices) return [];
  const texts = new Map(choices.map((choice) => [choice.option_id, choice.option_value]));
  return options.flatMap((option) => {
    const text = texts.get(String(option.option_id));
    if (text === undefined) return [];
    const ids = new Set(listTypes.has(option.type ?? '') ? text.split(',') : []);
    const values = (option.values ?? []).filter((value) => ids.has(String(value.option_type_id)));
    return [{ option, values, text }];
  });
}

/** The options that were chosen for an item, with the choices. */
export function optionsChosen({ product, item }: CartItemNode): ChosenOption[] {
  return chosenOptions(product.options, item.choices.custom_options);
}

/** The prices that choices add; percentages are of `base`. */
export function optionsPrice(
  options: readonly ProductOption[],
  choices: OptionChoices | undefined,
  base: Decimal,
): Decimal {
  return chosenOptions(options, choices).reduce((sum, { option, values }) => {
    const priced = values.length > 0 ? values : [option];
    return priced.reduce((all, one) => all.plus(addedPrice(one.price, one.price_type, base)), sum);
  }, decimal(0));
}

/** A price with the prices of an item's custom options. */
export function withOptionsPrice({ product, item }: CartItemNode, base: Decimal): Decimal {
  return base.plus(optionsPrice(product.options, item.choices.custom_options, base));
}

/** A SKU and the SKUs of the choices, joined by hyphens. Recorded: `opt-1-eng-gol--`. */
export function skuWithOptions({ product, item }: CartItemNode, sku: string): string {
  return chosenOptions(product.options, item.choices.custom_options).reduce((text, { option, values }) => {
    const own = values.length > 0 ? values.map((value) => value.sku ?? '').join('-') : (option.sku ?? '');
    return own === '' ? text : `${text}-${own}`;
  }, sku);
}

/** The choices as texts for people. */
export function optionLabels({ product, item }: CartItemNode): ItemLabel[] {
  return chosenOptions(product.options, item.choices.custom_options).map(({ option, values, text }) => ({
    value: values.length > 0 ? values.map((value) => value.title ?? '').join(', ') : text,
    label: option.title ?? '',
  }));
}
