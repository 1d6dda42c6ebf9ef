import { writeStoreId, type Call } from '../../kernel/call.ts';
import { collectErrors, platformErrors } from '../../kernel/errors.ts';
import { withFields } from '../../kernel/present-fields.ts';
import type { In, Out } from '../../kernel/types.ts';
import { valueAt } from '../../kernel/lookup.ts';
import type { StoredProduct } from '../catalog/service.ts';
import type { Attribute } from '../eav/service.ts';
import { configurableErrors } from './errors.ts';
import { optionsIn, presentOption } from './present.ts';
import {
  deleteOptions,
  findConfiguration,
  insertOption,
  updateOption,
  writeChildren,
  type StoredOption,
} from './rows.ts';
import { CONFIGURABLE, type ConfigurableOption } from './types.ts';

/** The input of a configurable product's option. */
export type OptionInput = In<typeof ConfigurableOption>;
type OptionOutput = Out<typeof ConfigurableOption>;

/** Types whose products become configurable with their first option. */
const convertible: ReadonlySet<string> = new Set(['simple', 'virtual']);

async function requireConfigurable(call: Call, sku: string): Promise<StoredProduct> {
  const product = await call.services.catalog.requireProduct(call, sku, call.scope.storeId);
  if (product.type_id !== CONFIGURABLE) throw configurableErrors.onlyConfigurable([product.sku]);
  return product;
}

/** The options of a configurable product. */
export async function listOptions(call: Call, sku: string): Promise<OptionOutput[]> {
  const { id } = await requireConfigurable(call, sku);
  const options = await optionsIn(call, new Map([[id, await findConfiguration(call, id)]]), call.scope.storeId);
  return valueAt(options, id).map(presentOption);
}

/** One option of a configurable product. Throws for an unknown id. */
export async function getOption(call: Call, sku: string, id: number): Promise<OptionOutput> {
  const option = (await listOptions(call, sku)).find((candidate) => candidate.id === id);
  if (!option) throw configurableErrors.optionMissing([id]);
  return option;
}

/**
 * Changes the option with the input's id or attribute, or adds one; returns its id. A simple or virtual product becomes
 * configurable.
 */
export async function saveOption(call: Call, sku: string, input: OptionInput): Promise<number> {
  const product = await call.services.catalog.requireProduct(call, sku, call.scope.storeId);
  const { options } = await findConfiguration(call, product.id);
  if (input.id) {
    const existing = options.find((option) => option.id === input.id);
    if (!existing) throw configurableErrors.optionIdNotFound([input.id]);
    await call.services.catalog.touchSaved(call, product.id);
    await updateOption(call, changed(call, existing, input));
    return existing.id;
  }
  requireNewOption(input);
  const attribute = await requireAttribute(call, input);
  if (product.type_id === CONFIGURABLE) await call.services.catalog.touchSaved(call, product.id);
  else if (!convertible.has(product.type_id)) throw configurableErrors.onlyConfigurable([product.sku]);
  else await call.services.catalog.saveProduct(call, { sku: product.sku, type_id: CONFIGURABLE });
  const existing = options.find((option) => option.attribute_id === attribute.id);
  if (!existing) return await insertOption(call, newOption(product.id, attribute, input));
  await updateOption(call, changed(call, existing, input));
  return existing.id;
}

/** Removes an option, and all variants: the remaining options might not distinguish them. */
export async function deleteOption(call: Call, sku: string, id: number): Promise<void> {
  const product = await requireConfigurable(call, sku);
  const { options, children } = await findConfiguration(call, product.id);
  if (!options.some((option) => option.id === id)) throw configurableErrors.optionNotFound();
  await call.services.catalog.touchSaved(call, product.id);
  await writeChildren(call, product.id, children, []);
  await deleteOptions(call, [id]);
}

/**
 * Replaces the options of a product by those of the input: options with a known id or attribute are changed, others
 * added, the rest removed. Returns the new options. Throws 400 for a new option that is incomplete, or whose attribute
 * cannot distinguish variants.
 */
export async function writeOptions(
  call: Call,
  productId: number,
  before: readonly StoredOption[],
  input: readonly OptionInput[],
): Promise<StoredOption[]> {
  const after: StoredOption[] = [];
  for (const option of input) {
    const known = before.find(({ id, attribute_id }) =>
      option.id ? id === option.id : attribute_id === Number(option.attribute_id),
    );
    if (known) {
      if (after.some(({ id }) => id === known.id))
        throw invalidAttribute({ ...option, attribute_id: String(known.attribute_id) });
      const next = changed(call, known, option);
      await updateOption(call, next);
      after.push(next);
      continue;
    }
    requireNewOption(option);
    const attribute = await requireAttribute(call, option);
    if (after.some(({ attribute_id }) => attribute_id === attribute.id)) throw invalidAttribute(option);
    const added = newOption(productId, attribute, option);
    after.push({ id: await insertOption(call, added), ...added });
  }
  const removed = before.filter(({ id }) => !after.some((option) => option.id === id));
  await deleteOptions(
    call,
    removed.map((option) => option.id),
  );
  return after.sort((a, b) => a.position - b.position || a.id - b.id);
}

function newOption(productId: number, attribute: Attribute, input: OptionInput): Omit<StoredOption, 'id'> {
  return {
    product_id: productId,
    attribute_id: attribute.id,
    position: input.position ?? 0,
    labels: { 0: withFields(input, 'label').label },
  };
}

/** An option with the input's fields; the label is written for the store view of the call. */
function changed(call: Call, option: StoredOption, input: OptionInput): StoredOption {
  const storeId = writeStoreId(call.scope, true);
  const { label } = input;
  const isSame = !label || label === (option.labels[storeId] ?? option.labels[0]);
  return {
    ...option,
    position: input.position ?? option.position,
    labels: isSame ? option.labels : { ...option.labels, [storeId]: label },
  };
}

/** Throws all errors of a new option that is incomplete, together. */
function requireNewOption({ attribute_id, label, values }: OptionInput): void {
  const errors = [];
  if (!attribute_id) errors.push(configurableErrors.attributeIdMissing());
  if (!label) errors.push(configurableErrors.labelMissing());
  if (!values || values.length === 0) errors.push(configurableErrors.valuesMissing());
  else if (values.some(({ value_index }) => !value_index)) errors.push(configurableErrors.valueIndexMissing());
  const [only] = errors;
  if (only && errors.length === 1) throw only;
  const error = collectErrors(errors.map(({ message }) => ({ message, parameters: [] })));
  if (error) throw error;
}

/** The attribute of an option. It must be a global select with stored options. */
export async function requireAttribute(call: Call, input: OptionInput): Promise<Attribute> {
  const { byId } = await call.services.eav.entity(call, 'catalog_product');
  const attribute = byId.get(Number(input.attribute_id));
  const isUsable =
    attribute?.frontendInput === 'select' &&
    attribute.backendType === 'int' &&
    attribute.scope === 'global' &&
    attribute.isUserDefined &&
    call.services.eav.hasStoredOptions(attribute);
  if (!isUsable) throw invalidAttribute(input);
  return attribute;
}

function invalidAttribute(input: OptionInput) {
  return platformErrors.invalidValue({ value: input.attribute_id, fieldName: 'attribute_id' });
}
