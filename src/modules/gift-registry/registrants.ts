import type { Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import { loader } from '../../kernel/loader.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { decodeDocument, encodeDocument } from '../../storage/documents.ts';
import { checkLengths, LONGEST_TEXT } from '../../storage/fit.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows, updateRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { mostRegistrants } from './configuration.ts';
import { registryErrors } from './errors.ts';
import { changedValues, requireType, type AttributeValues, type RegistryAttribute } from './registry-types.ts';
import { lockRegistry, type Registry } from './registries.ts';
import { nameKey } from './storefront-tables.ts';

/** A recipient of the gifts. */
export interface Registrant {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly values: AttributeValues;
}

/** A registrant as stored. */
export interface StoredRegistrant extends Registrant {
  readonly id: number;
}

/** Changes of a registrant; missing fields and attributes stay unchanged. */
interface RegistrantChanges extends Partial<Registrant> {
  readonly id: number;
}

const ofRegistries = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('gift_registry_registrant')
    .select(['id', 'registry_id', 'firstname', 'lastname', 'email', 'document'])
    .where(inIds('registry_id', p.ids))
    .orderBy('id'),
);

/** The registrants of registries, by id of the registry; one query. */
export async function loadRegistrants(call: Call, ids: readonly number[]): Promise<Map<number, StoredRegistrant[]>> {
  const rows = await ofRegistries(call.db, { ids });
  const groups = Map.groupBy(rows, (row) => row.registry_id);
  return new Map(
    [...groups].map(([id, group]) => [
      id,
      group.map(({ id: registrantId, firstname, lastname, email, document }) => ({
        id: registrantId,
        firstname,
        lastname,
        email,
        values: decodeDocument<AttributeValues>(document),
      })),
    ]),
  );
}

/** The registrants of a registry; batched for all registries of a response. */
export const registrantsOf = loader<number, readonly StoredRegistrant[]>(async (ids, call) => {
  const found = await loadRegistrants(call, ids);
  return ids.map((id) => found.get(id) ?? []);
});

/** Adds registrants to a registry; in a transaction. Throws 400 for invalid ones and above the limit. */
export async function addRegistrants(call: Call, registry: Registry, people: readonly Registrant[]): Promise<void> {
  await lockRegistry(call, registry);
  const { registrant } = await requireType(call, registry.type);
  const present = (await loadRegistrants(call, [registry.id])).get(registry.id) ?? [];
  checkCount(call, present.length + people.length);
  const rows = people.map((one) => rowOf(registry, checked(call, registrant, one)));
  await insertRows(call.db, 'gift_registry_registrant', rows);
}

/** Replaces all registrants of a registry; in a transaction. Throws 400 as `addRegistrants`. */
export async function replaceRegistrants(call: Call, registry: Registry, people: readonly Registrant[]): Promise<void> {
  await lockRegistry(call, registry);
  await call.db.deleteFrom('gift_registry_registrant').where('registry_id', '=', registry.id).execute();
  await addRegistrants(call, registry, people);
}

/** Changes registrants of a registry; in a transaction. Throws 400 for invalid values and 404 for unknown ids. */
export async function changeRegistrants(
  call: Call,
  registry: Registry,
  changes: readonly RegistrantChanges[],
): Promise<void> {
  await lockRegistry(call, registry);
  const { registrant } = await requireType(call, registry.type);
  const present = (await loadRegistrants(call, [registry.id])).get(registry.id) ?? [];
  const byId = new Map(present.map((one) => [one.id, one]));
  for (const { id, values = {}, ...fields } of changes) {
    const before = byId.get(id);
    if (!before) throw registryErrors.registrantNotFound();
    const after = { ...before, ...fields, values };
    byId.set(id, { ...checked(call, registrant, after, before.values), id });
  }
  const changed = [...new Set(changes.map(({ id }) => id))];
  await updateRows(
    call.db,
    'gift_registry_registrant',
    ['id'],
    changed.map((id) => Object.assign(rowOf(registry, valueAt(byId, id)), { id })),
  );
}

/** Removes registrants of a registry; in a transaction. Throws 404 for unknown ids, 400 if none would be left. */
export async function removeRegistrants(call: Call, registry: Registry, ids: readonly number[]): Promise<void> {
  await lockRegistry(call, registry);
  const present = (await loadRegistrants(call, [registry.id])).get(registry.id) ?? [];
  const removed = new Set(ids);
  if (ids.some((id) => !present.some((one) => one.id === id))) throw registryErrors.registrantNotFound();
  checkCount(call, present.length - removed.size);
  await call.db
    .deleteFrom('gift_registry_registrant')
    .where(inIds('id', [...removed]))
    .execute();
}

function checkCount(call: Call, count: number): void {
  const most = call.config.of(mostRegistrants);
  if (count === 0) throw registryErrors.noRegistrant();
  if (count > most) throw registryErrors.tooManyRegistrants([most]);
}

/** A registrant with validated fields. `before`: the attribute values before a change. Throws 400. */
function checked(
  call: Call,
  attributes: readonly RegistryAttribute[],
  { firstname, lastname, email, values }: Registrant,
  before?: AttributeValues,
): Registrant {
  const person = { firstname: firstname.trim(), lastname: lastname.trim(), email: email.trim() };
  if (person.firstname === '') throw registryErrors.required(['First Name']);
  if (person.lastname === '') throw registryErrors.required(['Last Name']);
  if (person.email === '') throw registryErrors.required(['Email']);
  if (!call.services.customer.isEmailAddress(person.email)) throw registryErrors.invalid(['Email', email]);
  checkLengths(person, { firstname: LONGEST_TEXT, lastname: LONGEST_TEXT, email: LONGEST_TEXT });
  return { ...person, values: changedValues(call, attributes, values, before) };
}

function rowOf(registry: Registry, { firstname, lastname, email, values }: Registrant) {
  return {
    registry_id: registry.id,
    firstname,
    lastname,
    email,
    name_key: nameKey(firstname, lastname),
    email_key: foldText(email),
    document: encodeDocument(values),
  };
}
