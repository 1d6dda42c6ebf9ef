import type { Call } from '../../../kernel/call.ts';
import { collectErrors, platformErrors, type CollectedError, type PlatformError } from '../../../kernel/errors.ts';
import { invariant } from '../../../kernel/invariant.ts';
import type { In } from '../../../kernel/types.ts';
import type { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../../storage/criteria/list.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../../storage/errors.ts';
import { fitText } from '../../../storage/fit.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import { taxErrors } from '../errors.ts';
import type { TaxClassType } from '../tables.ts';
import type { TaxClass as TaxClassShape } from '../types.ts';

/** A class of products or of customers that are taxed alike. */
export interface TaxClassRow {
  readonly class_id: number;
  readonly class_name: string;
  readonly class_type: TaxClassType;
}

/** All classes by id, in order of ids, cached in the memory of every process. */
export type TaxClasses = ReadonlyMap<number, TaxClassRow>;

const selectByIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('tax_class').selectAll().where(inIds('class_id', p.ids)),
);

/** Reads all classes. */
export async function loadClasses(call: Call): Promise<TaxClasses> {
  const rows = await call.db.selectFrom('tax_class').selectAll().orderBy('class_id').execute();
  return new Map(rows.map((row) => [row.class_id, row]));
}

/** The class with an id, read from the database. Throws 404. */
export async function getClass(call: Call, id: number): Promise<TaxClassRow> {
  const [row] = Number.isSafeInteger(id) ? await selectByIds(call.db, { ids: [id] }) : [];
  if (!row) throw platformErrors.noSuchEntity({ fieldName: 'class_id', fieldValue: id });
  return row;
}

const fields: Record<string, SearchField> = {
  class_id: { kind: 'integer', notNull: true },
  class_name: { kind: 'text', notNull: true },
  class_type: { kind: 'text', notNull: true },
};

/** Lists classes. */
export function listClasses(call: Call, criteria: SearchCriteria): Promise<FoundList<TaxClassRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('tax_class'),
    key: 'class_id',
    fields,
    load: async (_, ids: readonly number[]) => {
      const rows = await selectByIds(call.db, { ids });
      return new Map(rows.map((row) => [row.class_id, row]));
    },
  });
}

/**
 * Creates a class, or renames the one with the id of the request. Returns the id, with the type that the interface has:
 * a string for a new class, a number for an existing one.
 */
export async function saveClass(call: Call, input: In<typeof TaxClassShape>): Promise<string | number> {
  const before = input.class_id ? await getClass(call, input.class_id) : undefined;
  if (before && before.class_type !== input.class_type) throw taxErrors.classType();
  const { name, type } = readClass(input);
  const id = await unlessTaken(type, async () => {
    if (!before) {
      const values = { class_name: name, class_type: type };
      return call.db.insertInto('tax_class').values(values).returning('class_id').executeTakeFirstOrThrow();
    }
    await call.db.updateTable('tax_class').set({ class_name: name }).where('class_id', '=', before.class_id).execute();
    return before;
  });
  await call.services.tax.classCache.invalidate(call);
  return before ? before.class_id : String(id.class_id);
}

function readClass({ class_name: name, class_type: type }: In<typeof TaxClassShape>): {
  name: string;
  type: TaxClassType;
} {
  if (!name?.trim() || !isClassType(type)) throw classFaults(name, type);
  return { name: fitText(name), type };
}

function classFaults(name: string | null | undefined, type: string | null | undefined): PlatformError {
  const errors: CollectedError[] = [];
  if (!name?.trim()) errors.push(platformErrors.required({ fieldName: 'class_name' }));
  if (!type?.trim()) errors.push(platformErrors.required({ fieldName: 'class_type' }));
  else if (!isClassType(type)) errors.push(platformErrors.invalidValue({ fieldName: 'class_type', value: type }));
  const error = collectErrors(errors.map(({ message, parameters }) => ({ message, parameters })));
  return invariant(error, 'one of the fields is invalid');
}

function isClassType(text: string | null | undefined): text is TaxClassType {
  return text === 'PRODUCT' || text === 'CUSTOMER';
}

async function unlessTaken<T>(type: TaxClassType, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isUniqueViolation(error, 'tax_class_name') ? taxErrors.classExists([type]) : error;
  }
}

/** Deletes a class. Throws 404, and 400 when rules, products or customer groups have it. */
export async function deleteClass(call: Call, id: number): Promise<void> {
  const { class_type: type } = await getClass(call, id);
  const rule = await call.db
    .selectFrom('tax_rule_class')
    .select('rule_id')
    .where('class_id', '=', id)
    .executeTakeFirst();
  if (rule) throw taxErrors.classInRules();
  const users = { PRODUCT: 'product', CUSTOMER: 'customer group' } as const;
  if (await isUsed(call, id, type)) throw taxErrors.classInUse([users[type]]);
  try {
    await call.db.deleteFrom('tax_class').where('class_id', '=', id).execute();
  } catch (error) {
    throw isForeignKeyViolation(error) ? taxErrors.classInRules() : error;
  }
  await call.services.tax.classCache.invalidate(call);
}

async function isUsed(call: Call, id: number, type: TaxClassType): Promise<boolean> {
  const { catalog, customer } = call.services;
  if (type === 'PRODUCT') return catalog.hasProductWith(call, 'tax_class_id', id);
  const { list } = await customer.groups.get(call);
  return list.some((group) => group.tax_class_id === id);
}
