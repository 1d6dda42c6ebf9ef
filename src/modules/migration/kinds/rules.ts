import { anyText } from '../../../kernel/any-text.ts';
import { isAnyList, isPlainObject, objectsOf } from '../../../kernel/plain-objects.ts';
import { NotMoved, type MigrationKind, type Saving } from '../kind.ts';
import type { SourceRecord } from '../source/record.ts';
import { readAll } from '../source/lists.ts';
import { fieldsOf, textIn } from '../wire.ts';
import { attributeFacts, valueHere } from './attributes.ts';
import { groupIdOf, storeIdOf, websiteIdsOf } from './stores.ts';

const listIn = (record: SourceRecord, name: string): unknown[] => {
  const value = record[name];
  return isAnyList(value) ? value : [];
};

/** Cart price rules with their conditions. */
const cartRules: MigrationKind = {
  name: 'cart rules',
  part: 'rules',
  listing: { all: ({ client }) => readAll(client, '/V1/salesRules/search') },
  keyOf: (record) => textIn(record, 'rule_id'),
  nameOf: (record) => anyText(record['name']),
  async save(saving, record, known) {
    const sourceIds = listIn(record, 'website_ids');
    const websiteIds = await websiteIdsOf(saving, sourceIds);
    if (websiteIds.length === 0) throw new NotMoved(`none of its websites was moved: ${sourceIds.join(', ')}`);
    const groups = [];
    for (const group of listIn(record, 'customer_group_ids')) groups.push(await groupIdOf(saving, group));
    const labels = [];
    for (const { store_id, store_label } of objectsOf(record['store_labels'])) {
      const id = await storeIdOf(saving, store_id);
      if (id !== undefined) labels.push({ store_id: id, store_label });
    }
    const rule = {
      ...fieldsOf(record, ['rule_id', 'extension_attributes']),
      ...(known === undefined ? {} : { rule_id: Number(known) }),
      website_ids: websiteIds,
      customer_group_ids: groups,
      store_labels: labels,
      condition: await conditionHere(saving, record['condition']),
      action_condition: await conditionHere(saving, record['action_condition']),
    };
    const saved = await saving.route<{ rule_id: number }>('salesRuleRuleRepositoryV1', 'save', { rule });
    return saved.rule_id;
  },
};

/** A condition with the categories, options and regions of this shop. */
async function conditionHere(saving: Saving, condition: unknown): Promise<unknown> {
  if (!isPlainObject(condition)) return condition;
  const { attribute_name, value, conditions } = condition;
  const own = { ...condition };
  if (isAnyList(conditions)) {
    own['conditions'] = [];
    const list = [];
    for (const one of conditions) list.push(await conditionHere(saving, one));
    own['conditions'] = list;
  }
  if (typeof attribute_name !== 'string' || value === null || value === undefined) return own;
  if (attribute_name === 'category_ids') own['value'] = await categoriesHere(saving, anyText(value));
  else if (attribute_name === 'region_id') saving.lose('a condition names a region by its id, which may differ here');
  else own['value'] = await valueHere(saving, await attributeFacts(saving.run), attribute_name, value);
  return own;
}

async function categoriesHere({ findId, lose }: Saving, value: string): Promise<string> {
  const moved = [];
  for (const id of value.split(',').map((one) => one.trim())) {
    const here = await findId('categories', id);
    if (here === undefined) lose(`a condition names category ${id}, which was not moved`);
    else moved.push(here);
  }
  return moved.join(', ');
}

/** Coupons with their uses. */
const coupons: MigrationKind = {
  name: 'coupons',
  part: 'rules',
  listing: { path: '/V1/coupons/search', filterField: 'coupon_id', idField: 'coupon_id' },
  keyOf: (record) => textIn(record, 'coupon_id'),
  nameOf: (record) => `coupon ${textIn(record, 'coupon_id')}`,
  async save({ route, idOf }, record, known) {
    const service = 'salesRuleCouponRepositoryV1';
    const code = textIn(record, 'code');
    const { items } = await route<{ items: { coupon_id: number; code: string }[] }>(service, 'getList', {
      searchCriteria: { filter_groups: [{ filters: [{ field: 'code', value: code }] }] },
    });
    const id = known ?? items.find((one) => one.code === code)?.coupon_id;
    const coupon = {
      ...fieldsOf(record, ['coupon_id', 'extension_attributes']),
      ...(id === undefined ? {} : { coupon_id: Number(id) }),
      rule_id: await idOf('cart rules', record['rule_id']),
    };
    return (await route<{ coupon_id: number }>(service, 'save', { coupon })).coupon_id;
  },
};

/** Cart price rules, then their coupons. */
export const ruleKinds: readonly MigrationKind[] = [cartRules, coupons];
