import { anyText } from '../../../kernel/any-text.ts';
import { isAnyList, objectOf, objectsOf } from '../../../kernel/plain-objects.ts';
import type { Services } from '../../../kernel/merged-types.ts';
import { decodeInput } from '../../../platform/execution/call-route.ts';
import type { MigrationKind, Saving } from '../kind.ts';
import type { SourceRecord } from '../source/record.ts';
import type { MigrationRun } from '../migration-run.ts';
import { completeEach } from '../parallel.ts';
import { readAll } from '../source/lists.ts';
import { fieldsOf, textIn } from '../wire.ts';
import { storeIdOf } from './stores.ts';

type SentAttribute = Parameters<Services['catalog']['saveAttribute']>[1];

const repository = 'catalogProductAttributeRepositoryV1';
const optionManagement = 'catalogProductAttributeOptionManagementV1';

/** Inputs whose values are ids of options. */
const choices = new Set(['select', 'multiselect', 'swatch_visual', 'swatch_text']);

/** Fields that a new attribute gets from its input, or that are ids. */
const ownFields = [
  'attribute_id',
  'entity_type_id',
  'backend_type',
  'backend_model',
  'source_model',
  'frontend_class',
  'validation_rules',
  'frontend_labels',
  'options',
  'labels',
  'extension_attributes',
  'is_user_defined',
];

/** An option of an attribute here. */
interface TargetOption {
  readonly label: string;
  readonly value: string;
}

/** The attributes that the source's shop has added, by page numbers: there are hundreds at most. */
export const attributes: MigrationKind = {
  name: 'attributes',
  part: 'catalog',
  keepsIds: true,
  listing: {
    all: ({ client }) =>
      readAll(client, '/V1/products/attributes', { filters: [{ field: 'is_user_defined', value: '1' }] }),
  },
  keyOf: (record) => textIn(record, 'attribute_id'),
  nameOf: (record) => textIn(record, 'attribute_code'),
  complete: (run, records) =>
    completeEach(records, 1, async (record) => ({ ...record, labels: await labelsOf(run, record) })),
  async save(saving, record) {
    const code = textIn(record, 'attribute_code');
    const input = textIn(record, 'frontend_input');
    const before = await attributeHere(saving, code);
    if (before && choices.has(input) !== choices.has(before.frontend_input ?? '')) {
      saving.lose(`its input here is ${before.frontend_input ?? 'none'}, in the source ${input}`);
      return before.attribute_id;
    }
    const attribute = {
      ...fieldsOf(record, ownFields),
      frontend_labels: await viewLabels(saving, record['frontend_labels']),
    };
    const attribute_id = before
      ? (await changeAttribute(saving, code, { ...attribute, attribute_id: before.attribute_id })).attribute_id
      : (await createAttribute(saving, attribute, record['attribute_id'])).id;
    if (choices.has(input)) await saveOptions(saving, code, record);
    if (input.startsWith('swatch')) saving.lose('its swatches are not part of the interface');
    return attribute_id;
  },
};

function changeAttribute({ route }: Saving, attributeCode: string, attribute: object) {
  return route<{ attribute_id: number }>(repository, 'save', { attributeCode, attribute });
}

async function createAttribute({ call, run, wantedId }: Saving, input: object, sourceId: unknown) {
  const { attribute } = await decodeInput<{ attribute: SentAttribute }>(run.platform, repository, 'save', {
    attribute: input,
  });
  return call.services.catalog.saveAttribute(call, attribute, wantedId(sourceId));
}

/** Labels of options in each store view of the source, by the view's id and the option's value. */
async function labelsOf({ client, views }: MigrationRun, record: SourceRecord): Promise<object> {
  const labels: Record<string, Record<string, string>> = {};
  if (!choices.has(anyText(record['frontend_input'])) || objectsOf(record['options']).length < 2) return labels;
  const path = `/V1/products/attributes/${encodeURIComponent(textIn(record, 'attribute_code'))}/options`;
  for (const { id, code } of views) {
    const options = objectsOf(await client.get(path, '', code));
    labels[id] = Object.fromEntries(options.map(({ value, label }) => [anyText(value), anyText(label)]));
  }
  return labels;
}

/** An attribute here by its code. */
async function attributeHere(
  { route }: Saving,
  code: string,
): Promise<{ attribute_id: number; frontend_input?: string | null } | undefined> {
  const { items } = await route<{ items: { attribute_id: number; frontend_input?: string | null }[] }>(
    repository,
    'getList',
    { searchCriteria: { filter_groups: [{ filters: [{ field: 'attribute_code', value: code }] }] } },
  );
  return items[0];
}

async function viewLabels(saving: Saving, labels: unknown): Promise<object[]> {
  const moved = [];
  for (const { store_id, label } of objectsOf(labels)) {
    const id = await storeIdOf(saving, store_id);
    if (id) moved.push({ store_id: id, label });
  }
  return moved;
}

/** Saves the options of an attribute, and enters them by `<attribute code>:<value>`. */
async function saveOptions(saving: Saving, code: string, record: SourceRecord): Promise<void> {
  const { route, findId, enter, run, call, wantedId } = saving;
  const before = await route<TargetOption[]>(optionManagement, 'getItems', { attributeCode: code });
  const unused = before.filter(({ value }) => value !== '');
  const defaults = anyText(record['default_value'] ?? '').split(',');
  for (const [position, option] of objectsOf(record['options']).entries()) {
    const value = anyText(option['value'] ?? '');
    if (value === '') continue;
    const label = anyText(option['label']);
    const known = await findId('options', `${code}:${value}`);
    const at = unused.findIndex((one) => (known === undefined ? one.label === label : Number(one.value) === known));
    const [found] = at < 0 ? [] : unused.splice(at, 1);
    const store_labels = [];
    for (const { id } of run.views) {
      const viewLabel = objectOf(objectOf(record['labels'])[id])[value];
      if (viewLabel === undefined || viewLabel === label) continue;
      const store_id = await storeIdOf(saving, id);
      if (store_id) store_labels.push({ store_id, label: anyText(viewLabel) });
    }
    const draft = { label, sort_order: position, is_default: defaults.includes(value), store_labels };
    if (found) {
      const optionId = Number(found.value);
      await route('catalogProductAttributeOptionUpdateV1', 'update', { attributeCode: code, optionId, option: draft });
      await enter('options', `${code}:${value}`, optionId);
    } else {
      const { attributeOptions } = call.services.eav;
      const optionId = await attributeOptions.add(call, 'catalog_product', code, draft, wantedId(value));
      await enter('options', `${code}:${value}`, optionId);
    }
  }
}

/** The attribute sets of products with the groups and attributes that their shop has added. */
export const attributeSets: MigrationKind = {
  name: 'attribute sets',
  part: 'catalog',
  keepsIds: true,
  listing: { all: ({ client }) => readAll(client, '/V1/products/attribute-sets/sets/list') },
  keyOf: (record) => textIn(record, 'attribute_set_id'),
  nameOf: (record) => textIn(record, 'attribute_set_name'),
  complete: ({ client }, records) =>
    completeEach(records, 1, async (record) => {
      const id = textIn(record, 'attribute_set_id');
      const groups = await readAll(client, '/V1/products/attribute-sets/groups/list', {
        filters: [{ field: 'attribute_set_id', value: id }],
      });
      const members = objectsOf(
        await client.get(
          `/V1/products/attribute-sets/${id}/attributes`,
          'fields=attribute_code,attribute_id,is_user_defined',
        ),
      );
      return { ...record, groups, members };
    }),
  async save(saving, record, known) {
    const { route } = saving;
    const name = textIn(record, 'attribute_set_name');
    const sets = await setsHere(saving);
    const sameName = sets.find((one) => one.attribute_set_name === name)?.attribute_set_id;
    const id = known === undefined ? (sameName ?? (await createSet(saving, record, sets))) : Number(known);
    const groups = await saveGroups(saving, id, record);
    const members = await route<{ attribute_code: string }[]>('catalogProductAttributeManagementV1', 'getAttributes', {
      attributeSetId: String(id),
    });
    const here = new Set(members.map(({ attribute_code }) => attribute_code));
    for (const [position, member] of objectsOf(record['members']).entries()) {
      const attributeCode = textIn(member, 'attribute_code');
      if (here.has(attributeCode)) continue;
      if ((await saving.findId('attributes', member['attribute_id'])) === undefined) {
        saving.lose(`its attribute ${attributeCode} is unknown here`);
        continue;
      }
      const place = { attributeSetId: id, attributeGroupId: groups, attributeCode, sortOrder: 1000 + position };
      await route('catalogProductAttributeManagementV1', 'assign', place);
    }
    return id;
  },
};

interface TargetSet {
  readonly attribute_set_id: number;
  readonly attribute_set_name: string;
}

async function setsHere({ route }: Saving): Promise<readonly TargetSet[]> {
  const { items } = await route<{ items: TargetSet[] }>('catalogAttributeSetRepositoryV1', 'getList', {
    searchCriteria: {},
  });
  return items;
}

/** Creates a set with the attributes of the first one. */
async function createSet(saving: Saving, record: SourceRecord, sets: readonly TargetSet[]): Promise<number> {
  const { call, wantedId } = saving;
  const skeletonId =
    sets.find((one) => one.attribute_set_name === 'Default')?.attribute_set_id ?? sets[0]?.attribute_set_id;
  const groups = new Map<string, number>();
  for (const { attribute_group_name, attribute_group_id } of objectsOf(record['groups'])) {
    const id = wantedId(attribute_group_id);
    if (id !== undefined) groups.set(anyText(attribute_group_name), id);
  }
  const set = {
    attribute_set_name: textIn(record, 'attribute_set_name'),
    sort_order: Number(record['sort_order'] ?? 0),
  };
  const wantedIds = { id: wantedId(record['attribute_set_id']), groups };
  return (await call.services.eav.attributeSets.create(call, 'catalog_product', set, skeletonId ?? 0, wantedIds)).id;
}

/** Saves the groups of a set by their names; returns the one for added attributes: the interface names no groups of attributes. */
async function saveGroups(saving: Saving, setId: number, record: SourceRecord): Promise<number> {
  const { route, call, wantedId } = saving;
  const service = 'catalogProductAttributeGroupRepositoryV1';
  const { items } = await route<{ items: { attribute_group_id: string; attribute_group_name: string }[] }>(
    service,
    'getList',
    { searchCriteria: { filter_groups: [{ filters: [{ field: 'attribute_set_id', value: String(setId) }] }] } },
  );
  const ids = new Map(items.map((one) => [one.attribute_group_name, Number(one.attribute_group_id)]));
  for (const { attribute_group_name, attribute_group_id } of objectsOf(record['groups'])) {
    const name = anyText(attribute_group_name);
    const wanted = wantedId(attribute_group_id);
    if (!ids.has(name)) {
      const group = { attribute_group_name: name, attribute_set_id: setId };
      const saved = await call.services.eav.attributeGroups.save(call, group, wanted);
      ids.set(name, Number(saved.attribute_group_id));
    }
    const id = ids.get(name);
    if (wanted !== undefined && id !== wanted) saving.lose(`the id of its group ${name} here is ${id}`);
  }
  const [first] = ids.values();
  return ids.get('Product Details') ?? ids.get('General') ?? first ?? 0;
}

/** The value of an attribute in terms of this shop: ids of options are others here. */
export async function valueHere(saving: Saving, facts: AttributeFacts, code: string, value: unknown): Promise<unknown> {
  if (value === null || value === '' || !facts.choices.has(code)) return value;
  const ids = isAnyList(value) ? value.map(anyText) : anyText(value).split(',');
  const moved = [];
  for (const id of ids) {
    const here = await saving.findId('options', `${code}:${id}`);
    if (here === undefined) saving.lose(`option ${id} of ${code} was not moved`);
    else moved.push(String(here));
  }
  return moved.join(',');
}

/** Facts about the source's attributes of products. */
export interface AttributeFacts {
  /** Codes of added attributes with options. */
  readonly choices: ReadonlySet<string>;
  /** Codes by id. */
  readonly codes: ReadonlyMap<string, string>;
}

const factsKey = {};

/** The facts about the source's attributes, read once in a run. */
export function attributeFacts(run: MigrationRun): Promise<AttributeFacts> {
  return run.call.memo(factsKey, () => readFacts(run));
}

async function readFacts({ client }: MigrationRun): Promise<AttributeFacts> {
  const all = await readAll(client, '/V1/products/attributes', { filters: [{ field: 'is_user_defined', value: '1' }] });
  const code = (one: SourceRecord): string => textIn(one, 'attribute_code');
  return {
    choices: new Set(all.filter((one) => choices.has(anyText(one['frontend_input']))).map(code)),
    codes: new Map(all.map((one) => [textIn(one, 'attribute_id'), code(one)])),
  };
}
