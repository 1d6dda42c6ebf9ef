import { sql, type Expression } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { uidOf } from '../../../kernel/uids.ts';
import type { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../../storage/criteria/list.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import { groupOf, type CustomerGroup } from './groups.ts';
import { customerTaxClasses } from './tax-classes.ts';
import type { GroupOutput } from './types.ts';

const selectByIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('customer_group').selectAll().where(inIds('id', p.ids)),
);

const fields: Record<string, SearchField> = {
  id: { kind: 'integer', notNull: true },
  customer_group_id: { kind: 'integer', column: 'id', notNull: true },
  code: { kind: 'text', notNull: true },
  customer_group_code: { kind: 'text', column: 'code', notNull: true },
  tax_class_id: { kind: 'integer', notNull: true },
};

/** Lists groups, except the one that stands for all groups. */
export async function listGroups(call: Call, criteria: SearchCriteria): Promise<FoundList<CustomerGroup>> {
  const classes = await customerTaxClasses(call);
  return findList(call, criteria, {
    base: call.db.selectFrom('customer_group'),
    key: 'id',
    fields: { ...fields, tax_class_name: { kind: 'text', column: className(classes) } },
    load: async (_, ids: readonly number[]) => {
      const rows = await selectByIds(call.db, { ids });
      return new Map(rows.map((row) => [row.id, groupOf(row)]));
    },
  });
}

/** The name of a group's tax class. */
function className(classes: ReadonlyMap<number, string>): Expression<unknown> {
  const cases = [...classes].map(([id, name]) => sql`when ${sql.lit(id)} then cast(${name} as text)`);
  return cases.length > 0 ? sql`(case tax_class_id ${sql.join(cases, sql` `)} end)` : sql`cast(null as text)`;
}

/** A group as the wire has it. */
export async function showGroup(call: Call, group: CustomerGroup): Promise<GroupOutput> {
  return show(call, group, await customerTaxClasses(call));
}

/** Groups as lists on the wire have them: each with the uid that storefronts know it by. */
export async function showGroups(call: Call, groups: readonly CustomerGroup[]): Promise<GroupOutput[]> {
  const classes = await customerTaxClasses(call);
  return groups.map((group) => {
    const view = show(call, group, classes);
    return { ...view, extension_attributes: { ...view.extension_attributes, uid: uidOf(group.id) } };
  });
}

function show(call: Call, group: CustomerGroup, taxClasses: ReadonlyMap<number, string>): GroupOutput {
  const { id, code, tax_class_id, excluded_website_ids } = group;
  const added = call.contributions.customerGroupExtensions.map((extension) => extension.show(group));
  return {
    id,
    code,
    tax_class_id,
    tax_class_name: taxClasses.get(tax_class_id),
    extension_attributes: {
      exclude_website_ids: excluded_website_ids.length > 0 ? [...excluded_website_ids] : undefined,
      ...Object.assign({}, ...added),
    },
  };
}
