import type { Call } from '../../kernel/call.ts';
import type { In } from '../../kernel/types.ts';
import { storeLabelsOf } from './labels.ts';
import { writeLabels } from './records.ts';
import type { Attribute, Swatch } from './metadata-types.ts';
import type { AttributeOption } from './types.ts';

/** The input of an option. */
export type SentOption = In<typeof AttributeOption>;

/** Changes of one attribute's options wait for each other, so that labels stay unique. */
export async function lockOptions(call: Call, attribute: Attribute): Promise<void> {
  await call.db
    .updateTable('eav_attribute')
    .set({ attribute_code: attribute.code })
    .where('attribute_id', '=', attribute.id)
    .execute();
}

/** The row of a new option. */
export function newOptionRow(call: Call, attribute: Attribute, option: SentOption, label: string, sortOrder: number) {
  const swatch = swatchOf(attribute, option);
  return {
    attribute_id: attribute.id,
    sort_order: sortOrder,
    label,
    labels: storeLabelDocument(call, option),
    swatch_type: swatch?.type ?? null,
    swatch_value: swatch?.value ?? null,
  };
}

/** The labels of store views in an option's input, in their stored form. */
export function storeLabelDocument(call: Call, option: SentOption): string {
  return writeLabels(storeLabelsOf(call, option.store_labels ?? []));
}

/** The swatch of a new option: for visual swatches a colour or the path of an image, for text swatches the text. */
function swatchOf(attribute: Attribute, { value }: SentOption): Swatch | undefined {
  const kind = attribute.additional.swatch_input_type;
  if (!kind) return undefined;
  if (kind === 'text') return { type: 0, value: value || null };
  if (!value) return { type: 3, value: null };
  return { type: value.startsWith('#') ? 1 : 2, value };
}
