import { anyText } from '../../../kernel/any-text.ts';
import type { ContributionPoints } from '../../../kernel/merged-types.ts';
import { isAnyList, objectOf, objectsOf } from '../../../kernel/plain-objects.ts';
import { decodeInput, routeCallerWithin } from '../../../platform/execution/call-route.ts';
import { NotMoved, type MigrationKind, type Saving } from '../kind.ts';
import type { MigrationRun } from '../migration-run.ts';
import { completeEach } from '../parallel.ts';
import { orNone } from '../source/errors.ts';
import type { SourceRecord } from '../source/record.ts';
import { fieldsOf, textIn } from '../wire.ts';

type SentReturn = Parameters<ContributionPoints['movedReturns']>[2];

/** Requests for returns of a page at once. */
const WIDTH = 6;

/** Fields of an item whose values are ids of options. */
const choiceFields = ['reason', 'condition', 'resolution'] as const;

/** Returns with items, comments and tracks, with their numbers, times and states. */
export const returns: MigrationKind = {
  name: 'returns',
  part: 'returns',
  keepsIds: true,
  // The open edition has none.
  listing: { path: '/V1/returns', filterField: 'entity_id', idField: 'entity_id', isOptional: true },
  keyOf: (record) => textIn(record, 'entity_id'),
  nameOf: (record) => anyText(record['increment_id'] ?? record['entity_id']),
  complete: (run, records) => completeEach(records, WIDTH, (record) => completeReturn(run, record)),
  async save(saving, record, known) {
    const { call, run, wantedId } = saving;
    const [store] = call.contributions.movedReturns;
    if (!store) throw new NotMoved('this edition has no returns');
    const { rmaDataObject } = await decodeInput<{ rmaDataObject: SentReturn }>(
      run.platform,
      'rmaRmaManagementV1',
      'saveRma',
      { rmaDataObject: await returnHere(saving, record) },
    );
    const id = known === undefined ? undefined : Number(known);
    return store(call, id, rmaDataObject, wantedId(record['entity_id']));
  },
  compared: {
    fields: ['increment_id', 'order_increment_id', 'date_requested', 'status'],
    read: ({ platform, call }, targetKey) =>
      routeCallerWithin(platform, call)<SourceRecord>('rmaRmaRepositoryV1', 'get', { id: Number(targetKey) }),
  },
};

/** Reads the parts of a return that its list lacks. */
async function completeReturn({ client }: MigrationRun, record: SourceRecord): Promise<SourceRecord> {
  const path = `/V1/returns/${textIn(record, 'entity_id')}`;
  const isWhole = ['items', 'comments', 'tracks'].every((name) => isAnyList(record[name]));
  if (isWhole) return record;
  const whole = { ...record, ...fieldsOf(objectOf(await client.get(path))) };
  const partOf = async (name: string, list: string): Promise<unknown> =>
    isAnyList(whole[name]) ? whole[name] : objectOf(await client.get(`${path}/${list}`))['items'];
  return {
    ...whole,
    comments: await partOf('comments', 'comments'),
    tracks: await partOf('tracks', 'tracking-numbers'),
  };
}

async function returnHere(saving: Saving, record: SourceRecord): Promise<SourceRecord> {
  const { idOf } = saving;
  const items = [];
  for (const item of objectsOf(record['items'])) {
    items.push({
      ...fieldsOf(item, ['entity_id', 'rma_entity_id', 'order_item_id', 'extension_attributes', ...choiceFields]),
      order_item_id: await idOf('order items', item['order_item_id']),
      ...(await choicesHere(saving, item)),
    });
  }
  const own = ['entity_id', 'rma_entity_id', 'extension_attributes', 'custom_attributes'];
  const partsOf = (name: string): SourceRecord[] =>
    objectsOf(record[name])
      .sort((a, b) => Number(a['entity_id']) - Number(b['entity_id']))
      .map((one) => fieldsOf(one, own));
  return {
    ...fieldsOf(record, [...own, 'order_id', 'store_id', 'customer_id', 'items', 'comments', 'tracks']),
    order_id: await idOf('orders', record['order_id']),
    items,
    comments: partsOf('comments'),
    tracks: partsOf('tracks'),
  };
}

/** Reason, condition and resolution of an item, by the ids that their labels have here. */
async function choicesHere(saving: Saving, item: SourceRecord): Promise<Record<string, string>> {
  const { run, lose } = saving;
  const [there, present] = [await choicesOf(run), await choicesHereOf(saving)];
  const here: Record<string, string> = {};
  for (const field of choiceFields) {
    const { [field]: value } = item;
    if (value === undefined || value === null || value === '') continue;
    const label = there.get(field)?.find((one) => one.value === anyText(value))?.label;
    const found = label === undefined ? undefined : present.get(field)?.find((one) => isSameLabel(one.label, label));
    if (found) here[field] = found.value;
    else lose(`its ${field} "${label ?? anyText(value)}" is unknown here`);
  }
  return here;
}

const isSameLabel = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

interface ReturnChoice {
  readonly label: string;
  readonly value: string;
}

function optionsOf(attribute: unknown): ReturnChoice[] {
  const options = objectsOf(objectOf(attribute)['options']);
  return options.map(({ label, value }) => ({ label: anyText(label ?? ''), value: anyText(value ?? '') }));
}

type ReturnChoices = ReadonlyMap<string, readonly ReturnChoice[]>;

const choicesKey = {};
const choicesHereKey = {};

/** The choices of items in this shop by field, read once in a run. */
function choicesHereOf({ run, route }: Saving): Promise<ReturnChoices> {
  return run.call.memo(choicesHereKey, async () => {
    const choices = new Map<string, readonly ReturnChoice[]>();
    for (const attributeCode of choiceFields) {
      const attribute = await route('rmaRmaAttributesManagementV1', 'getAttributeMetadata', { attributeCode });
      choices.set(attributeCode, optionsOf(attribute));
    }
    return choices;
  });
}

/** The choices of items in the source by field, read once in a run. */
function choicesOf({ call, client }: MigrationRun): Promise<ReturnChoices> {
  return call.memo(choicesKey, async () => {
    const attributes = objectsOf(await orNone(client.get('/V1/returnsAttributeMetadata')));
    return new Map(attributes.map((one) => [anyText(one['attribute_code']), optionsOf(one)]));
  });
}
