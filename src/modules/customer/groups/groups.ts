import { sql, type RawBuilder, type Selectable } from 'kysely';
import { decodeDocument } from '../../../storage/documents.ts';
import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { defaultGroupSetting } from '../configuration.ts';
import type { CustomerGroupTable } from '../tables.ts';

/** A group of customers. */
export interface CustomerGroup {
  readonly id: number;
  readonly code: string;
  readonly tax_class_id: number;
  /** Websites that the group has no access to. */
  readonly excluded_website_ids: readonly number[];
}

/** The groups in the memory of each process, in order of ids. */
export interface CustomerGroups {
  readonly list: readonly CustomerGroup[];
  readonly byId: ReadonlyMap<number, CustomerGroup>;
}

/** The group of visitors. */
const NOT_LOGGED_IN = 0;

/** The group of a row. */
export function groupOf(row: Selectable<CustomerGroupTable>): CustomerGroup {
  return {
    id: row.id,
    code: row.code,
    tax_class_id: row.tax_class_id,
    excluded_website_ids: decodeDocument<number[]>(row.excluded_websites),
  };
}

/** Reads all groups. */
export async function loadGroups(call: Call): Promise<CustomerGroups> {
  const rows = await call.db.selectFrom('customer_group').selectAll().orderBy('id').execute();
  const list = rows.map(groupOf);
  return { list, byId: new Map(list.map((group) => [group.id, group])) };
}

/** The group with an id, as this call sees it. Throws 404; `fieldName` is the name of the id in the error. */
export async function getGroup(call: Call, id: number, fieldName = 'id'): Promise<CustomerGroup> {
  const group = await findGroup(call, id);
  if (!group) throw platformErrors.noSuchEntity({ fieldName, fieldValue: id });
  return group;
}

/** The group with an id; undefined for an unknown one. */
export async function findGroup(call: Call, id: number): Promise<CustomerGroup | undefined> {
  return (await call.services.customer.groups.get(call)).byId.get(id);
}

/** Id of the group that new customers of a store view come into. */
export function defaultGroupId(call: Call, storeId: number): number {
  return call.config.of(defaultGroupSetting, { storeId });
}

/** The group of new customers of a store view; default: the call's. Throws 404 for an unknown one. */
export async function defaultGroup(call: Call, storeId?: number): Promise<CustomerGroup> {
  if (storeId !== undefined && !call.services.store.view(storeId)) {
    throw platformErrors.noSuchEntity({ fieldName: 'storeId', fieldValue: storeId });
  }
  return getGroup(call, defaultGroupId(call, storeId ?? call.scope.storeId), 'groupId');
}

/**
 * Whether the platform needs a group: visitors are in it, new customers of some website or store view come into it, or a
 * module uses it.
 */
export async function isNeeded(call: Call, id: number): Promise<boolean> {
  if (id === NOT_LOGGED_IN) return true;
  const { store, configuration } = call.services;
  const settings = await configuration.cache.get(call);
  const stored = [settings.default, ...settings.websites.values(), ...settings.stores.values()].map((scope) =>
    scope.get(defaultGroupSetting.path),
  );
  const inForce = store.views().map((view) => defaultGroupId(call, view.id));
  if (stored.includes(String(id)) || inForce.includes(id)) return true;
  const uses = await Promise.all(call.contributions.customerGroupUses.map((use) => use(call, id)));
  return uses.includes(true);
}

/** The tax class of the group in a column, in SQL. */
export function groupTaxClass(column: string): RawBuilder<number> {
  return sql<number>`(select tax_class_id from customer_group where id = ${sql.ref(column)})`;
}
