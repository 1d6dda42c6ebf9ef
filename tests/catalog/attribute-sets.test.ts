import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

const SETS = '/V1/products/attribute-sets';
let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Body = Answer['body'];
const make = async (): Promise<number> =>
  ok(
    await souk.admin.post(SETS, { attributeSet: { attribute_set_name: unique('set'), sort_order: 10 }, skeletonId: 4 }),
  ).attribute_set_id;
const codes = async (setId: number): Promise<string[]> =>
  ok(await souk.admin.get(`${SETS}/${setId}/attributes`)).map((attribute: Body) => attribute.attribute_code);
const groups = async (setId: number): Promise<Body[]> => {
  const sort = [{ field: 'sort_order', direction: 'ASC' }];
  const query = criteria([[{ field: 'attribute_set_id', value: setId }]], { sort });
  return ok(await souk.admin.get(`${SETS}/groups/list?${query}`)).items;
};

describe('attribute sets of products', () => {
  it('are listed without those of other entities', async () => {
    const answer = ok(await souk.admin.get(`${SETS}/sets/list?searchCriteria`));
    expect(answer.items).toContainEqual({
      attribute_set_id: 4,
      attribute_set_name: 'Default',
      sort_order: 1,
      entity_type_id: 4,
    });
    expect(answer.items.every((set: Body) => set.entity_type_id === 4)).toBe(true);
    fails(await souk.guest.get(`${SETS}/sets/list?searchCriteria`), 401);
  });

  it('are not read where they belong to another entity', async () => {
    expect(ok(await souk.admin.get(`${SETS}/4`)).attribute_set_name).toBe('Default');
    fails(await souk.admin.get(`${SETS}/3`), 400, 'Provided Attribute set non product Attribute set.');
    fails(await souk.admin.get(`${SETS}/999`), 404, 'No such entity with id = 999');
  });

  it.each([
    ['an id', { attribute_set_id: 1 }, 4, 'Invalid value of "1" provided for the id field.'],
    ['skeleton 0', {}, 0, "The attribute set couldn't be created because it's based on a non-existing attribute set."],
    [
      'an unknown skeleton',
      {},
      999,
      "The attribute set couldn't be created because it's based on a non-existing attribute set.",
    ],
    [
      'a foreign skeleton',
      {},
      7,
      "The attribute set couldn't be created because it's based on a non-product attribute set.",
    ],
    ['no name', { attribute_set_name: '' }, 4, 'The attribute set name is empty. Enter the name and try again.'],
    [
      'a taken name',
      { attribute_set_name: 'Default' },
      4,
      'A "Default" attribute set name already exists. Create a new name and try again.',
    ],
  ])('are not made with %s', async (_, over, skeletonId, message) => {
    const attributeSet = { attribute_set_name: unique('bad'), sort_order: 1, ...over };
    fails(await souk.admin.post(SETS, { attributeSet, skeletonId }), 400, message);
  });

  it('are changed when their entity type is sent', async () => {
    const id = await make();
    const sent = { attribute_set_name: unique('renamed'), sort_order: 11 };
    const refused = 'Provided Attribute set non product Attribute set.';
    fails(await souk.admin.put(`${SETS}/${id}`, { attributeSet: sent }), 400, refused);
    fails(await souk.admin.put(`${SETS}/3`, { attributeSet: { ...sent, entity_type_id: 4 } }), 400, refused);
    const whole = { attribute_set_id: id, ...sent, entity_type_id: 4 };
    expect(ok(await souk.admin.put(`${SETS}/${id}`, { attributeSet: { ...sent, entity_type_id: 4 } }))).toEqual(whole);
    expect(ok(await souk.admin.get(`${SETS}/${id}`))).toEqual(whole);
  });

  it('are deleted unless they are the default one', async () => {
    const id = await make();
    expect(ok(await souk.admin.delete(`${SETS}/${id}`))).toBe(true);
    fails(await souk.admin.get(`${SETS}/${id}`), 404);
    expect(await groups(id)).toEqual([]);
    fails(await souk.admin.delete(`${SETS}/4`), 400, "The default attribute set can't be deleted.");
    fails(await souk.admin.delete(`${SETS}/3`), 400, 'Provided Attribute set non product Attribute set.');
    fails(await souk.admin.delete(`${SETS}/999`), 404, 'No such entity with id = 999');
  });
});

describe('attributes of a set', () => {
  it('are listed by position, without what is particular to the catalogue', async () => {
    const list = ok(await souk.admin.get(`${SETS}/4/attributes`));
    // Commercial modules bring attributes with higher ids.
    expect(list.filter((one: { attribute_id: number }) => one.attribute_id <= 136)).toHaveLength(59);
    expect(list[0]).toEqual({
      attribute_id: 87,
      attribute_code: 'image',
      frontend_input: 'media_image',
      entity_type_id: '4',
      is_required: false,
      options: [],
      is_user_defined: false,
      default_frontend_label: 'Base',
      frontend_labels: [],
      backend_type: 'varchar',
      is_unique: '0',
      validation_rules: [],
    });
  });

  it('are not listed for an unknown set or one of another entity', async () => {
    expect(fails(await souk.admin.get(`${SETS}/999/attributes`), 404)).toEqual({
      message: 'No such entity with %fieldName = %fieldValue',
      parameters: { fieldName: 'id', fieldValue: '999' },
    });
    fails(await souk.admin.get(`${SETS}/3/attributes`), 404, 'No such entity with attributeSetId = 3');
    fails(await souk.admin.get(`${SETS}/99999999999999999999/attributes`), 404);
  });

  it('are put into a group, moved and taken out', async () => {
    const setId = await make();
    const [first, second] = await groups(setId);
    const place = { attributeSetId: setId, attributeGroupId: Number(first.attribute_group_id), attributeCode: 'color' };
    const assign = (over: object) => souk.admin.post(`${SETS}/attributes`, { ...place, sortOrder: 0, ...over });
    const id = ok(await assign({}));
    expect(id).toMatch(/^\d+$/);
    expect((await codes(setId))[0]).toBe('color');
    expect(ok(await assign({ attributeGroupId: Number(second.attribute_group_id), sortOrder: 999 }))).toBe(id);
    expect((await codes(setId)).at(-1)).toBe('color');
    expect(ok(await souk.admin.delete(`${SETS}/${setId}/attributes/color`))).toBe(true);
    expect(await codes(setId)).not.toContain('color');
    expect(fails(await souk.admin.delete(`${SETS}/${setId}/attributes/color`), 400)).toEqual({
      message: 'The "%1" attribute wasn\'t found in the "%2" attribute set. Enter the attribute and try again.',
      parameters: ['color', String(setId)],
    });
  });

  it.each([
    [
      'attributeSetId',
      -1,
      404,
      'The AttributeSet with a "-1" ID doesn\'t exist. Verify the attributeSet and try again.',
    ],
    ['attributeSetId', 3, 400, 'The attribute set ID is incorrect. Verify the ID and try again.'],
    ['attributeGroupId', -1, 404, 'The group with the "-1" ID doesn\'t exist. Verify the ID and try again.'],
    ['attributeGroupId', 3, 400, "The attribute group doesn't belong to the attribute set."],
    [
      'attributeCode',
      'badCode',
      404,
      'The attribute with a "badCode" attributeCode doesn\'t exist. Verify the attribute and try again.',
    ],
  ])('are not assigned with %s %s', async (field, value, status, message) => {
    const place = { attributeSetId: 4, attributeGroupId: 7, attributeCode: 'color', sortOrder: 1, [field]: value };
    fails(await souk.admin.post(`${SETS}/attributes`, place), status, message);
    expect(await codes(4)).not.toContain('color');
  });

  it('stay where products need them', async () => {
    const setId = await make();
    fails(await souk.admin.delete(`${SETS}/${setId}/attributes/name`), 400, "The system attribute can't be deleted.");
    fails(await souk.admin.delete(`${SETS}/999/attributes/color`), 404, /^The "999" attribute set wasn't found\./);
    fails(await souk.admin.delete(`${SETS}/${setId}/attributes/nope`), 404, /^The attribute with a "nope"/);
    expect(await codes(setId)).toContain('name');
  });
});

describe('groups of a set', () => {
  const GROUPS = `${SETS}/groups`;

  it('are listed in order, over all sets unless one is asked for', async () => {
    const names = (await groups(4)).map((group) => group.attribute_group_name);
    expect(names.slice(0, 3)).toEqual(['Product Details', 'Content', 'Bundle Items']);
    expect(names).toHaveLength(10);
    expect((await groups(4))[0]).toEqual({
      attribute_group_id: '7',
      attribute_group_name: 'Product Details',
      attribute_set_id: 4,
    });
    const all = ok(await souk.admin.get(`${GROUPS}/list?searchCriteria`));
    expect(all.items.slice(0, 2).map((group: Body) => group.attribute_set_id)).toEqual([1, 2]);
  });

  it('are made, renamed and ordered', async () => {
    const setId = await make();
    const made = ok(
      await souk.admin.post(GROUPS, { group: { attribute_group_name: 'Measures', attribute_set_id: setId } }),
    );
    expect(made).toMatchObject({ attribute_group_name: 'Measures', attribute_set_id: setId });
    expect((await groups(setId)).at(-1)).toEqual(made);
    const sent = {
      attribute_group_id: made.attribute_group_id,
      attribute_group_name: 'Sizes',
      extension_attributes: { attribute_group_code: 'sizes', sort_order: '7' },
    };
    expect(ok(await souk.admin.put(`${SETS}/${setId}/groups`, { group: sent }))).toEqual({
      ...sent,
      attribute_set_id: setId,
    });
    expect((await groups(setId))[0]).toEqual({
      attribute_group_id: made.attribute_group_id,
      attribute_group_name: 'Sizes',
      attribute_set_id: setId,
    });
  });

  it('keep what is not sent, and are made by an update without an id', async () => {
    const setId = await make();
    const [first] = await groups(setId);
    const sent = { attribute_group_id: first.attribute_group_id, extension_attributes: { sort_order: '500' } };
    expect(ok(await souk.admin.put(`${SETS}/${setId}/groups`, { group: sent })).attribute_group_name).toBe(
      'Product Details',
    );
    expect((await groups(setId)).at(-1)).toEqual(first);
    const fresh = ok(await souk.admin.put(`${SETS}/${setId}/groups`, { group: { attribute_group_name: 'Fresh one' } }));
    expect(fresh).toMatchObject({ attribute_group_name: 'Fresh one', attribute_set_id: setId });
    const nameless = ok(await souk.admin.post(GROUPS, { group: { attribute_set_id: setId } }));
    expect(nameless).not.toHaveProperty('attribute_group_name');
  });

  it('are refused in unknown sets, under unknown ids and with a name that is there', async () => {
    const setId = await make();
    const [first] = await groups(setId);
    const name = { attribute_group_name: 'x' };
    fails(
      await souk.admin.post(GROUPS, { group: { ...name, attribute_set_id: 999 } }),
      404,
      'No such entity with attributeSetId = 999',
    );
    expect(
      fails(await souk.admin.put(`${SETS}/${setId}/groups`, { group: { ...name, attribute_group_id: '9999' } }), 404),
    ).toEqual({
      message: 'No such entity with %fieldName = %fieldValue',
      parameters: { fieldName: 'attributeGroupId', fieldValue: null },
    });
    const foreign = { ...name, attribute_group_id: first.attribute_group_id };
    fails(
      await souk.admin.put(`${SETS}/4/groups`, { group: foreign }),
      400,
      "The attribute group doesn't belong to the attribute set.",
    );
    const again = { attribute_group_name: 'product details!', attribute_set_id: setId };
    fails(await souk.admin.post(GROUPS, { group: again }), 400, "The attributeGroup can't be saved.");
    expect(await groups(setId)).toHaveLength(10);
  });

  it('are deleted with the places in them, unless products need one', async () => {
    const setId = await make();
    const made = ok(
      await souk.admin.post(GROUPS, { group: { attribute_group_name: 'Extra', attribute_set_id: setId } }),
    );
    const groupId = Number(made.attribute_group_id);
    const place = { attributeSetId: setId, attributeGroupId: groupId, attributeCode: 'color', sortOrder: 1 };
    ok(await souk.admin.post(`${SETS}/attributes`, place));
    expect(ok(await souk.admin.delete(`${GROUPS}/${groupId}`))).toBe(true);
    expect(await codes(setId)).not.toContain('color');
    expect(fails(await souk.admin.delete(`${GROUPS}/${groupId}`), 404)).toEqual({
      message: 'The group with the "%1" ID doesn\'t exist. Verify the ID and try again.',
      parameters: [groupId],
    });
    const [details] = await groups(setId);
    const text = "The attribute group can't be deleted because it contains system attributes.";
    fails(await souk.admin.delete(`${GROUPS}/${details.attribute_group_id}`), 400, text);
  });
});
