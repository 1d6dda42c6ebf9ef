import type { Call } from '../../kernel/call.ts';
import { zip } from '../../kernel/lists.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { insertRows, updateRows } from '../../storage/rows.ts';
import { eavErrors } from './errors.ts';
import { adminLabelOf } from './labels.ts';
import { dropDefaults, setDefaults } from './option-defaults.ts';
import { noteOptions } from './optioned.ts';
import { lockOptions, newOptionRow, storeLabelDocument, type SentOption } from './option-rows.ts';
import type { Attribute } from './metadata-types.ts';

/** An option of the list with its id, label and sort order. */
interface Listed {
  readonly input: SentOption;
  /** Id of the option it changes; undefined for a new one. */
  readonly id: number | undefined;
  readonly label: string;
  readonly sortOrder: number;
}

/**
 * Saves the options in an attribute's input. Options with the id of an existing one are changed, the others are new,
 * and stored options that are missing in the list stay. Options without a sort order follow the order of the list. The
 * labels of store views are replaced. The empty choice at the start of lists is not an option and is skipped.
 */
export async function saveOptionList(
  call: Call,
  attribute: Attribute,
  options: readonly SentOption[],
  isNew: boolean,
): Promise<void> {
  await lockOptions(call, attribute);
  const existing = isNew ? new Map<number, string>() : await labelsById(call, attribute);
  const listed = readList(attribute, options, existing, isNew);
  const added = listed.filter((one) => one.id === undefined);
  const changed = listed.flatMap((one) => (one.id === undefined ? [] : [{ ...one, id: one.id }]));
  const newRows = await insertRows(
    call.db,
    'eav_attribute_option',
    added.map(({ input, label, sortOrder }) => newOptionRow(call, attribute, input, label, sortOrder)),
    { returning: ['option_id'] },
  );
  await updateRows(
    call.db,
    'eav_attribute_option',
    ['option_id'],
    changed.map(({ input, id, label, sortOrder }) => ({
      option_id: id,
      label,
      labels: storeLabelDocument(call, input),
      sort_order: sortOrder,
    })),
  );
  const newIds = new Map(zip(added, newRows).map(([one, row]) => [one, row.option_id]));
  const idsWith = (isDefault: boolean): number[] =>
    listed.filter(({ input }) => input.is_default === isDefault).map((one) => one.id ?? valueAt(newIds, one));
  const defaults = idsWith(true);
  if (defaults.length > 0) await setDefaults(call, attribute, defaults);
  else await dropDefaults(call, attribute, idsWith(false));
  await noteOptions(call, attribute);
}

function readList(
  attribute: Attribute,
  options: readonly SentOption[],
  existing: ReadonlyMap<number, string>,
  isNew: boolean,
): Listed[] {
  let next = 0;
  return options
    .filter((input) => !isEmptyChoice(input))
    .map((input) => {
      const id = isNew ? undefined : existingId(attribute, input, existing);
      const label = adminLabelOf(input.store_labels ?? []) ?? input.label ?? existing.get(id ?? 0);
      if (label === undefined) throw eavErrors.optionLabelEmpty();
      return { input, id, label, sortOrder: input.sort_order || next++ };
    });
}

function isEmptyChoice({ value, label, store_labels: labels }: SentOption): boolean {
  return !value && (label ?? '').trim() === '' && !labels?.length;
}

/** The existing option with the id `value`; undefined for a new one, whose value is a swatch, a text or empty. */
function existingId(
  attribute: Attribute,
  { value }: SentOption,
  existing: ReadonlyMap<number, string>,
): number | undefined {
  if (!value || !/^\d+$/.test(value)) return undefined;
  if (existing.has(Number(value))) return Number(value);
  if (attribute.additional.swatch_input_type) return undefined;
  throw eavErrors.optionUnknown([attribute.code, value]);
}

async function labelsById(call: Call, attribute: Attribute): Promise<Map<number, string>> {
  const rows = await call.db
    .selectFrom('eav_attribute_option')
    .select(['option_id', 'label'])
    .where('attribute_id', '=', attribute.id)
    .execute();
  return new Map(rows.map((row) => [row.option_id, row.label]));
}
