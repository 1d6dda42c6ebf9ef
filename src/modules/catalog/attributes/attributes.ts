import { randomBytes } from 'node:crypto';
import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { defined } from '../../../kernel/fields.ts';
import type { In } from '../../../kernel/types.ts';
import type { AttributeChanges, Attribute } from '../../eav/service.ts';
import { attributeErrors } from './errors.ts';
import { inputType, isReserved } from './inputs.ts';
import type { ProductAttribute } from './types.ts';
import { readAttributeChanges } from './wire.ts';

type SentAttribute = In<typeof ProductAttribute>;

const entity = 'catalog_product';

/**
 * Saves a product attribute: with an `attribute_id`, changes the attribute with that code, otherwise creates one. Input
 * type and code never change, nor do the columns that follow from them. A new one has the id `wantedId` if no other
 * attribute has it.
 */
export async function saveProductAttribute(call: Call, input: SentAttribute, wantedId?: number): Promise<Attribute> {
  return input.attribute_id ? change(call, input) : create(call, input, wantedId);
}

async function change(call: Call, input: SentAttribute): Promise<Attribute> {
  const { eav } = call.services;
  const before = await eav.attributes.get(call, entity, input.attribute_code ?? '');
  checkFilterable(input, before.frontendInput);
  const after = await eav.attributes.update(
    call,
    before,
    settled(before, {
      ...readAttributeChanges(input),
      ...labelChanges(call, input),
      label: adminLabel(call, input),
      isFilterable: filterable(input, before),
    }),
  );
  return saveOptions(call, after, input, false);
}

async function create(call: Call, attributeInput: SentAttribute, wantedId?: number): Promise<Attribute> {
  const label = adminLabel(call, attributeInput);
  if (!label) {
    throw attributeInput.frontend_labels?.length
      ? platformErrors.invalidValue({ fieldName: 'frontend_label', value: null })
      : platformErrors.required({ fieldName: 'frontend_label' });
  }
  const code = attributeInput.attribute_code || codeOf(label);
  if (!/^[a-z][a-z_0-9]{0,59}$/.test(code)) {
    throw platformErrors.invalidValue({ fieldName: 'attribute_code', value: code });
  }
  const frontendInput = attributeInput.frontend_input ?? null;
  const input = inputType(frontendInput ?? '');
  if (!input) throw platformErrors.invalidValue({ fieldName: 'frontend_input', value: frontendInput });
  if (isReserved(code)) throw attributeErrors.reservedCode([code]);
  checkFilterable(attributeInput, frontendInput);
  const changes: AttributeChanges = {
    isVisible: true,
    ...defined(readAttributeChanges(attributeInput)),
    ...labelChanges(call, attributeInput),
    isFilterable: filterable(attributeInput),
  };
  const newAttribute = { ...settled(undefined, changes), frontendInput, ...input, code, label, isUserDefined: true };
  const attribute = await call.services.eav.attributes.create(call, entity, newAttribute, wantedId);
  return saveOptions(call, attribute, attributeInput, true);
}

/** The label of the default scope; undefined when the input has none. */
function adminLabel(call: Call, input: SentAttribute): string | undefined {
  return input.default_frontend_label || call.services.eav.adminLabelOf(input.frontend_labels ?? []);
}

function labelChanges(call: Call, input: SentAttribute): AttributeChanges {
  if (!input.frontend_labels) return {};
  return { labels: call.services.eav.storeLabelsOf(call, input.frontend_labels) };
}

/** The wire has a boolean only; an attribute that filters without results keeps its value. */
function filterable(input: SentAttribute, before?: Attribute): number | undefined {
  if (typeof input.is_filterable !== 'boolean') return undefined;
  return input.is_filterable ? Math.max(before?.isFilterable ?? 0, 1) : 0;
}

/** Input types whose values can be counted and filtered by. */
const filterableInputs = new Set(['select', 'multiselect', 'boolean', 'price', 'swatch_visual', 'swatch_text']);

/** Throws 400 for a filterable attribute whose values cannot be counted. */
function checkFilterable(input: SentAttribute, frontendInput: string | null): void {
  if (filterableInputs.has(frontendInput ?? '')) return;
  for (const fieldName of ['is_filterable', 'is_filterable_in_search'] as const) {
    if (input[fieldName]) throw platformErrors.invalidValue({ fieldName, value: input[fieldName] });
  }
}

/** An attribute that is not searchable is not in the advanced search; one with an editor may contain HTML. */
function settled(before: Attribute | undefined, changes: AttributeChanges): AttributeChanges {
  const searchable = changes.isSearchable ?? before?.isSearchable ?? false;
  return {
    ...changes,
    ...(searchable ? {} : { isVisibleInAdvancedSearch: false }),
    ...(changes.isWysiwygEnabled ? { isHtmlAllowedOnFront: true } : {}),
  };
}

async function saveOptions(call: Call, attribute: Attribute, input: SentAttribute, isNew: boolean): Promise<Attribute> {
  const { eav } = call.services;
  if (!input.options?.length || !eav.hasStoredOptions(attribute)) return attribute;
  // The default of a new attribute can only be one of its new options.
  if (isNew) await eav.attributes.update(call, attribute, { defaultValue: '' });
  await eav.attributeOptions.saveAll(call, attribute, input.options, isNew);
  return eav.attributes.get(call, entity, attribute.code);
}

/** A code made from the label, for an attribute without one: at most 30 letters, digits and `_`. */
function codeOf(label: string): string {
  const code = label
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_/, '')
    .slice(0, 30)
    .replace(/_$/, '');
  if (/^[a-z][a-z_0-9]{0,29}[a-z0-9]$/.test(code)) return code;
  return `attr_${code || randomBytes(4).toString('hex')}`;
}
