import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok, startSouk, unique, until, type Answer, type Souk } from '../support/souk.ts';

const PATH = '/V1/categories';
let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Body = Answer['body'];
const make = async (parent_id = 2, more: object = {}): Promise<number> =>
  ok(await souk.admin.post(PATH, { category: { parent_id, name: unique('Category'), is_active: true, ...more } })).id;
const read = async (id: number): Promise<Body> => ok(await souk.admin.get(`${PATH}/${id}`));
const tree = async (rootCategoryId: number, depth?: number): Promise<Body> =>
  ok(await souk.admin.get(`${PATH}?rootCategoryId=${rootCategoryId}${depth === undefined ? '' : `&depth=${depth}`}`));
const move = (id: number, parentId: number, afterId?: number | null): Promise<Answer> =>
  souk.admin.put(`${PATH}/${id}/move`, { parentId, afterId });
/** Ids of a tree as nested lists: [1, [2, [3]]]. */
const ids = (node: Body): Body => [node.id, ...node.children_data.map(ids)];
const children = async (id: number): Promise<[number, number][]> =>
  (await tree(id, 1)).children_data.map((child: Body) => [child.id, child.position]);
const rename = (id: number, url_key: string): Promise<Answer> =>
  souk.admin.store('all').put(`${PATH}/${id}`, {
    category: { custom_attributes: [{ attribute_code: 'url_key', value: url_key }] },
  });

/**
 * What must hold of the tree whatever was done to it: paths and levels follow from the parents, and counts from the paths.
 */
async function expectSound(): Promise<void> {
  const { items } = ok(await souk.admin.get(`${PATH}/list?searchCriteria=`));
  const byId = new Map<number, Body>(items.map((item: Body) => [item.id, item]));
  for (const item of items) {
    const parent = byId.get(item.parent_id);
    expect(item.path).toBe(parent ? `${parent.path}/${item.id}` : '1');
    expect(item.level).toBe(parent ? parent.level + 1 : 0);
    const below = items.filter((other: Body) => other.path.startsWith(`${item.path}/`)).length;
    const count = item.custom_attributes.find((a: Body) => a.attribute_code === 'children_count').value;
    expect([item.id, count]).toEqual([item.id, String(below)]);
  }
}

describe('the tree', () => {
  it('is that of the store, of everything in the global scope, or of any category', async () => {
    const store = ok(await souk.admin.get(PATH));
    expect(store).toMatchObject({
      id: 2,
      parent_id: 1,
      name: 'Default Category',
      is_active: true,
      level: 1,
      position: 1,
    });
    const { children_data, ...all } = ok(await souk.admin.store('all').get(PATH));
    expect(all).toEqual({
      id: 1,
      parent_id: 0,
      name: 'Root Catalog',
      is_active: null,
      position: 0,
      level: 0,
      product_count: 0,
    });
    expect(children_data[0]).toEqual(store);
    const id = await make();
    expect(await tree(id)).toMatchObject({ id, parent_id: 2, level: 2, product_count: 0, children_data: [] });
  });

  it('goes down to a depth', async () => {
    const a = await make();
    const b = await make(a);
    const c = await make(b);
    const [d, e] = [await make(a), await make(c)];
    expect(ids(await tree(a))).toEqual([a, [b, [c, [e]]], [d]]);
    expect(ids(await tree(a, 100))).toEqual([a, [b, [c, [e]]], [d]]);
    expect(ids(await tree(a, 2))).toEqual([a, [b, [c]], [d]]);
    expect(ids(await tree(a, 1))).toEqual([a, [b], [d]]);
    expect(ids(await tree(a, 0))).toEqual([a]);
    expect(ids(await tree(a, -1))).toEqual([a]);
    expect(ids(await tree(b, 1))).toEqual([b, [c]]);
  });

  it('is in order of positions', async () => {
    const top = await make();
    const [last, first] = [await make(top, { position: 20 }), await make(top, { position: 10 })];
    expect(await children(top)).toEqual([
      [first, 10],
      [last, 20],
    ]);
  });

  it('holds nothing of categories whose ids start alike', async () => {
    const top = await make();
    const made: number[] = [];
    for (let i = 0; i < 12; i++) made.push(await make(top));
    const parent = made[0]!;
    const child = await make(parent);
    expect(ids(await tree(parent))).toEqual([parent, [child]]);
    expect(ids(await tree(top, 1))).toEqual([top, ...made.map((id) => [id])]);
  });

  it('fails for unknown roots', async () => {
    fails(await souk.admin.get(`${PATH}?rootCategoryId=999999`), 404, 'No such entity with id = 999999');
    fails(await souk.admin.get(`${PATH}?rootCategoryId=0`), 404, 'No such entity with id = 0');
    fails(await souk.admin.get(`${PATH}?rootCategoryId=abc`), 400, /"int" type was expected/);
  });
});

describe('a move', () => {
  it('takes everything below along', async () => {
    const [from, to] = [await make(), await make()];
    const moved = await make(from);
    const child = await make(moved);
    const grandchild = await make(child);
    expect(ok(await move(moved, to))).toBe(true);
    expect(await read(moved)).toMatchObject({ parent_id: to, path: `1/2/${to}/${moved}`, level: 3, position: 1 });
    expect(await read(grandchild)).toMatchObject({
      parent_id: child,
      path: `1/2/${to}/${moved}/${child}/${grandchild}`,
      level: 5,
    });
    expect(ids(await tree(from))).toEqual([from]);
    const keys = await Promise.all([to, moved, child, grandchild].map(async (id) => value(await read(id), 'url_key')));
    expect(value(await read(grandchild), 'url_path')).toBe(keys.join('/'));
    ok(await move(child, 1));
    expect(await read(grandchild)).toMatchObject({ path: `1/${child}/${grandchild}`, level: 2 });
    ok(await move(child, moved));
    await expectSound();
  });

  it.each([
    ['with no place said', () => undefined, [0, 1, 2, 'moved']],
    ['with null', () => null, [0, 1, 2, 'moved']],
    ['after a sister', (sisters: number[]) => sisters[0]!, [0, 'moved', 1, 2]],
    ['after the last', (sisters: number[]) => sisters[2]!, [0, 1, 2, 'moved']],
    ['after an unknown one', () => 999_999, [0, 1, 2, 'moved']],
    ['after one of another parent', () => 2, [0, 1, 2, 'moved']],
    ['in front', () => 0, ['moved', 0, 1, 2]],
  ])('%s', async (_, after, order) => {
    const parent = await make();
    const sisters = [await make(parent), await make(parent), await make(parent)];
    const moved = await make(await make());
    ok(await move(moved, parent, after(sisters)));
    const expected = order.map((which) => (which === 'moved' ? moved : sisters[which as number]!));
    expect(await children(parent)).toEqual(expected.map((id, i) => [id, i + 1]));
  });

  it('within the parent changes the order and closes the gap', async () => {
    const parent = await make();
    const [a, b, c] = [await make(parent), await make(parent), await make(parent)];
    ok(await move(a, parent, b));
    expect(await children(parent)).toEqual([
      [b, 1],
      [a, 2],
      [c, 3],
    ]);
    ok(await move(c, parent, 0));
    expect((await children(parent)).map(([id]) => id)).toEqual([c, b, a]);
    ok(await move(c, parent, c));
    expect(await children(parent)).toEqual([
      [b, 1],
      [a, 2],
      [c, 3],
    ]);
    await expectSound();
  });

  it('into itself or below itself is refused', async () => {
    const top = await make();
    const bottom = await make(await make(top));
    const message = 'Operation do not allow to move a parent category to any of children category';
    for (const [id, parent] of [
      [top, bottom],
      [top, top],
      [1, 2],
    ] as const) {
      fails(await move(id, parent), 400, message);
    }
    expect(await read(top)).toMatchObject({ parent_id: 2, path: `1/2/${top}` });
    await expectSound();
  });

  it('is refused where a sister has its URL key', async () => {
    const [from, to] = [await make(), await make()];
    const name = unique('Same');
    const moved = await make(from, { name });
    await make(to, { name });
    fails(await move(moved, to), 400, 'Could not move category');
    expect(ids(await tree(from))).toEqual([from, [moved]]);
    ok(await rename(moved, unique('other')));
    ok(await move(moved, to));
  });

  it('fails for what does not exist or was not said', async () => {
    const id = await make();
    fails(await move(999_999, 2), 404, 'No such entity with id = 999999');
    fails(await move(id, 999_998), 404, 'No such entity with id = 999998');
    fails(await souk.admin.put(`${PATH}/${id}/move`, {}), 400, '"parentId" is required. Enter and try again.');
    fails(await souk.admin.put(`${PATH}/${id}/move`, { parentId: 'x' }), 400, /"int" type was expected/);
  });
});

describe('deletion', () => {
  it('takes everything below along and tells everything above', async () => {
    const top = await make();
    const middle = await make(top);
    const bottom = await make(middle);
    const sister = await make(top);
    expect(ok(await souk.admin.delete(`${PATH}/${middle}`))).toBe(true);
    for (const id of [middle, bottom]) fails(await souk.admin.get(`${PATH}/${id}`), 404);
    expect(ids(await tree(top))).toEqual([top, [sister]]);
    await expectSound();
    fails(await souk.admin.delete(`${PATH}/${middle}`), 404, `No such entity with id = ${middle}`);
  });

  it('is refused for the roots of the tree and of stores', async () => {
    for (const id of [1, 2]) {
      const body = fails(await souk.admin.delete(`${PATH}/${id}`), 400, `Cannot delete category with id ${id}`);
      expect(body.parameters).toEqual([String(id)]);
    }
    ok(await souk.admin.delete(`${PATH}/${await make(1)}`));
  });

  it('is refused for what the root of a store lies below', async () => {
    const top = await make(1);
    ok(await souk.admin.put(`${PATH}/2/move`, { parentId: top }));
    fails(await souk.admin.delete(`${PATH}/${top}`), 400, `Cannot delete category with id ${top}`);
    ok(await souk.admin.put(`${PATH}/2/move`, { parentId: 1 }));
    ok(await souk.admin.delete(`${PATH}/${top}`));
    await expectSound();
  });

  it('does not give ids again', async () => {
    const id = await make();
    ok(await souk.admin.delete(`${PATH}/${id}`));
    expect(await make()).toBeGreaterThan(id);
  });
});

describe('many at once', () => {
  it('keep positions, paths and counts exact', async () => {
    const [one, two] = [await make(), await make()];
    const made = await Promise.all(Array.from({ length: 12 }, () => make(one)));
    expect((await children(one)).map(([, position]) => position)).toEqual(made.map((_, i) => i + 1));
    const answers = await Promise.all([
      ...made.slice(0, 4).map((id) => move(id, two, 0)),
      ...made.slice(4, 8).map((id) => souk.admin.delete(`${PATH}/${id}`)),
      ...[one, two].map((id) => souk.admin.get(`${PATH}/${id}`)),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect((await children(two)).map(([, position]) => position)).toEqual([1, 2, 3, 4]);
    await expectSound();
  });

  it('change one category without undoing each other', async () => {
    const id = await make();
    const codes = ['meta_title', 'meta_keywords', 'meta_description', 'description', 'image'];
    const answers = await Promise.all(
      codes.map((attribute_code) =>
        souk.admin.put(`${PATH}/${id}`, { category: { custom_attributes: [{ attribute_code, value: 'set' }] } }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(codes.map(() => 200));
    const after = await read(id);
    expect(codes.map((code) => value(after, code))).toEqual(codes.map(() => 'set'));
  });

  it('never make a circle', async () => {
    const [a, b] = [await make(), await make()];
    const statuses = (await Promise.all([move(a, b), move(b, a)])).map((answer) => answer.status);
    expect(statuses.sort()).toEqual([200, 400]);
    await expectSound();
  });

  it('never take the same URL key', async () => {
    const parent = await make();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        souk.admin.post(PATH, { category: { parent_id: parent, name: 'Same', is_active: true } }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it('come through the queue one by one, and one that fails hinders none', async () => {
    const parent = await make();
    const bodies = ['A', 'B', 'C'].map((name) => ({ category: { parent_id: parent, name, is_active: true } }));
    const bad = { category: { parent_id: 999_999, name: 'Bad', is_active: true } };
    const { body } = await souk.admin.send('POST', '/async/bulk/V1/categories', [...bodies, bad]);
    const operations = await until(async () => {
      const status = ok(await souk.admin.get(`/V1/bulk/${body.bulk_uuid}/detailed-status`)).operations_list;
      return status.every((operation: Body) => operation.status !== 4) && status;
    });
    expect(operations.map((operation: Body) => operation.status)).toEqual([1, 1, 1, 3]);
    expect(operations[3].result_message).toBe('No such entity with id = 999999');
    expect((await tree(parent)).children_data.map((child: Body) => child.name)).toEqual(['A', 'B', 'C']);
  });
});

function value(category: Body, code: string): string | undefined {
  return category.custom_attributes.find((attribute: Body) => attribute.attribute_code === code)?.value;
}
