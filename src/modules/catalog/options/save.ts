import { writeStoreId, type Call } from '../../../kernel/call.ts';
import { firstOf, zip } from '../../../kernel/lists.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { matchRecords } from '../../../kernel/match-records.ts';
import { toWire } from '../../../kernel/money.ts';
import { nextIds } from '../../../storage/sequences.ts';
import type { StoredProduct } from '../products/product.ts';
import { checkOption, type CheckedOption, type OptionInput, type OptionValueInput } from './check.ts';
import { optionErrors } from './errors.ts';
import {
  optionIn,
  writeScoped,
  writtenStores,
  type OptionDocument,
  type ScopedFields,
  type StoredOption,
  type StoredOptionValue,
} from './option.ts';
import { insertOptions, removeOptions, updateOptions, writeOptionFlags } from './rows.ts';

type CheckedValue = CheckedOption['values'][number];
type NewOption = Omit<StoredOption, 'option_id'>;
type Flags = Pick<StoredProduct, 'has_options' | 'required_options'>;

/** Product types whose buyers always choose something: their flags are always set, even without custom options. */
const alwaysChosen = new Set(['configurable', 'bundle']);

/**
 * Replaces the options of a product: one with an id is changed, and so is one without an id that has the title and type of a stored
 * option (D303). Others are new, and stored ones that have no entry are removed. Throws 404 for an unknown id, and 400 for invalid options.
 */
export async function replaceOptions(
  call: Call,
  productId: number,
  before: readonly StoredOption[],
  optionInputs: readonly OptionInput[],
): Promise<StoredOption[]> {
  const views = new Map(before.map((option) => [option, optionIn(option, writeStoreId(call.scope, true))]));
  const existing = matchRecords(optionInputs, before, {
    givenId: ({ option_id }) => option_id,
    storedId: ({ option_id }) => option_id,
    same: [(input, option) => input.title === valueAt(views, option).title && input.type === option.type],
  });
  const built = await buildOptions(call, productId, optionInputs, existing);
  const changed = built.filter((option): option is StoredOption => 'option_id' in option);
  const remainingIds = new Set(changed.map((option) => option.option_id));
  await removeOptions(
    call,
    before.map((option) => option.option_id).filter((id) => !remainingIds.has(id)),
  );
  await updateOptions(call, changed);
  const inserted = await insertOptions(
    call,
    built.filter((option) => !('option_id' in option)),
  );
  return [...changed, ...inserted].sort(inOrder);
}

/** Saves one option of a product and returns it as stored. */
export async function putOption(
  call: Call,
  productId: number,
  before: readonly StoredOption[],
  optionInput: OptionInput,
): Promise<StoredOption> {
  const existing = before.find((option) => option.option_id === optionInput.option_id);
  const option = firstOf(await buildOptions(call, productId, [optionInput], [existing]));
  if (!('option_id' in option)) return firstOf(await insertOptions(call, [option]));
  await updateOptions(call, [option]);
  return option;
}

/** Writes the flags that follow from its options to a product's row, if they change, and returns them. */
export async function saveFlags(
  call: Call,
  product: Flags & Pick<StoredProduct, 'id' | 'type_id'>,
  options: readonly StoredOption[],
): Promise<Flags> {
  const always = alwaysChosen.has(product.type_id);
  const has_options = options.length > 0 ? 1 : always ? product.has_options : 0;
  const required_options = options.some((option) => option.is_require) ? 1 : always ? product.required_options : 0;
  if (has_options !== product.has_options || required_options !== product.required_options) {
    await writeOptionFlags(call, product.id, has_options, required_options);
  }
  return { has_options, required_options };
}

/** The options of the input, checked and applied to the stored ones of the same places; new options have no id. */
async function buildOptions(
  call: Call,
  productId: number,
  optionInputs: readonly OptionInput[],
  matched: readonly (StoredOption | undefined)[],
): Promise<(NewOption | StoredOption)[]> {
  const options = optionInputs.map((input, i) => {
    const existing = matched[i];
    if (input.option_id && !existing) throw optionErrors.optionMissing();
    const option = checkOption(input);
    const values = option.group === 'Select' ? pairValues(call, option.values, existing) : [];
    return { option, existing, values };
  });
  const newValues = options.flatMap(({ values }) => values.filter(({ stored }) => !stored).map(({ value }) => value));
  const ids = await nextIds(call.db, 'catalog_product_option_value', newValues.length);
  const idOf = new Map(zip(newValues, ids));
  return options.map((pair) => buildOption(call, productId, pair, idOf));
}

/** A value with the stored one that it changes, if any. */
interface ValuePair {
  readonly value: CheckedValue;
  readonly stored: StoredOptionValue | undefined;
}

/** An option with the stored one that it changes, if any, and its values. */
interface OptionPair {
  readonly option: CheckedOption;
  readonly existing: StoredOption | undefined;
  readonly values: readonly ValuePair[];
}

/**
 * Values without an id match the stored ones of the same title, preferably also of the same SKU, or else of the same
 * SKU.
 */
function pairValues(call: Call, valueInputs: readonly CheckedValue[], existing: StoredOption | undefined): ValuePair[] {
  const storeId = writeStoreId(call.scope, true);
  const values = existing && optionIn(existing, storeId).values;
  const titles = new Map(values?.map(({ option_type_id, title }) => [option_type_id, title]));
  const hasTitle = (value: OptionValueInput, stored: StoredOptionValue): boolean =>
    value.title === titles.get(stored.option_type_id);
  const hasSku = (value: OptionValueInput, stored: StoredOptionValue): boolean => (value.sku || null) === stored.sku;
  const matched = matchRecords(valueInputs, existing?.values ?? [], {
    givenId: ({ option_type_id }) => option_type_id,
    storedId: ({ option_type_id }) => option_type_id,
    same: [
      (value, stored) => hasTitle(value, stored) && hasSku(value, stored),
      hasTitle,
      (value, stored) => Boolean(value.sku) && hasSku(value, stored),
    ],
  });
  return valueInputs.map((value, i) => ({ value, stored: matched[i] }));
}

function buildOption(
  call: Call,
  productId: number,
  { option: { input, group }, existing, values }: OptionPair,
  idOf: ReadonlyMap<OptionValueInput, number>,
): NewOption | StoredOption {
  const storeId = existing ? writeStoreId(call.scope, true) : 0;
  call.written.storeId ??= storeId;
  const written = writtenStores(call, storeId);
  const stores: Record<string, Record<string, Partial<ScopedFields>>> = { ...existing?.stores };
  const scoped: WriteScoped = (key, base, fields) =>
    base ? writeScoped(base, stores, key, fields, storeId, written) : fields;
  const isChosen = group === 'Select';
  const own = isChosen ? { title: input.title, price: null, price_type: null } : sentFields(input);
  const document: Omit<OptionDocument, 'stores'> = {
    ...scoped('option', existing, own),
    sku: input.sku || null,
    ...limitsOf(input, group),
    values: isChosen ? buildValues(values, idOf, scoped) : null,
  };
  return {
    ...(existing ? { option_id: existing.option_id } : {}),
    product_id: productId,
    type: input.type,
    sort_order: input.sort_order ?? 0,
    is_require: input.is_require ?? true,
    ...document,
    stores,
  };
}

/** The limits of entered texts and files; null for options of other groups. */
function limitsOf(input: OptionInput, group: string) {
  return {
    max_characters: group === 'Text' ? (input.max_characters ?? null) : null,
    file_extension: group === 'File' ? formatExtensions(input.file_extension) : null,
    image_size_x: group === 'File' ? (input.image_size_x ?? null) : null,
    image_size_y: group === 'File' ? (input.image_size_y ?? null) : null,
  };
}

/** Returns the values of scope 0, and stores those of the written store view. */
type WriteScoped = (key: string, base: ScopedFields | undefined, fields: ScopedFields) => ScopedFields;

/** The values of an option, in order. */
function buildValues(
  pairs: readonly ValuePair[],
  idOf: ReadonlyMap<OptionValueInput, number>,
  scoped: WriteScoped,
): StoredOptionValue[] {
  const values = pairs.map(({ value, stored }) => {
    const option_type_id = stored?.option_type_id ?? valueAt(idOf, value);
    const { title, price, price_type } = scoped(String(option_type_id), stored, sentFields(value));
    return { option_type_id, title, price, price_type, sort_order: value.sort_order ?? 0, sku: value.sku || null };
  });
  return values.sort((a, b) => a.sort_order - b.sort_order || a.option_type_id - b.option_type_id);
}

function sentFields({ title, price, price_type }: CheckedOption['input'] | CheckedValue): ScopedFields {
  return { title, price: toWire(price ?? 0), price_type: price_type || 'fixed' };
}

/** `jpg,png` in the form of responses: `jpg, png`. */
function formatExtensions(extensions: string | null | undefined): string | null {
  return extensions?.match(/[a-z0-9]+/gi)?.join(', ') ?? null;
}

function inOrder(a: StoredOption, b: StoredOption): number {
  return a.sort_order - b.sort_order || a.option_id - b.option_id;
}
