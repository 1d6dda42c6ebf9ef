import type { Call } from '../../../kernel/call.ts';
import { missingArguments, platformErrors } from '../../../kernel/errors.ts';
import { isUniqueViolation } from '../../../storage/errors.ts';
import { nextId } from '../../../storage/sequences.ts';
import { noteCustomerGroup, noteCustomers } from '../changes.ts';
import { tellMove } from '../followers.ts';
import { customerErrors } from '../errors.ts';
import { RETAIL } from '../install.ts';
import { findGroup, getGroup, isNeeded, type CustomerGroup } from './groups.ts';
import { customerTaxClasses } from './tax-classes.ts';
import type { GroupInput } from './types.ts';

/** Maximum length of a code; longer codes are cut, as in the interface. */
const CODE_LENGTH = 32;

/**
 * Creates a group, or changes the one with the input's id. Recorded behaviour of the interface: a new group takes the
 * default tax class, a change has to name one, and the tax class is checked before the id.
 */
export async function saveGroup(call: Call, input: GroupInput): Promise<CustomerGroup> {
  const { id, code } = input;
  if (!code) throw missingArguments(['code']);
  const isNew = id === null || id === undefined;
  const before = isNew ? undefined : await findGroup(call, id);
  const taxClassId = await checkTaxClass(call, input.tax_class_id ?? (isNew ? RETAIL : null));
  if (!isNew && !before) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: id });
  const group: CustomerGroup = {
    id: before?.id ?? (await nextId(call.db, 'customer_group')),
    code: Array.from(code).slice(0, CODE_LENGTH).join(''),
    tax_class_id: taxClassId,
    excluded_website_ids: readExcluded(call, input) ?? before?.excluded_website_ids ?? [],
  };
  await write(call, group);
  noteSaved(call, group, before);
  return group;
}

async function checkTaxClass(call: Call, id: number | null): Promise<number> {
  if (id !== null && (await customerTaxClasses(call)).has(id)) return id;
  throw platformErrors.invalidValue({ fieldName: 'taxClassId', value: id });
}

function noteSaved(call: Call, group: CustomerGroup, before: CustomerGroup | undefined): void {
  const changed = fieldsOf(group, before);
  if (!before) noteCustomerGroup(call, group.id, 'created');
  else if (changed.length > 0) noteCustomerGroup(call, group.id, 'changed', changed);
}

/** Fields of the interface that a save has changed; none for a new group. */
function fieldsOf(group: CustomerGroup, before: CustomerGroup | undefined): string[] {
  if (!before) return [];
  const { code, tax_class_id, excluded_website_ids } = before;
  return [
    ...(group.code === code ? [] : ['code']),
    ...(group.tax_class_id === tax_class_id ? [] : ['tax_class_id', 'tax_class_name']),
    ...(String(group.excluded_website_ids) === String(excluded_website_ids) ? [] : ['extension_attributes']),
  ];
}

function readExcluded(call: Call, input: GroupInput): number[] | undefined {
  const ids = input.extension_attributes?.exclude_website_ids;
  if (!ids) return undefined;
  const unknown = ids.find((id) => !id || !call.services.store.website(id));
  if (unknown !== undefined) {
    throw platformErrors.invalidValue({ fieldName: 'exclude_website_ids', value: unknown });
  }
  return [...new Set(ids)].sort((a, b) => a - b);
}

async function write(call: Call, { id, code, tax_class_id, excluded_website_ids }: CustomerGroup): Promise<void> {
  const values = { code, tax_class_id, excluded_websites: JSON.stringify(excluded_website_ids) };
  try {
    await call.db
      .insertInto('customer_group')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
  } catch (error) {
    throw isUniqueViolation(error) ? customerErrors.groupExists(undefined, { cause: error }) : error;
  }
  await call.services.customer.groups.invalidate(call);
}

/** Deletes a group; its customers come into the group of new customers. Throws 400 for one that the platform needs. */
export async function deleteGroup(call: Call, id: number): Promise<void> {
  await getGroup(call, id);
  if (await isNeeded(call, id)) throw customerErrors.groupNotDeletable();
  const views = call.services.store.views();
  const targets = Map.groupBy(views, (view) => call.services.customer.defaultGroupId(call, view.id));
  for (const [group_id, stores] of targets) {
    const moved = await call.db
      .updateTable('customer_entity')
      .set((eb) => ({ group_id, version: eb('version', '+', 1) }))
      .where('group_id', '=', id)
      .where(
        'store_id',
        'in',
        stores.map((view) => view.id),
      )
      .returning('id')
      .execute();
    const ids = moved.map((customer) => customer.id);
    noteCustomers(call, ids, ['group_id']);
    await tellMove(call, ids, group_id);
  }
  await call.db.deleteFrom('customer_group').where('id', '=', id).execute();
  noteCustomerGroup(call, id, 'deleted');
  await call.services.customer.groups.invalidate(call);
}
