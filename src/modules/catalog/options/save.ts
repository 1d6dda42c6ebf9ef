import { writeStoreId, type Call } from '../../../kernel/call.ts';
import { toWire } from '../../../kernel/money.ts';
import { nextIds } from '../../../storage/sequences.ts';
import type { StoredProduct } from '../products/product.ts';
import { checkOption, type OptionInput, type OptionValueInput } from './check.ts';
import { optionErrors } from './errors.ts';
import {
  groupOf,
  writeScoped,
  writtenStores,
  type OptionDocument,
  type ScopedFields,
  type StoredOption,
  type StoredOptionValue,
} from './option.ts';
import { insertOptions, removeOptions, updateOptions, writeOptionFlags } from './rows.ts';

type NewOption = Omit<StoredOption, 'option_id'>;
type Flags = Pick<StoredProduct, 'has_options' | 'required_options'>;

/** Product types whose buyers always choose something: their flags are set whatever custom options they have. */
const alwaysChosen = new Set(['configurable', 'bundle']);

/**
 * Replaces the options of a product by those that were sent: one with an id is changed, one without is new, the others are
 * removed. Throws 404 for an unknown id, and 400 for invalid options.
 */
export async function replaceOptions(
  call: Call,
  productId: number,
  before: readonly StoredOption[],
  sent: readonly OptionInput[],
): Promise<StoredOption[]> {
  const built = await buildOptions(call, productId, before, sent);
  const changed = built.filter((option): option is StoredOption => 'option_id' in option);
  const kept = new Set(changed.map((option) => option.option_id));
  await removeOptions(
    call,
    before.map((option) => option.option_id).filter((id) => !kept.has(id)),
  );
  await updateOptions(call, changed);
  const inserted = await insertOptions(
    call,
    built.filter((option) => !('option_id' in option)),
  );
  return [...changed, ...inserted].sort(inOrder);
}

/** Saves one option of a product; gives it as it is stored. */
export async function putOption(
  call: Call,
  productId: number,
  before: readonly StoredOption[],
  sent: OptionInput,
): Promise<StoredOption> {
  const [option] = await buildOptions(call, productId, before, [sent]);
  if (!('option_id' in option!)) return (await insertOptions(call, [option!]))[0]!;
  await updateOptions(call, [option]);
  return option;
}

/** Writes the flags that follow from its options to a product's row, if they change; gives them. */
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

/** The options that were sent, checked and applied to the stored ones; new options have no id. */
async function buildOptions(
  call: Call,
  productId: number,
  before: readonly StoredOption[],
  sent: readonly OptionInput[],
): Promise<(NewOption | StoredOption)[]> {
  const known = new Map(before.map((option) => [option.option_id, option]));
  const pairs = sent.map((input) => {
    const existing = input.option_id ? known.get(input.option_id) : undefined;
    if (input.option_id && !existing) throw optionErrors.optionMissing();
    // An id is used once: if it was sent twice, there would be two rows with it.
    if (existing) known.delete(existing.option_id);
    checkOption(input);
    return { input, existing };
  });
  const isNewValue = (value: OptionValueInput, existing: StoredOption | undefined): boolean =>
    !existing?.values?.some((one) => one.option_type_id === value.option_type_id);
  const newValues = pairs.flatMap(({ input, existing }) =>
    groupOf(input.type!) === 'Select' ? input.values!.filter((value) => isNewValue(value, existing)) : [],
  );
  const ids = await nextIds(call.db, 'catalog_product_option_value', newValues.length);
  const idOf = new Map(newValues.map((value, i) => [value, ids[i]!]));
  return pairs.map(({ input, existing }) => buildOption(call, productId, input, existing, idOf));
}

function buildOption(
  call: Call,
  productId: number,
  input: OptionInput,
  existing: StoredOption | undefined,
  idOf: ReadonlyMap<OptionValueInput, number>,
): NewOption | StoredOption {
  const group = groupOf(input.type!)!;
  const storeId = existing ? writeStoreId(call.scope, true) : 0;
  call.written.storeId ??= storeId;
  const written = writtenStores(call, storeId);
  const stores: Record<string, Record<string, Partial<ScopedFields>>> = { ...existing?.stores };
  const scoped: WriteScoped = (key, base, sent) =>
    base ? writeScoped(base, stores, key, sent, storeId, written) : sent;
  const isChosen = group === 'Select';
  const own = isChosen ? { title: input.title!, price: null, price_type: null } : sentFields(input);
  const document: Omit<OptionDocument, 'stores'> = {
    ...scoped('option', existing, own),
    sku: input.sku || null,
    max_characters: group === 'Text' ? (input.max_characters ?? null) : null,
    file_extension: group === 'File' ? formatExtensions(input.file_extension) : null,
    image_size_x: group === 'File' ? (input.image_size_x ?? null) : null,
    image_size_y: group === 'File' ? (input.image_size_y ?? null) : null,
    values: isChosen ? buildValues(input.values!, existing, idOf, scoped) : null,
  };
  return {
    ...(existing ? { option_id: existing.option_id } : {}),
    product_id: productId,
    type: input.type!,
    sort_order: input.sort_order ?? 0,
    is_require: input.is_require ?? true,
    ...document,
    stores,
  };
}

/** Gives the values of scope 0, and keeps those of the written store view. */
type WriteScoped = (key: string, base: ScopedFields | undefined, sent: ScopedFields) => ScopedFields;

/** The values of an option, in order. */
function buildValues(
  sent: readonly OptionValueInput[],
  existing: StoredOption | undefined,
  idOf: ReadonlyMap<OptionValueInput, number>,
  scoped: WriteScoped,
): StoredOptionValue[] {
  const values = sent.map((value) => {
    const stored = existing?.values?.find((one) => one.option_type_id === value.option_type_id);
    const option_type_id = stored?.option_type_id ?? idOf.get(value)!;
    const { title, price, price_type } = scoped(String(option_type_id), stored, sentFields(value));
    return { option_type_id, title, price, price_type, sort_order: value.sort_order ?? 0, sku: value.sku || null };
  });
  return values.sort((a, b) => a.sort_order - b.sort_order || a.option_type_id - b.option_type_id);
}

function sentFields({ title, price, price_type }: OptionInput | OptionValueInput): ScopedFields {
  return { title: title!, price: toWire(price ?? 0), price_type: price_type || 'fixed' };
}

/** `jpg,png` in the form of answers: `jpg, png`. */
function formatExtensions(sent: string | null | undefined): string | null {
  return sent?.match(/[a-z0-9]+/gi)?.join(', ') ?? null;
}

function inOrder(a: StoredOption, b: StoredOption): number {
  return a.sort_order - b.sort_order || a.option_id - b.option_id;
}
