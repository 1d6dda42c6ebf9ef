import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

const SETS = '/V1/eav/attribute-sets';
let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const create = (set: object = {}, rest: object = {}): Promise<Answer> =>
  souk.admin.post(SETS, {
    entityTypeCode: 'catalog_product',
    attributeSet: { attribute_set_name: unique('set'), sort_order: 5, ...set },
    skeletonId: 4,
    ...rest,
  });
const list = async (...filters: { field: string; value?: unknown; condition_type?: string }[]) =>
  ok(await souk.admin.get(`${SETS}/list?${criteria(filters.map((filter) => [filter]))}`));
const ids = (answer: Answer['body']): number[] => answer.items.map((set: Answer['body']) => set.attribute_set_id);

describe('attribute sets of a fresh installation', () => {
  it('are one for each of the eight entity types', async () => {
    const answer = ok(await souk.admin.get(`${SETS}/list?searchCriteria`));
    expect(answer.items.slice(0, 4)).toEqual([
      { attribute_set_id: 1, attribute_set_name: 'Default', sort_order: 2, entity_type_id: 1 },
      { attribute_set_id: 2, attribute_set_name: 'Default', sort_order: 2, entity_type_id: 2 },
      { attribute_set_id: 3, attribute_set_name: 'Default', sort_order: 1, entity_type_id: 3 },
      { attribute_set_id: 4, attribute_set_name: 'Default', sort_order: 1, entity_type_id: 4 },
    ]);
    expect(ids(answer)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(answer.search_criteria).toEqual({ filter_groups: [] });
  });

  it('are found by the id and by the code of their entity type', async () => {
    expect(ids(await list({ field: 'entity_type_id', value: 3 }))).toEqual([3]);
    expect(ids(await list({ field: 'entity_type_code', value: 'customer_address' }))).toEqual([2]);
    expect(ids(await list({ field: 'entity_type_id', value: 9 }))).toEqual([]);
    const two = { field: 'entity_type_code', value: 'order,invoice', condition_type: 'in' };
    expect(ids(await list(two))).toEqual([5, 6]);
  });

  it('cannot be searched by an entity type that does not exist', async () => {
    const answer = await souk.admin.get(`${SETS}/list?${criteria([[{ field: 'entity_type_code', value: 'nope' }]])}`);
    expect(fails(answer, 400)).toEqual({ message: 'Invalid entity_type specified: %1', parameters: ['nope'] });
  });

  it('need search criteria, and a caller who may see them', async () => {
    expect(fails(await souk.admin.get(`${SETS}/list`), 400)).toEqual({
      message: '"%fieldName" is required. Enter and try again.',
      parameters: { fieldName: 'searchCriteria' },
    });
    fails(await souk.guest.get(`${SETS}/list?searchCriteria`), 401);
  });

  it('are read one by one', async () => {
    expect(ok(await souk.admin.get(`${SETS}/3`))).toEqual({
      attribute_set_id: 3,
      attribute_set_name: 'Default',
      sort_order: 1,
      entity_type_id: 3,
    });
    expect(fails(await souk.admin.get(`${SETS}/99`), 404)).toEqual({
      message: 'No such entity with %fieldName = %fieldValue',
      parameters: { fieldName: 'id', fieldValue: 99 },
    });
  });
});

describe('creating an attribute set', () => {
  it('copies the groups and attributes of another set', async () => {
    const name = unique('Gadgets');
    const made = ok(await create({ attribute_set_name: name, sort_order: 20 }));
    expect(made).toMatchObject({ attribute_set_name: name, sort_order: 20, entity_type_id: 4 });
    const path = `/V1/products/attribute-sets/${made.attribute_set_id}/attributes`;
    const codes = (answer: Answer) => ok(answer).map((attribute: Answer['body']) => attribute.attribute_code);
    expect(codes(await souk.admin.get(path))).toEqual(
      codes(await souk.admin.get('/V1/products/attribute-sets/4/attributes')),
    );
  });

  it.each([
    ['that has an id already', { attribute_set_id: 1 }, {}, 400, 'Invalid value of "1" provided for the id field.'],
    ['from skeleton 0', {}, { skeletonId: 0 }, 400, 'Invalid value of "0" provided for the skeletonId field.'],
    ['from an unknown skeleton', {}, { skeletonId: 9999 }, 404, 'No such entity with id = 9999'],
    [
      'of an unknown entity type',
      {},
      { entityTypeCode: 'invalid_entity_type' },
      400,
      'Invalid entity_type specified: invalid_entity_type',
    ],
    [
      'without a name',
      { attribute_set_name: '' },
      {},
      400,
      'The attribute set name is empty. Enter the name and try again.',
    ],
    [
      'whose name is taken, whatever the case',
      { attribute_set_name: 'DEFAULT' },
      {},
      400,
      'A "DEFAULT" attribute set name already exists. Create a new name and try again.',
    ],
    [
      'from the skeleton of another entity',
      {},
      { skeletonId: 1 },
      400,
      'Invalid value of "1" provided for the skeletonId field.',
    ],
  ])('is refused for one %s', async (_, set, rest, status, message) => {
    const before = (await list()).total_count;
    fails(await create(set, rest), status, message);
    expect((await list()).total_count).toBe(before);
  });

  it('needs all its arguments', async () => {
    const { message, parameters } = fails(await souk.admin.post(SETS, { skeletonId: 4 }), 400);
    expect({ message, parameters }).toMatchObject({ message: 'One or more input exceptions have occurred.' });
  });
});

describe('changing an attribute set', () => {
  it('changes name and order, and keeps what is not sent', async () => {
    const { attribute_set_id: id } = ok(await create({ sort_order: 7 }));
    const name = unique('Renamed');
    const sent = { attribute_set_id: id, attribute_set_name: name, sort_order: 300, entity_type_id: 4 };
    expect(ok(await souk.admin.put(`${SETS}/${id}`, { attributeSet: sent }))).toEqual(sent);
    expect(ok(await souk.admin.put(`${SETS}/${id}`, { attributeSet: { sort_order: 1 } }))).toEqual({
      ...sent,
      sort_order: 1,
    });
    expect(ok(await souk.admin.get(`${SETS}/${id}`))).toEqual({ ...sent, sort_order: 1 });
  });

  it('takes the set of the path, whatever the body names', async () => {
    const { attribute_set_id: id } = ok(await create());
    const sent = { attribute_set_id: 4, attribute_set_name: unique('Path') };
    expect(ok(await souk.admin.put(`${SETS}/${id}`, { attributeSet: sent })).attribute_set_id).toBe(id);
    expect(ok(await souk.admin.get(`${SETS}/4`)).attribute_set_name).toBe('Default');
  });

  it('is refused for an unknown set, a taken name and another entity type', async () => {
    const { attribute_set_id: id, attribute_set_name: name } = ok(await create());
    const put = (set: object, to: number = id) => souk.admin.put(`${SETS}/${to}`, { attributeSet: set });
    fails(await put({ attribute_set_name: 'x' }, 999), 404, 'No such entity with id = 999');
    fails(await put({ attribute_set_name: 'default' }), 400, /^A "default" attribute set name already exists\./);
    fails(await put({ attribute_set_name: '' }), 400, /^The attribute set name is empty\./);
    fails(await put({ entity_type_id: 3 }), 400, 'Do not change entity type.');
    expect(ok(await souk.admin.get(`${SETS}/${id}`)).attribute_set_name).toBe(name);
  });
});

describe('deleting an attribute set', () => {
  it('removes it from every list', async () => {
    const { attribute_set_id: id } = ok(await create());
    expect(ok(await souk.admin.delete(`${SETS}/${id}`))).toBe(true);
    fails(await souk.admin.get(`${SETS}/${id}`), 404, `No such entity with id = ${id}`);
    fails(await souk.admin.delete(`${SETS}/${id}`), 404, `No such entity with id = ${id}`);
    expect((await list({ field: 'attribute_set_id', value: id })).total_count).toBe(0);
  });

  it('is refused for the default set of an entity type', async () => {
    fails(await souk.admin.delete(`${SETS}/4`), 400, "The default attribute set can't be deleted.");
    fails(await souk.admin.delete(`${SETS}/1`), 400, "The default attribute set can't be deleted.");
    expect(ok(await souk.admin.get(`${SETS}/4`)).attribute_set_id).toBe(4);
  });
});
