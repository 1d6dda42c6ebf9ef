import type { Call } from '../../kernel/call.ts';
import { preparedFirst, type Params } from '../../storage/prepared.ts';
import type { Attribute } from './metadata-types.ts';

const firstOption = preparedFirst((db, p: Params<{ attributeId: number }>) =>
  db.selectFrom('eav_attribute_option').select('option_id').where('attribute_id', '=', p.attributeId).limit(1),
);

/** Loads the ids of the attributes that have stored options, for the cache. */
export async function loadOptioned(call: Call): Promise<ReadonlySet<number>> {
  const rows = await call.db.selectFrom('eav_attribute_option').select('attribute_id').distinct().execute();
  return new Set(rows.map((row) => row.attribute_id));
}

/** Has every process know when an attribute got its first option, or lost its last. */
export async function noteOptions(call: Call, { id }: Attribute): Promise<void> {
  const { optionedAttributes } = call.services.eav;
  const has = (await firstOption(call.db, { attributeId: id })) !== undefined;
  if ((await optionedAttributes.get(call)).has(id) !== has) await optionedAttributes.invalidate(call);
}
