import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { firstOf } from '../../../kernel/lists.ts';
import type { Out } from '../../../kernel/types.ts';
import type { Attribute, EntityCode } from '../../eav/service.ts';
import { formRule } from './form-rules.ts';
import type { AttributeChoice, AttributeMetadata } from './types.ts';

/** Entities that have this kind of metadata. */
export type FormEntity = 'customer' | 'customer_address';

type Metadata = Out<typeof AttributeMetadata>;

/** Every attribute, in the order in which forms show them. */
export async function allMetadata(call: Call, entity: EntityCode): Promise<Metadata[]> {
  return describe(call, await attributesOf(call, entity));
}

/** The attributes of a form. Throws 404 when no attribute belongs to it. */
export async function formMetadata(call: Call, entity: EntityCode, formCode: string): Promise<Metadata[]> {
  const attributes = (await attributesOf(call, entity)).filter((attribute) => attribute.forms.includes(formCode));
  if (attributes.length === 0) throw platformErrors.noSuchEntity({ fieldName: 'formCode', fieldValue: formCode });
  return describe(call, attributes);
}

/** One attribute. Throws 404. */
export async function attributeMetadata(call: Call, entity: EntityCode, code: string): Promise<Metadata> {
  const attribute = (await attributesOf(call, entity)).find((one) => one.code === code);
  if (!attribute) {
    throw platformErrors.noSuchEntity2({
      fieldName: 'entityType',
      fieldValue: entity,
      field2Name: 'attributeCode',
      field2Value: code,
    });
  }
  return firstOf(await describe(call, [attribute]));
}

/** The attributes that came with neither the platform nor the standard, but were added. */
export async function customMetadata(call: Call, entity: EntityCode): Promise<Metadata[]> {
  return describe(
    call,
    (await attributesOf(call, entity)).filter((attribute) => attribute.isUserDefined),
  );
}

/** Metadata of attributes as forms have to know them. */
export const formAttributes = { all: allMetadata, form: formMetadata, one: attributeMetadata };

async function attributesOf(call: Call, entity: EntityCode): Promise<Attribute[]> {
  const { byId } = await call.services.eav.entity(call, entity);
  return [...byId.values()].sort((a, b) => a.sortOrder - b.sortOrder || a.id - b.id);
}

async function describe(call: Call, attributes: readonly Attribute[]): Promise<Metadata[]> {
  const { storeId } = call.scope;
  const choices = await call.services.eav.choices(call, attributes, storeId);
  return attributes.map((attribute) => {
    const { visible, required, lines } = formRule(call, attribute, storeId);
    return {
      frontend_input: attribute.frontendInput ?? '',
      input_filter: attribute.inputFilter ?? '',
      store_label: attribute.labels.get(storeId) ?? attribute.label,
      validation_rules: Object.entries(attribute.validation).map(([name, value]) => ({ name, value: String(value) })),
      multiline_count: lines,
      visible,
      required,
      data_model: attribute.dataModel ?? '',
      options: attribute.code === 'store_id' ? storeTree(call) : [...(choices.get(attribute.id) ?? [])],
      frontend_class: frontendClass(attribute, required),
      user_defined: attribute.isUserDefined,
      sort_order: attribute.sortOrder,
      frontend_label: attribute.label,
      note: attribute.note ?? '',
      system: attribute.isSystem,
      backend_type: attribute.backendType,
      is_used_in_grid: attribute.isUsedInGrid,
      is_visible_in_grid: attribute.isVisibleInGrid,
      is_filterable_in_grid: attribute.isFilterableInGrid,
      is_searchable_in_grid: attribute.isSearchableInGrid,
      attribute_code: attribute.code,
    };
  });
}

/** CSS classes by validation rule, as storefronts know them. */
const classesByRule: Readonly<Record<string, string>> = {
  alphanumeric: 'validate-alphanum',
  numeric: 'validate-digits',
  alpha: 'validate-alpha',
  email: 'validate-email',
  url: 'validate-url',
};

function frontendClass(attribute: Attribute, required: boolean): string {
  const rule = classesByRule[String(attribute.validation.input_validation ?? '')];
  return [required ? 'required-entry' : undefined, rule, attribute.frontendClass].filter(Boolean).join(' ');
}

/** How far stores and store views are indented below their websites. */
const indent = '\u00a0'.repeat(4);

/** Store views below their stores, each after the heading of its website. */
function storeTree(call: Call): AttributeChoice[] {
  const { store } = call.services;
  const storesOf = (websiteId: number): AttributeChoice[] =>
    store
      .groups()
      .filter((group) => group.website_id === websiteId)
      .map((group) => ({
        label: indent + group.name,
        options: store
          .views()
          .filter((view) => view.store_group_id === group.id)
          .map((view) => ({ label: indent + view.name, value: String(view.id) })),
      }));
  const websites = store.websites().filter(({ id }) => id !== 0);
  return websites.flatMap(({ id, name }) => {
    const heading: AttributeChoice = { label: name, options: [] };
    return [heading].concat(storesOf(id));
  });
}
