import type { Call } from '../../../kernel/call.ts';
import { isOneOf } from '../../../kernel/narrow.ts';
import {
  deprecated,
  enumTypes,
  interfaceType,
  objectType,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { uidOf } from '../../../kernel/uids.ts';
import type { ProductOption } from '../options/option.ts';
import { moneyIn } from './amounts.ts';
import { addedLoader } from './products.ts';
import type { ProductSource } from './types.ts';

/** A custom option of a product as storefronts see it, or a field of its product type. */
interface OptionSource {
  readonly option: Omit<ProductOption, 'option_id' | 'product_id'> & { readonly option_id: number | null };
  readonly source: ProductSource;
  /** Key in the uid of a field that is no custom option. */
  readonly key?: string;
}

const keyOf = ({ option, key }: OptionSource): string => key ?? `custom-option/${option.option_id}`;

const enums = enumTypes({ CustomizableDateTypeEnum: ['DATE', 'DATE_TIME', 'TIME'] });
const isDateType = isOneOf(enums.types.CustomizableDateTypeEnum);

const priced = { price: 'Float', price_type: 'PriceTypeEnum', sku: 'String', uid: 'ID!' } as const;
const listed = { ...priced, option_type_id: 'Int', sort_order: 'Int', title: 'String' } as const;

const values = valueTypes({
  CustomizableAreaValue: { ...priced, max_characters: 'Int' },
  CustomizableCheckboxValue: listed,
  CustomizableDateValue: { ...priced, type: 'CustomizableDateTypeEnum' },
  CustomizableDropDownValue: listed,
  CustomizableFieldValue: { ...priced, max_characters: 'Int' },
  CustomizableFileValue: { ...priced, file_extension: 'String', image_size_x: 'Int', image_size_y: 'Int' },
  CustomizableMultipleValue: listed,
  CustomizableRadioValue: listed,
});

/** The types of options in the schema, by the type of the option: with a list of values, or with one. */
const listTypes = {
  drop_down: 'CustomizableDropDownOption',
  radio: 'CustomizableRadioOption',
  checkbox: 'CustomizableCheckboxOption',
  multiple: 'CustomizableMultipleOption',
} as const;
const entryTypes = {
  field: 'CustomizableFieldOption',
  area: 'CustomizableAreaOption',
  file: 'CustomizableFileOption',
  date: 'CustomizableDateOption',
  date_time: 'CustomizableDateOption',
  time: 'CustomizableDateOption',
} as const;
const typenames: Readonly<Record<string, string>> = { ...listTypes, ...entryTypes };

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {
    CustomizableAreaOption: OptionSource;
    CustomizableCheckboxOption: OptionSource;
    CustomizableDateOption: OptionSource;
    CustomizableDropDownOption: OptionSource;
    CustomizableFieldOption: OptionSource;
    CustomizableFileOption: OptionSource;
    CustomizableMultipleOption: OptionSource;
    CustomizableOptionInterface: OptionSource;
    CustomizableProductInterface: ProductSource;
    CustomizableRadioOption: OptionSource;
  }
}

const optionInterface = interfaceType(
  'CustomizableOptionInterface',
  (t) => ({
    option_id: deprecated(
      'Use `uid`.',
      t.field('Int', ({ option }) => option.option_id),
    ),
    required: t.field('Boolean', ({ option }) => option.is_require),
    sort_order: t.field('Int', ({ option }) => option.sort_order),
    title: t.field('String', ({ option }) => option.title),
    uid: t.field('ID!', (source) => uidOf(keyOf(source))),
  }),
  ({ option }) => typenames[option.type] ?? 'CustomizableFieldOption',
);

type PriceType = GraphQLTypes['PriceTypeEnum'];

/** The surcharge of a choice: an amount in the displayed currency, or a percentage. */
function priceOf(
  call: Call,
  { price, price_type }: { readonly price: number | null; readonly price_type: string | null },
) {
  const type: PriceType = price_type === 'percent' ? 'PERCENT' : 'FIXED';
  return { price: type === 'PERCENT' ? (price ?? 0) : moneyIn(call)(price ?? 0).value, price_type: type };
}

/** The values of an option that has a list of them. */
function listOf(source: OptionSource, call: Call) {
  return (source.option.values ?? []).map((value) => ({
    price: priceOf(call, value).price,
    price_type: priceOf(call, value).price_type,
    option_type_id: value.option_type_id,
    sku: value.sku,
    sort_order: value.sort_order,
    title: value.title,
    uid: uidOf(`${keyOf(source)}/${value.option_type_id}`),
  }));
}

/** The input of an option without a list. */
function entryOf(source: OptionSource, call: Call) {
  const { option } = source;
  const { file_extension, image_size_x, image_size_y, max_characters, sku } = option;
  const type = option.type.toUpperCase();
  return {
    ...priceOf(call, option),
    file_extension,
    image_size_x,
    image_size_y,
    max_characters,
    sku,
    type: isDateType(type) ? type : null,
    uid: uidOf(keyOf(source)),
  };
}

const optionTypes = [
  ...(['Checkbox', 'DropDown', 'Multiple', 'Radio'] as const).map((kind) =>
    objectType(
      `Customizable${kind}Option`,
      (t) => ({ value: t.field(`[Customizable${kind}Value]`, (source, _, call) => listOf(source, call)) }),
      ['CustomizableOptionInterface'],
    ),
  ),
  ...(['Area', 'Date', 'Field', 'File'] as const).map((kind) =>
    objectType(
      `Customizable${kind}Option`,
      (t) => ({
        product_sku: t.field('String', ({ source }) => source.product.sku),
        value: t.field(`Customizable${kind}Value`, (source, _, call) => entryOf(source, call)),
      }),
      ['CustomizableOptionInterface'],
    ),
  ),
];

const withOptions = addedLoader({ fields: ['options'], places: false });

const customizable = interfaceType(
  'CustomizableProductInterface',
  (t) => ({
    options: t.field('[CustomizableOptionInterface]', async (source, _, call) =>
      ((await withOptions(call, source)).options ?? []).map((option) => ({ option, source })),
    ),
  }),
  ({ typename }) => typename,
);

/** Custom options of products. */
export const optionDeclarations = [enums, values, optionInterface, ...optionTypes, customizable];
