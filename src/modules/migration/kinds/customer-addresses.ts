import { anyText } from '../../../kernel/any-text.ts';
import { isPlainObject, objectsOf } from '../../../kernel/plain-objects.ts';
import type { Saving } from '../kind.ts';
import type { SourceRecord } from '../source/record.ts';
import { fieldsOf } from '../wire.ts';
import { knownCustom } from './customer-attributes.ts';

const kind = 'customer addresses';

/** The addresses of a customer by their ids. */
interface Book {
  readonly addresses: readonly { readonly id: number }[];
}

/** The ids here of the addresses of a known customer that an earlier run has moved and that are still there, by their ids in the source. */
export async function movedAddresses(
  { run, call }: Saving,
  record: SourceRecord,
  before: Book,
): Promise<ReadonlyMap<string, number>> {
  const present = new Set(before.addresses.map(({ id }) => id));
  const sourceKeys = objectsOf(record['addresses']).map(({ id }) => anyText(id));
  const moved = await run.journal.moved(call.db, kind, sourceKeys);
  const ids = [...moved].map(([key, { targetKey }]) => [key, Number(targetKey)] as const);
  return new Map(ids.filter(([, id]) => present.has(id)));
}

/**
 * The addresses of a customer of the source as input. `idsHere`: of a known customer; these are changed, and the others added. Those of
 * a new customer have the ids of the source.
 */
export async function addressesHere(
  saving: Saving,
  record: SourceRecord,
  idsHere: ReadonlyMap<string, number> | undefined,
): Promise<SourceRecord[]> {
  const addresses = [];
  for (const address of objectsOf(record['addresses'])) {
    const id = idsHere ? idsHere.get(anyText(address['id'])) : Number(address['id']);
    addresses.push({
      ...fieldsOf(address, ['id', 'customer_id', 'region_id', 'region', 'custom_attributes', 'extension_attributes']),
      ...(id !== undefined && { id }),
      ...regionHere(saving, address),
      custom_attributes: await knownCustom(saving, 'customerAddressMetadataV1', address),
    });
  }
  return addresses;
}

/** Enters the addresses of a saved customer by their ids in the source, and reports those that did not keep them. */
export async function enterAddresses(
  { run, call, lose }: Saving,
  record: SourceRecord,
  { addresses }: Book,
  idsHere: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  const knownIds = new Set(idsHere.values());
  // They have the order of the input.
  const newAddresses = addresses.filter(({ id }) => !knownIds.has(id));
  const entries = [];
  for (const { id: sourceId } of objectsOf(record['addresses'])) {
    const sourceKey = anyText(sourceId);
    const id = idsHere.get(sourceKey) ?? newAddresses.shift()?.id;
    if (id === undefined) continue;
    entries.push({ sourceKey, targetKey: String(id), digest: '' });
    if (run.options.keepsIds && String(id) !== sourceKey) lose(`the id of its address ${sourceKey} here is ${id}`);
  }
  await run.journal.enter(call.db, kind, entries);
}

/** The region of an address, or of a record whose `region` is a text: ids may differ between shops, codes do not. */
export function regionHere({ call }: Saving, address: SourceRecord): SourceRecord {
  const { region_code, region, region_id } = isPlainObject(address['region']) ? address['region'] : address;
  const { directory } = call.services;
  const country = anyText(address['country_id']);
  const texts = [region_code, region].filter((one) => typeof one === 'string' && one !== '').map(anyText);
  const found = texts.map((one) => directory.regionByText(country, one)).find((one) => one !== undefined);
  if (found)
    return { region_id: found.id, region: { region_code: found.code, region: found.name, region_id: found.id } };
  return region_id || texts.length > 0 ? { region: { region_code, region } } : {};
}
