import type { Call } from '../../kernel/call.ts';
import { missingArguments, platformErrors } from '../../kernel/errors.ts';
import { formatTime } from '../../kernel/time.ts';
import { setConfiguration } from '../../platform/configuration/settings.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { checkLengths, LONGEST_TEXT } from '../../storage/fit.ts';
import { defaultGroupSetting } from '../customer/configuration.ts';
import { lockCatalog, lockPublicCatalog, requireCatalog } from './catalogs.ts';
import { sharedCatalogErrors } from './errors.ts';
import type { SharedCatalogRow } from './tables.ts';
import { catalogTypes, type SentSharedCatalog } from './types.ts';

/** Greatest length of a name. Source: the published guide. A customer group's name has the same. */
const LONGEST_NAME = 32;

/** Creates a catalog and its customer group; returns the catalog's id. The group in the input is not read. */
export async function createCatalog(call: Call, input: SentSharedCatalog): Promise<number> {
  const { tax_class_id, store_id, type } = input;
  const name = input.name?.trim();
  const required = Object.entries({ name, type, store_id, tax_class_id });
  const missing = missingArguments(required.flatMap(([field, value]) => ((value ?? '') === '' ? [field] : [])));
  if (missing) throw missing;
  const created_by = input.created_by ?? (call.caller.type === 'admin' ? call.caller.id : null);
  const columns = {
    name: name ?? '',
    description: input.description ?? null,
    type: type ?? 0,
    store_id: store_id ?? 0,
  };
  await checkCatalog(call, { ...columns, created_by });
  const former = columns.type === catalogTypes.public ? await lockPublicCatalog(call) : undefined;
  checkGroupName(call, columns.name);
  const { customer } = call.services;
  const group = await customer.saveGroup(call, { code: columns.name, tax_class_id: tax_class_id ?? null });
  const { entity_id } = await unlessTaken(columns.name, () =>
    call.db
      .insertInto('shared_catalog')
      .values({
        ...columns,
        type: catalogTypes.custom,
        customer_group_id: group.id,
        created_at: formatTime(call.clock.now()),
        created_by,
      })
      .returning('entity_id')
      .executeTakeFirstOrThrow(),
  );
  if (former) await makePublic(call, await requireCatalog(call, entity_id), former);
  return entity_id;
}

/** Changes a catalog; missing fields stay unchanged. Throws 404, and 400 for a change of the group or from public to custom. */
export async function changeCatalog(call: Call, id: number, input: SentSharedCatalog): Promise<void> {
  const former = input.type === catalogTypes.public ? await lockPublicCatalog(call) : undefined;
  const before = await lockCatalog(call, id);
  const { customer_group_id: groupId } = before;
  if ((input.customer_group_id ?? groupId) !== groupId) {
    throw platformErrors.invalidValue({ fieldName: 'customer_group_id', value: input.customer_group_id });
  }
  const after = {
    name: input.name?.trim() ?? before.name,
    description: input.description === undefined ? before.description : input.description,
    type: input.type ?? before.type,
    store_id: input.store_id ?? before.store_id,
    created_by: input.created_by ?? before.created_by,
  };
  if (after.name === '') throw missingArguments(['name']);
  await checkCatalog(call, after, before);
  if (before.type === catalogTypes.public && after.type === catalogTypes.custom)
    throw sharedCatalogErrors.publicStays();
  const { type: _, ...columns } = after;
  await unlessTaken(after.name, () =>
    call.db.updateTable('shared_catalog').set(columns).where('entity_id', '=', id).execute(),
  );
  await changeGroup(call, before, after.name, input.tax_class_id);
  if (former && former.entity_id !== id) await makePublic(call, before, former);
}

/** Changes the name and the tax class of a catalog's customer group with those of the catalog. */
async function changeGroup(
  call: Call,
  { name, customer_group_id }: SharedCatalogRow,
  newName: string,
  taxClassId: number | null | undefined,
): Promise<void> {
  const { customer } = call.services;
  const group = (await customer.groups.get(call)).byId.get(customer_group_id);
  if (!group) return;
  // The group of the first public catalog has a name of its own.
  const code = group.code === name ? newName : group.code;
  const tax_class_id = taxClassId ?? group.tax_class_id;
  if (code === group.code && tax_class_id === group.tax_class_id) return;
  if (code !== group.code) checkGroupName(call, code, group.id);
  await customer.saveGroup(call, { id: group.id, code, tax_class_id });
}

/**
 * Makes a catalog the public one. The former one becomes a custom catalog; its companies and customers come to the new one, and so do
 * new customers. Source: the published guide.
 */
async function makePublic(call: Call, next: SharedCatalogRow, former: SharedCatalogRow): Promise<void> {
  await swapPublic(call, next, former);
  await moveOut(call, former, next);
  await call.services.customer.moveGroup(call, former.customer_group_id, next.customer_group_id);
}

/** Makes a catalog the public one in place of the former, whose companies and customers stay; new customers come to it. */
export async function swapPublic(call: Call, next: SharedCatalogRow, former: SharedCatalogRow): Promise<void> {
  for (const [{ entity_id }, type] of [
    [former, catalogTypes.custom],
    [next, catalogTypes.public],
  ] as const) {
    await call.db.updateTable('shared_catalog').set({ type }).where('entity_id', '=', entity_id).execute();
  }
  if (call.services.customer.defaultGroupId(call, 0) === former.customer_group_id) {
    await setConfiguration(call, defaultGroupSetting.path, String(next.customer_group_id));
  }
}

/** Deletes a custom catalog and its customer group; its companies come to the public one. Throws 404, and 400 for the public one. */
export async function deleteCatalog(call: Call, id: number): Promise<void> {
  const shared = await lockPublicCatalog(call);
  const catalog = await lockCatalog(call, id);
  if (catalog.type === catalogTypes.public) throw sharedCatalogErrors.publicNotDeleted();
  await moveOut(call, catalog, shared);
  await call.db.deleteFrom('shared_catalog').where('entity_id', '=', id).execute();
  await call.services.customer.deleteGroup(call, catalog.customer_group_id);
}

/** Assigns the companies of a catalog to another one. */
async function moveOut(call: Call, from: SharedCatalogRow, to: SharedCatalogRow): Promise<void> {
  const { company } = call.services;
  const ids = await company.companiesIn(call, from.customer_group_id);
  await company.moveCompanies(call, ids, to.customer_group_id);
}

type CheckedFields = Pick<SharedCatalogRow, 'name' | 'description' | 'type' | 'store_id' | 'created_by'>;

/** Throws 400 for fields of a catalog that are too long or unknown. */
export async function checkCatalog(call: Call, fields: CheckedFields, before?: SharedCatalogRow): Promise<void> {
  checkLengths(fields, { name: LONGEST_NAME, description: LONGEST_TEXT });
  const wrong = (fieldName: keyof CheckedFields) =>
    platformErrors.invalidValue({ fieldName, value: fields[fieldName] });
  if (!Object.values<number>(catalogTypes).includes(fields.type)) throw wrong('type');
  if (!call.services.store.group(fields.store_id)) throw wrong('store_id');
  const { created_by } = fields;
  if (created_by === null || created_by === before?.created_by || created_by === call.caller.id) return;
  const { admins } = await call.services.access.accounts.get(call);
  if (!admins.has(created_by)) throw wrong('created_by');
}

/** Throws where another customer group has a name: rows of tier prices name groups ignoring case. */
function checkGroupName(call: Call, name: string, ownId?: number): void {
  const folded = name.toLowerCase();
  const isTaken = call.services.customer
    .allGroups()
    .some(({ id, code }) => id !== ownId && code.toLowerCase() === folded);
  if (isTaken) throw sharedCatalogErrors.nameTaken([name]);
}

/** Writes a catalog. Throws 400 where another one has its name. */
export async function unlessTaken<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isUniqueViolation(error) ? sharedCatalogErrors.nameTaken([name], { cause: error }) : error;
  }
}
