import type { Saving } from '../kind.ts';
import type { SourceRecord } from '../source/record.ts';
import { customAttributes, customValues } from '../wire.ts';

/** The values of added attributes that this shop has as well. */
export async function knownCustom(saving: Saving, service: string, record: SourceRecord): Promise<SourceRecord[]> {
  const values = customValues(record);
  if (values.size === 0) return [];
  const all = await saving.route<{ attribute_code: string; frontend_input?: string }[]>(
    service,
    'getAllAttributesMetadata',
  );
  const known = new Map(all.map((one) => [one.attribute_code, one.frontend_input]));
  const moved = new Map<string, unknown>();
  for (const [code, value] of values) {
    const input = known.get(code);
    if (input === undefined) saving.lose(`its attribute ${code} is unknown here`);
    else if (input === 'select' || input === 'multiselect')
      saving.lose(`the options of its attribute ${code} may differ here`);
    else moved.set(code, value);
  }
  return customAttributes(moved);
}
