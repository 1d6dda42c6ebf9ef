import type { Call } from '../../kernel/call.ts';
import { inputTypes, interfaceType, objectType, type InputTypesOf } from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import type { Attribute, ListedOption } from './metadata-types.ts';

/** The value of an attribute as storefronts see it: a text, or the options that were chosen. */
interface ShownAttributeValue {
  readonly code: string;
  readonly value: string;
  /** Absent for an attribute without options. */
  readonly options?: readonly { readonly label: string; readonly value: string }[];
  /** For an attribute that holds files; its value is the path. */
  readonly file?: { readonly url: string; readonly isImage: boolean };
}

const inputs = inputTypes({
  AttributeInputSelectedOption: { value: 'String!' },
  AttributeValueInput: {
    attribute_code: 'String!',
    selected_options: '[AttributeInputSelectedOption]',
    value: 'String',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends InputTypesOf<typeof inputs> {
    AttributeFile: ShownAttributeValue;
    AttributeImage: ShownAttributeValue;
    AttributeSelectedOption: NonNullable<ShownAttributeValue['options']>[number];
    AttributeSelectedOptionInterface: NonNullable<ShownAttributeValue['options']>[number];
    AttributeSelectedOptions: ShownAttributeValue;
    AttributeValue: ShownAttributeValue;
    AttributeValueInterface: ShownAttributeValue;
  }
}

const optionsOf = loader<Attribute, readonly ListedOption[]>(async (attributes, call) => {
  const { storeId } = call.scope;
  const stored = attributes.filter((one) => call.services.eav.hasStoredOptions(one));
  const found = await call.services.eav.storedOptions(
    call,
    stored.map(({ id }) => id),
    storeId,
  );
  return Promise.all(
    attributes.map(async ({ id }) => found.get(id) ?? (await call.services.eav.options(call, id, storeId))),
  );
});

/** The value of an attribute for storefronts; `stored`: the stored value, several options joined by commas. */
export async function shownValue(call: Call, attribute: Attribute, stored: unknown): Promise<ShownAttributeValue> {
  const { code, frontendInput } = attribute;
  const value = Array.isArray(stored) ? stored.join('\n') : String(stored);
  if (!['select', 'multiselect', 'boolean'].includes(frontendInput ?? '')) return { code, value };
  const chosen = value.split(',');
  const options = (await optionsOf(call, attribute)).filter((one) => chosen.includes(one.value));
  return { code, value, options: options.map((one) => ({ label: one.label, value: one.value })) };
}

const valueInterface = interfaceType(
  'AttributeValueInterface',
  () => ({ code: 'ID!' }),
  ({ options, file }) => {
    if (options) return 'AttributeSelectedOptions';
    if (!file) return 'AttributeValue';
    return file.isImage ? 'AttributeImage' : 'AttributeFile';
  },
);
const value = objectType('AttributeValue', () => ({ value: 'String!' }), ['AttributeValueInterface']);
/** Files and images of customers; source: the schema of the cloud service. */
const files = (['AttributeFile', 'AttributeImage'] as const).map((name) =>
  objectType(name, (t) => ({ url: t.field('String!', ({ file }) => file?.url ?? ''), value: 'String!' }), [
    'AttributeValueInterface',
  ]),
);
const selectedOptions = objectType(
  'AttributeSelectedOptions',
  (t) => ({
    selected_options: t.field('[AttributeSelectedOptionInterface]!', ({ options = [] }) => options),
  }),
  ['AttributeValueInterface'],
);
const optionInterface = interfaceType(
  'AttributeSelectedOptionInterface',
  () => ({ label: 'String!', value: 'String!' }),
  () => 'AttributeSelectedOption',
);
const option = objectType('AttributeSelectedOption', () => ({}), ['AttributeSelectedOptionInterface']);

/** Values of attributes. */
export const attributeValueDeclarations = [
  inputs,
  valueInterface,
  value,
  ...files,
  selectedOptions,
  optionInterface,
  option,
];
