import { foldText } from '../../kernel/fold.ts';
import type { Call } from '../../kernel/call.ts';
import { elementAt } from '../../kernel/lists.ts';
import { freeId, insertRows } from '../../storage/rows.ts';
import { fold } from '../../storage/sql.ts';
import { attributes, observe } from './attributes.ts';
import { eavErrors } from './errors.ts';
import { adminLabelOf } from './labels.ts';
import { addDefaults, dropDefaults } from './option-defaults.ts';
import { saveOptionList } from './option-list.ts';
import { noteOptions } from './optioned.ts';
import { lockOptions, newOptionRow, storeLabelDocument, type SentOption } from './option-rows.ts';
import { hasStoredOptions } from './options.ts';
import type { Attribute, EntityCode } from './metadata-types.ts';

/**
 * Adds an option and returns its id: `wantedId`, if no other one has it. Labels are unique within the attribute, ignoring case.
 */
async function add(
  call: Call,
  entity: EntityCode,
  code: string,
  option: SentOption,
  wantedId?: number,
): Promise<number> {
  const attribute = await withStoredOptions(call, entity, code);
  const label = requireLabel(option);
  await lockOptions(call, attribute);
  if ((await idByLabel(call, attribute, label)) !== undefined) throw eavErrors.optionExists([option.label]);
  const keptId = await freeId(call.db, 'eav_attribute_option', 'option_id', wantedId);
  const row = {
    ...(keptId !== undefined && { option_id: keptId }),
    ...newOptionRow(call, attribute, option, label, option.sort_order ?? 0),
  };
  const { option_id: id } = elementAt(
    await insertRows(call.db, 'eav_attribute_option', [row], { returning: ['option_id'] }),
    0,
  );
  if (option.is_default) await addDefaults(call, attribute, [id]);
  await noteOptions(call, attribute);
  return id;
}

/** Changes an option; sort order and labels of store views stay unchanged if they are missing in the input. */
async function update(
  call: Call,
  entity: EntityCode,
  code: string,
  optionId: number,
  option: SentOption,
): Promise<void> {
  const attribute = await withStoredOptions(call, entity, code);
  if (!optionId) throw eavErrors.optionIdEmpty();
  const label = requireLabel(option);
  await lockOptions(call, attribute);
  if (!(await exists(call, attribute, optionId))) throw eavErrors.optionUnknown([attribute.code, optionId]);
  const namesake = await idByLabel(call, attribute, label);
  if (namesake !== undefined && namesake !== optionId) throw eavErrors.optionLabelTaken([option.label]);
  await call.db
    .updateTable('eav_attribute_option')
    .set({
      label,
      ...(option.store_labels ? { labels: storeLabelDocument(call, option) } : {}),
      ...(typeof option.sort_order === 'number' ? { sort_order: option.sort_order } : {}),
    })
    .where('option_id', '=', optionId)
    .execute();
  if (option.is_default) await addDefaults(call, attribute, [optionId]);
  else if (option.is_default === false) await dropDefaults(call, attribute, [optionId]);
}

/** Deletes an option and takes it out of the values that have it. */
async function remove(call: Call, entity: EntityCode, code: string, optionId: string): Promise<void> {
  const attribute = await withStoredOptions(call, entity, code);
  const id = /^\d+$/.test(optionId) ? Number(optionId) : 0;
  if (!(await exists(call, attribute, id))) throw eavErrors.optionNotFound([attribute.code, optionId]);
  await call.db.deleteFrom('eav_attribute_option').where('option_id', '=', id).execute();
  await dropDefaults(call, attribute, [id]);
  await noteOptions(call, attribute);
  await observe(call, attribute, (observer) => observer.onOptionsDeleted?.(call, attribute, [String(id)]));
}

/**
 * The attribute whose options change. As in the interface, an unknown one has the same error as one without options.
 */
async function withStoredOptions(call: Call, entity: EntityCode, code: string): Promise<Attribute> {
  const attribute = await attributes.find(call, entity, code);
  if (!attribute || !hasStoredOptions(attribute)) throw eavErrors.noOptions([code]);
  return attribute;
}

function requireLabel(option: SentOption): string {
  const label = (adminLabelOf(option.store_labels ?? []) ?? option.label ?? '').trim();
  if (label === '') throw eavErrors.optionLabelEmpty();
  return label;
}

async function idByLabel(call: Call, attribute: Attribute, label: string): Promise<number | undefined> {
  const alike = await call.db
    .selectFrom('eav_attribute_option')
    .select(['option_id', 'label'])
    .where('attribute_id', '=', attribute.id)
    .where(fold('label'), '=', foldText(label))
    .execute();
  // Labels that differ by accents are two.
  return alike.find((option) => option.label.toLowerCase() === label.toLowerCase())?.option_id;
}

async function exists(call: Call, attribute: Attribute, optionId: number): Promise<boolean> {
  if (!Number.isSafeInteger(optionId)) return false;
  const row = await call.db
    .selectFrom('eav_attribute_option')
    .select('option_id')
    .where('option_id', '=', optionId)
    .where('attribute_id', '=', attribute.id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changing the stored options of attributes. */
export const attributeOptions = { add, update, delete: remove, saveAll: saveOptionList };
