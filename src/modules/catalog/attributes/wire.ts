import type { Call } from '../../../kernel/call.ts';
import { firstOf } from '../../../kernel/lists.ts';
import { isOneOf } from '../../../kernel/narrow.ts';
import { keysOf } from '../../../kernel/own-fields.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { isWanted, type WantedFields } from '../../../kernel/fields-filter.ts';
import { bare, type Fields, type In, type Out } from '../../../kernel/types.ts';
import { attributeFlags } from '../../eav/metadata-types.ts';
import type { AttributeChanges, Attribute, AttributeScope, SourceOption } from '../../eav/service.ts';
import { catalogFields, commonFields, type CategoryAttribute, type ProductAttribute } from './types.ts';

type ShownAttribute = Omit<Out<typeof ProductAttribute>, 'extension_attributes'> & Out<typeof CategoryAttribute>;

/** The fields of an attribute without those of the catalogue, for the list of a set's attributes. */
function showCommon(call: Call, attribute: Attribute, options: readonly SourceOption[]) {
  return {
    attribute_id: attribute.id,
    attribute_code: attribute.code,
    frontend_input: attribute.frontendInput,
    entity_type_id: String(attribute.entityTypeId),
    ...showFlags(attribute, commonFields),
    options: [...options],
    default_frontend_label: attribute.label,
    frontend_labels: [...attribute.labels].map(([store_id, label]) => ({ store_id, label })),
    note: attribute.note,
    backend_type: attribute.backendType,
    backend_model: attribute.backendModel,
    source_model: call.services.eav.shownSourceModel(attribute),
    default_value: attribute.defaultValue,
    frontend_class: attribute.frontendClass,
    validation_rules: Object.entries(attribute.validation).map(([key, value]) => ({ key, value: String(value) })),
  };
}

function showWhole(call: Call, attribute: Attribute, options: readonly SourceOption[]): ShownAttribute {
  return {
    ...showFlags(attribute, catalogFields),
    is_filterable: attribute.isFilterable > 0,
    position: attribute.position,
    apply_to: [...attribute.applyTo],
    scope: attribute.scope,
    ...showCommon(call, attribute, options),
  };
}

/**
 * Attributes for a response, with the options' labels in the call's store view; two queries at most.
 * `requestedFields`: the response fields of each attribute.
 */
export async function showAttributes(
  call: Call,
  attributes: readonly Attribute[],
  requestedFields?: WantedFields,
): Promise<ShownAttribute[]> {
  const listed = isWanted(requestedFields, 'options') ? attributes : [];
  const choices = await call.services.eav.choices(call, listed, call.scope.storeId);
  return attributes.map((attribute) => showWhole(call, attribute, choices.get(attribute.id) ?? []));
}

/** As `showAttributes`, for one attribute. */
export async function showAttribute(
  call: Call,
  attribute: Attribute,
  requestedFields?: WantedFields,
): Promise<ShownAttribute> {
  return firstOf(await showAttributes(call, [attribute], requestedFields));
}

/** The attributes of a set for a response, without the fields of the catalogue. */
export async function showSetAttributes(
  call: Call,
  attributes: readonly Attribute[],
): Promise<Out<typeof ProductAttribute>[]> {
  const choices = await call.services.eav.choices(call, attributes, call.scope.storeId);
  return attributes.map((attribute) => showCommon(call, attribute, choices.get(attribute.id) ?? []));
}

/** One product attribute for a response. */
export async function showProductAttribute(
  call: Call,
  attribute: Attribute,
  requestedFields?: WantedFields,
): Promise<Out<typeof ProductAttribute>> {
  const view = await showAttribute(call, attribute, requestedFields);
  return { extension_attributes: { is_pagebuilder_enabled: false }, ...view };
}

type FlagName = keyof typeof attributeFlags;
type FlagField = (typeof attributeFlags)[FlagName];
const flagNames = keysOf(attributeFlags);

/** The flags among `fields`: as booleans, or as "0" and "1" where the field is a text. */
function showFlags<F extends Fields>(attribute: Attribute, fields: F) {
  const entries = flagNames.flatMap((name) => {
    const type = fields[attributeFlags[name]];
    if (!type) return [];
    const on = attribute[name];
    return [[attributeFlags[name], bare(type).kind === 'string' ? (on ? '1' : '0') : on]];
  });
  return Object.fromEntries(entries) as { [Field in FlagField & keyof F]: NonNullable<Out<F[Field]>> };
}

/**
 * The flags of the input. Whether an attribute is user-defined follows from its creation, so the input's value is
 * ignored.
 */
function readFlags(input: In<typeof ProductAttribute>): AttributeChanges {
  const flags: Partial<Record<FlagName, boolean>> = {};
  for (const name of flagNames) {
    const value = input[attributeFlags[name]];
    if (name === 'isUserDefined' || value === null || value === undefined) continue;
    flags[name] = typeof value === 'string' ? value !== '' && value !== '0' && value !== 'false' : value;
  }
  return flags;
}

const isScope = isOneOf(['global', 'website', 'store'] satisfies AttributeScope[]);

function readScope(text: string | null | undefined): AttributeScope | undefined {
  if (text === null || text === undefined) return undefined;
  if (!isScope(text)) throw platformErrors.invalidValue({ fieldName: 'scope', value: text });
  return text;
}

/** The input's changes to an existing attribute; fields that are absent or null change nothing. */
export function readAttributeChanges(input: In<typeof ProductAttribute>): AttributeChanges {
  return {
    ...readFlags(input),
    position: input.position ?? undefined,
    applyTo: input.apply_to?.filter((type) => type !== '') ?? undefined,
    scope: readScope(input.scope),
    note: input.note ?? undefined,
    defaultValue: input.default_value ?? undefined,
    frontendClass: input.frontend_class ?? undefined,
  };
}
