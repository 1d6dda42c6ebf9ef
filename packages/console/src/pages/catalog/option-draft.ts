import type { ProductRecord } from './product.tsx';
import { t } from '../../texts/text.ts';

/** A custom option of a product. */
export type CustomOption = NonNullable<ProductRecord['options']>[number];

/** Kinds of custom options: code and title. */
export const optionTypes = [
  ['drop_down', t('Dropdown')],
  ['radio', t('Radio buttons')],
  ['checkbox', t('Checkboxes')],
  ['multiple', t('Multiple select')],
  ['field', t('Text field')],
  ['area', t('Text area')],
  ['file', t('File')],
  ['date', t('Date')],
  ['date_time', t('Date and time')],
  ['time', t('Time [of day]')],
] as const;

const listTypes = new Set(['drop_down', 'radio', 'checkbox', 'multiple']);
const textTypes = new Set(['field', 'area']);

/** Whether buyers choose from a list of values. */
export const hasValues = ({ type }: Pick<OptionDraft, 'type'>): boolean => listTypes.has(type);
/** Whether buyers enter a text. */
export const isText = ({ type }: Pick<OptionDraft, 'type'>): boolean => textTypes.has(type);

/** A surcharge as typed. */
export interface PriceDraft {
  readonly price: string;
  /** `fixed` or `percent`. */
  readonly priceType: string;
}

/** A value of an option with a list, as the form has it. */
export interface ValueDraft extends PriceDraft {
  /** Undefined: the value is new. */
  readonly id: number | undefined;
  readonly title: string;
  readonly sku: string;
}

/** A custom option as the form has it. */
export interface OptionDraft extends PriceDraft {
  /** Undefined: the option is new. */
  readonly id: number | undefined;
  readonly title: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly position: string;
  readonly sku: string;
  readonly maxCharacters: string;
  readonly extensions: string;
  readonly values: readonly ValueDraft[];
}

export const newValue: ValueDraft = { id: undefined, title: '', price: '', priceType: 'fixed', sku: '' };

/** An option without input, at a position. */
export function newOption(position: number): OptionDraft {
  return {
    id: undefined,
    title: '',
    type: 'drop_down',
    isRequired: true,
    position: String(position),
    sku: '',
    price: '',
    priceType: 'fixed',
    maxCharacters: '',
    extensions: '',
    values: [newValue],
  };
}

/** The form of a stored option. */
export function inputOf(option: CustomOption): OptionDraft {
  const text = (value: string | number | null | undefined): string => String(value ?? '');
  const values = (option.values ?? []).toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0));
  return {
    id: option.option_id ?? undefined,
    title: text(option.title),
    type: text(option.type),
    isRequired: option.is_require === true,
    position: text(option.sort_order),
    sku: text(option.sku),
    price: text(option.price),
    priceType: option.price_type ?? 'fixed',
    maxCharacters: text(option.max_characters),
    extensions: text(option.file_extension),
    values: values.map((value) => ({
      id: value.option_type_id ?? undefined,
      title: text(value.title),
      price: text(value.price),
      priceType: value.price_type ?? 'fixed',
      sku: text(value.sku),
    })),
  };
}

/** The option to send. */
export function optionOf(productSku: string, draft: OptionDraft) {
  const price = ({ price: amount, priceType }: PriceDraft) => ({ price: Number(amount), price_type: priceType });
  const values = draft.values.map((value, i) => ({
    ...(value.id !== undefined && { option_type_id: value.id }),
    title: value.title,
    sort_order: i,
    sku: value.sku || null,
    ...price(value),
  }));
  return {
    product_sku: productSku,
    ...(draft.id !== undefined && { option_id: draft.id }),
    title: draft.title,
    type: draft.type,
    is_require: draft.isRequired,
    sort_order: Number(draft.position),
    ...(hasValues(draft) ? { values } : { ...price(draft), sku: draft.sku || null }),
    ...(isText(draft) && { max_characters: Number(draft.maxCharacters) }),
    ...(draft.type === 'file' && { file_extension: draft.extensions || null }),
  };
}
