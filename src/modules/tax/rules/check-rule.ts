import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { withFields } from '../../../kernel/present-fields.ts';
import type { In } from '../../../kernel/types.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import { taxErrors } from '../errors.ts';
import type { TaxClassType } from '../tables.ts';
import type { TaxRule } from '../types.ts';

const selectRateIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('tax_calculation_rate')
    .select('tax_calculation_rate_id as id')
    .where(inIds('tax_calculation_rate_id', p.ids)),
);

const selectClasses = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('tax_class').select(['class_id', 'class_type']).where(inIds('class_id', p.ids)),
);

type SentRule = In<typeof TaxRule>;

/** A request with the fields that every rule has. */
export type CompleteRule = Awaited<ReturnType<typeof checkRule>>;

/**
 * Throws 400 for a rule that is incomplete or refers to a missing record. As in the interface, every fault has a line
 * of the message, with at most one line per field.
 */
export async function checkRule(call: Call, input: SentRule) {
  const faults = new Map<string, string>();
  const position = input.position ?? 0;
  if (position < 0) faults.set('position', atLeastZero('position', position));
  const priority = input.priority ?? -1;
  if (priority < 0) faults.set('priority', atLeastZero('priority', input.priority ?? ''));
  if (!input.code?.trim()) faults.set('code', required('code'));
  const sentClasses = [...(input.customer_tax_class_ids ?? []), ...(input.product_tax_class_ids ?? [])];
  const rows = await selectClasses(call.db, { ids: sentClasses });
  const types = new Map(rows.map((row) => [row.class_id, row.class_type]));
  checkClasses('customer_tax_class_ids', 'CUSTOMER', input.customer_tax_class_ids, types, faults);
  checkClasses('product_tax_class_ids', 'PRODUCT', input.product_tax_class_ids, types, faults);
  if (!input.tax_rate_ids?.length) faults.set('tax_rate_ids', required('tax_rate_ids'));
  else {
    const known = await selectRateIds(call.db, { ids: input.tax_rate_ids });
    const unknown = input.tax_rate_ids.find((id) => !known.some((row) => row.id === id));
    if (unknown !== undefined) faults.set('taxRateId', missing('taxRateId', unknown));
  }
  if (faults.size > 0) throw taxErrors.ruleNotSaved([[...faults.values()].join('\n')]);
  return withFields(input, 'code', 'priority', 'customer_tax_class_ids', 'product_tax_class_ids', 'tax_rate_ids');
}

function checkClasses(
  field: string,
  type: TaxClassType,
  ids: readonly number[] | null | undefined,
  types: ReadonlyMap<number, TaxClassType>,
  faults: Map<string, string>,
): void {
  if (!ids?.length) faults.set(field, required(field));
  for (const id of ids ?? []) {
    const found = types.get(id);
    if (!found) faults.set('class_id', missing('class_id', id));
    // Recorded behaviour of the interface: this message does not say which class.
    else if (found !== type)
      faults.set(field, platformErrors.noSuchEntity({ fieldName: field, fieldValue: '%fieldValue' }).text);
  }
}

function required(fieldName: string): string {
  return platformErrors.required({ fieldName }).text;
}

function missing(fieldName: string, fieldValue: number): string {
  return platformErrors.noSuchEntity({ fieldName, fieldValue }).text;
}

function atLeastZero(fieldName: string, value: unknown): string {
  return taxErrors.atLeast({ fieldName, value, minValue: 0 }).text;
}
