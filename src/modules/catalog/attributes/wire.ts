import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import type { In, Out } from '../../../kernel/types.ts';
import type { AttributeChanges, Attribute, AttributeScope, SourceOption } from '../../eav/service.ts';
import type { CategoryAttribute, ProductAttribute } from './types.ts';

type Shown = Omit<Out<typeof ProductAttribute>, 'extension_attributes'> & Out<typeof CategoryAttribute>;

/** What the interface shows of an attribute where it tells nothing of the catalogue: in the list of a set's attributes. */
function showCommon(call: Call, attribute: Attribute, options: readonly SourceOption[]) {
  return {
    attribute_id: attribute.id,
    attribute_code: attribute.code,
    frontend_input: attribute.frontendInput,
    entity_type_id: String(attribute.entityTypeId),
    is_required: attribute.isRequired,
    options: [...options],
    is_user_defined: attribute.isUserDefined,
    default_frontend_label: attribute.label,
    frontend_labels: [...attribute.labels].map(([store_id, label]) => ({ store_id, label })),
    note: attribute.note,
    backend_type: attribute.backendType,
    backend_model: attribute.backendModel,
    source_model: call.services.eav.shownSourceModel(attribute),
    default_value: attribute.defaultValue,
    is_unique: mark(attribute.isUnique),
    frontend_class: attribute.frontendClass,
    validation_rules: Object.entries(attribute.validation).map(([key, value]) => ({ key, value: String(value) })),
  };
}

function showWhole(call: Call, attribute: Attribute, options: readonly SourceOption[]): Shown {
  return {
    is_wysiwyg_enabled: attribute.isWysiwygEnabled,
    is_html_allowed_on_front: attribute.isHtmlAllowedOnFront,
    used_for_sort_by: attribute.usedForSortBy,
    is_filterable: attribute.isFilterable > 0,
    is_filterable_in_search: attribute.isFilterableInSearch,
    is_used_in_grid: attribute.isUsedInGrid,
    is_visible_in_grid: attribute.isVisibleInGrid,
    is_filterable_in_grid: attribute.isFilterableInGrid,
    position: attribute.position,
    apply_to: [...attribute.applyTo],
    is_searchable: mark(attribute.isSearchable),
    is_visible_in_advanced_search: mark(attribute.isVisibleInAdvancedSearch),
    is_comparable: mark(attribute.isComparable),
    is_used_for_promo_rules: mark(attribute.isUsedForPromoRules),
    is_visible_on_front: mark(attribute.isVisibleOnFront),
    used_in_product_listing: mark(attribute.usedInProductListing),
    is_visible: attribute.isVisible,
    scope: attribute.scope,
    ...showCommon(call, attribute, options),
  };
}

/** Attributes as the wire has them, with the options' labels of the call's store view; in two queries at most. */
export async function showAttributes(call: Call, attributes: readonly Attribute[]): Promise<Shown[]> {
  const choices = await call.services.eav.choices(call, attributes, call.scope.storeId);
  return attributes.map((attribute) => showWhole(call, attribute, choices.get(attribute.id) ?? []));
}

/** The attributes of a set as the wire has them: without what is particular to the catalogue. */
export async function showSetAttributes(
  call: Call,
  attributes: readonly Attribute[],
): Promise<Out<typeof ProductAttribute>[]> {
  const choices = await call.services.eav.choices(call, attributes, call.scope.storeId);
  return attributes.map((attribute) => showCommon(call, attribute, choices.get(attribute.id) ?? []));
}

/** One product attribute as the wire has it. */
export async function showProductAttribute(call: Call, attribute: Attribute): Promise<Out<typeof ProductAttribute>> {
  const [shown] = await showAttributes(call, [attribute]);
  return { extension_attributes: { is_pagebuilder_enabled: false }, ...shown! };
}

function mark(flag: boolean): '0' | '1' {
  return flag ? '1' : '0';
}

/** A mark that travels as text; undefined when it was not sent. */
function readMark(text: string | null | undefined): boolean | undefined {
  if (text === null || text === undefined) return undefined;
  return text !== '' && text !== '0' && text !== 'false';
}

const scopes: readonly string[] = ['global', 'website', 'store'] satisfies AttributeScope[];

function readScope(text: string | null | undefined): AttributeScope | undefined {
  if (text === null || text === undefined) return undefined;
  if (!scopes.includes(text)) throw platformErrors.invalidValue({ fieldName: 'scope', value: text });
  return text as AttributeScope;
}

/** What a sent attribute changes of one that is there; fields that were not sent, or sent as null, change nothing. */
export function readChanges(sent: In<typeof ProductAttribute>): AttributeChanges {
  const flag = (value: boolean | null | undefined): boolean | undefined => value ?? undefined;
  return {
    isWysiwygEnabled: flag(sent.is_wysiwyg_enabled),
    isHtmlAllowedOnFront: flag(sent.is_html_allowed_on_front),
    usedForSortBy: flag(sent.used_for_sort_by),
    isFilterableInSearch: flag(sent.is_filterable_in_search),
    isUsedInGrid: flag(sent.is_used_in_grid),
    isVisibleInGrid: flag(sent.is_visible_in_grid),
    isFilterableInGrid: flag(sent.is_filterable_in_grid),
    position: sent.position ?? undefined,
    applyTo: sent.apply_to?.filter((type) => type !== '') ?? undefined,
    isSearchable: readMark(sent.is_searchable),
    isVisibleInAdvancedSearch: readMark(sent.is_visible_in_advanced_search),
    isComparable: readMark(sent.is_comparable),
    isUsedForPromoRules: readMark(sent.is_used_for_promo_rules),
    isVisibleOnFront: readMark(sent.is_visible_on_front),
    usedInProductListing: readMark(sent.used_in_product_listing),
    isVisible: flag(sent.is_visible),
    scope: readScope(sent.scope),
    isRequired: flag(sent.is_required),
    note: sent.note ?? undefined,
    defaultValue: sent.default_value ?? undefined,
    isUnique: readMark(sent.is_unique),
    frontendClass: sent.frontend_class ?? undefined,
  };
}
