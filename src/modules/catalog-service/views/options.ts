import type { Call } from '../../../kernel/call.ts';
import {
  enumTypes,
  interfaceType,
  objectType,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { uidOf } from '../../../kernel/uids.ts';
import type { ProductSource } from '../../catalog/graphql/types.ts';
import type { ProductOption } from '../../catalog/service.ts';
import type { ViewChoices, ViewOption, ViewValue } from '../extensions.ts';
import { isComplex, withCustomOptions } from './read.ts';
import type { RefinedChoices, ViewSource } from './types.ts';

const enums = enumTypes({ SwatchType: ['TEXT', 'IMAGE', 'COLOR_HEX', 'CUSTOM'] });

const values = valueTypes({
  ProductViewInputOption: {
    fileExtensions: 'String',
    id: 'ID',
    imageSize: 'ProductViewInputOptionImageSize',
    markupAmount: 'Float',
    range: 'ProductViewInputOptionRange',
    required: 'Boolean',
    sortOrder: 'Int',
    suffix: 'String',
    title: 'String',
    type: 'String',
  },
  ProductViewInputOptionImageSize: { height: 'Int', width: 'Int' },
  ProductViewInputOptionRange: { from: 'Float', to: 'Float' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {
    ProductViewOption: ViewOption;
    ProductViewOptionValue: ViewValue;
    ProductViewOptionValueConfiguration: ViewValue;
    ProductViewOptionValueProduct: ViewValue;
    ProductViewOptionValueSwatch: ViewValue;
  }
}

/** The choices of a composite product; none for a type without options. */
export async function choicesOf(call: Call, source: ProductSource): Promise<ViewChoices> {
  const ofType = call.contributions.viewChoices.find(({ type }) => type === source.product.type_id);
  return ofType ? await ofType.of(call, source) : { options: [] };
}

/**
 * What is left of the choices of a product once some values are chosen: a single variant if a value of each option is
 * chosen. Undefined if a value is unknown, or no variant has all of them.
 */
export function refine(
  { options, variants }: ViewChoices,
  chosen: ReadonlySet<string>,
): (RefinedChoices & { readonly only: ProductSource | undefined }) | undefined {
  const known = new Set(options.flatMap(({ values: own }) => own.map(({ id }) => id)));
  if ([...chosen].some((id) => !known.has(id))) return undefined;
  const open = options.filter((option) => !option.values.some(({ id }) => chosen.has(id)));
  if (!variants) return { options: open, variants: undefined, only: undefined };
  const fitting = variants.filter(({ selections }) => [...chosen].every((id) => selections.includes(id)));
  const [first] = fitting;
  if (!first) return undefined;
  const left = new Set(fitting.flatMap(({ selections }) => selections));
  return {
    options: open.map((option) => ({ ...option, values: option.values.filter(({ id }) => left.has(id)) })),
    variants: fitting,
    only: open.length === 0 ? first.product : undefined,
  };
}

/** The options of a composite product: those left to choose, and its custom options with lists of values. */
export async function optionsOf(call: Call, { source, refined }: ViewSource): Promise<ViewOption[]> {
  const [{ options }, { options: custom = [] }] = await Promise.all([
    refined ?? choicesOf(call, source),
    withCustomOptions(call, source),
  ]);
  return [...options, ...custom.flatMap((option) => listOption(option) ?? [])];
}

/** A custom option with a list of values. */
function listOption({ option_id: id, title, type, is_require, values: own }: ProductOption): ViewOption | undefined {
  if (!own) return undefined;
  return {
    id: uidOf(`custom-option/${id}`),
    title,
    required: is_require,
    multi: type === 'checkbox' || type === 'multiple',
    values: own.map((value) => ({
      id: uidOf(`custom-option/${id}/${value.option_type_id}`),
      title: value.title,
      inStock: true,
    })),
  };
}

/** The custom options of a product that take an input. */
export async function inputOptionsOf(
  call: Call,
  source: ProductSource,
): Promise<GraphQLTypes['ProductViewInputOption'][]> {
  const { options = [] } = await withCustomOptions(call, source);
  const { storefront } = call.services;
  const inputs = options.filter((option) => !option.values);
  if (inputs.length === 0) return [];
  const { minimum_price } = await storefront.range(call, source);
  return inputs.map((option) => {
    const { price, price_type, image_size_x: width, image_size_y: height, max_characters: most } = option;
    const percent = ((price ?? 0) * minimum_price.final_price.value) / 100;
    return {
      fileExtensions: option.file_extension,
      id: uidOf(`custom-option/${option.option_id}`),
      imageSize: width || height ? { width, height } : null,
      markupAmount: price_type === 'percent' ? percent : storefront.money(call)(price ?? 0).value,
      range: most ? { from: 0, to: most } : null,
      required: option.is_require,
      sortOrder: option.sort_order,
      suffix: option.sku,
      title: option.title,
      type: option.type,
    };
  });
}

const option = objectType('ProductViewOption', () => ({
  id: 'ID',
  multi: 'Boolean',
  required: 'Boolean',
  title: 'String',
  values: '[ProductViewOptionValue!]',
}));

const value = interfaceType(
  'ProductViewOptionValue',
  () => ({ id: 'ID', inStock: 'Boolean', title: 'String' }),
  ({ part, swatch }) => {
    if (part) return 'ProductViewOptionValueProduct';
    return swatch ? 'ProductViewOptionValueSwatch' : 'ProductViewOptionValueConfiguration';
  },
);
const configuration = objectType('ProductViewOptionValueConfiguration', () => ({}), ['ProductViewOptionValue']);

const swatchTypes = { 0: 'TEXT', 1: 'COLOR_HEX', 2: 'IMAGE', 3: 'CUSTOM' } as const;
const swatch = objectType(
  'ProductViewOptionValueSwatch',
  (t) => ({
    type: t.field('SwatchType', ({ swatch: own }) => own && swatchTypes[own.type]),
    value: t.field('String', ({ swatch: own, title }, _, call) => {
      if (own?.type === 2) return `${call.services.store.mediaUrl(call)}attribute/swatch${own.value ?? ''}`;
      return own?.value || title;
    }),
  }),
  ['ProductViewOptionValue'],
);

const part = objectType(
  'ProductViewOptionValueProduct',
  (t) => ({
    canEditQuantity: t.field('Boolean', ({ part: own }) => own?.canEditQuantity),
    enabled: t.field('Boolean', ({ part: own }) => Number(own?.product.values.status) === 1),
    isDefault: t.field('Boolean', ({ part: own }) => own?.isDefault),
    product: t.field('SimpleProductView', ({ part: own }, _, call) =>
      own && !isComplex(call, own.product) ? { source: own.product } : null,
    ),
    quantity: t.field('Float', ({ part: own }) => own?.quantity),
  }),
  ['ProductViewOptionValue'],
);

/** Options of product views. */
export const optionDeclarations = [enums, values, option, value, configuration, swatch, part];
