import { describe, expect, it } from 'vitest';
import type { CartFact } from '../../src/modules/sales-rule/engine/terms/cart.ts';
import { compileComparison } from '../../src/modules/sales-rule/engine/conditions/compare.ts';
import { compileCartTest, compileItemTest } from '../../src/modules/sales-rule/engine/conditions/compile.ts';
import type { ConditionNode } from '../../src/modules/sales-rule/engine/conditions/node.ts';
import { address, all, allItems, any, anyItem, cart, found, item, product, rule, subselect } from './carts.ts';

describe('comparisons', () => {
  it.each<[CartFact, string, string, boolean]>([
    ['20', '==', '20.00', true],
    ['Blue', '==', 'blue', true],
    ['20', '==', '2', false],
    ['20', '!=', '20.0', false],
    ['a', '!=', 'b', true],
    [20, '>=', '20', true],
    [9, '>=', '10', false],
    [9, '<', '10', true],
    ['9', '>', '10', false],
    ['b', '>', 'A', true],
    [10, '<=', '10', true],
    ['CA', '()', 'NY, CA', true],
    ['CA', '!()', 'NY;CA', false],
    ['TX', '!()', 'NY,CA', true],
    ['red mug', '{}', 'MUG', true],
    ['red mug', '!{}', 'cup', true],
    [['3', '4'], '==', '4,9', true],
    [['3', '4'], '()', '5', false],
    [['3', '4'], '{}', '3', true],
    [['3', '4'], '!()', '5', true],
    [['3'], '>', '2', false],
    ['2024-05-01 00:00:00', '==', '2024-05-01', true],
    ['2024-05-02', '>', '2024-05-01', true],
    [true, '==', '1', true],
    [false, '==', '0', true],
    [null, '==', '', true],
    [null, '==', '0', false],
    [undefined, '!=', 'x', true],
    [null, '>', '-1', false],
    [null, '<', '1', false],
    [null, '<=>', '', true],
    ['x', '<=>', '', false],
    ['x', 'equals', 'x', false],
  ])('%j %s %s is %s', (fact, operator, expected, truth) => {
    expect(compileComparison(operator, expected)(fact)).toBe(truth);
  });

  it('an operator that is missing never holds', () => {
    expect(compileComparison(null, 'x')('x')).toBe(false);
  });
});

const [yes, no] = [address('total_qty', '==', '2'), address('total_qty', '!=', '2')];

describe('combinations', () => {
  it.each<[string, ConditionNode, boolean]>([
    ['all true', all([yes, yes]), true],
    ['all true, one is not', all([yes, no]), false],
    ['any true', any([no, yes]), true],
    ['any true, none is', any([no, no]), false],
    ['all false', all([no, no], '0'), true],
    ['all false, one is not', all([no, yes], '0'), false],
    ['any false', any([yes, no], '0'), true],
    ['no value wants false', all([no], null), true],
    ['nothing to meet', any([]), true],
    ['one in another', all([yes, any([no, all([yes])])]), true],
    ['an unknown type', all([{ ...yes, condition_type: 'Else\\Where' }]), false],
  ])('%s', (_, condition, truth) => {
    expect(compileCartTest(condition)(cart([], { address: { total_qty: 2 } }))).toBe(truth);
  });

  it('an aggregator that is neither all nor any counts as any', () => {
    const { aggregator_type: _, ...node } = all([yes, no]);
    expect(compileCartTest(node)(cart([], { address: { total_qty: 2 } }))).toBe(true);
  });
});

describe('conditions on items', () => {
  const meets = (condition: ConditionNode, ...items: Parameters<typeof item>) =>
    compileItemTest(condition)(item(...items));

  it.each<[string, ConditionNode, boolean]>([
    ['an attribute', anyItem([product('sku', '==', 'mug')]), true],
    ['a category', anyItem([product('category_ids', '==', '7,8')]), true],
    ['pieces', allItems([product('quote_item_qty', '>=', '3')]), true],
    ['the price of a piece', allItems([product('quote_item_price', '<', '5')]), true],
    ['the price of the row', allItems([product('quote_item_row_total', '==', '12')]), true],
    ['what the product does not have', allItems([product('colour', '==', 'red')]), false],
    ['what it must not be', allItems([product('colour', '!=', 'red')]), true],
  ])('%s', (_, condition, truth) => {
    const attributes = { sku: 'mug', category_ids: ['3', '7'] };
    expect(meets(condition, { attributes, price: 4, qty: 3 })).toBe(truth);
  });

  it('look at the parts of an item too, at the parts only, or at the whole only', () => {
    const children = [item({ attributes: { sku: 'lid' } })];
    const box = { attributes: { sku: 'box' }, children, productType: 'bundle' };
    expect(meets(anyItem([product('sku', '==', 'lid')]), box)).toBe(true);
    expect(meets(anyItem([product('children::sku', '==', 'box')]), box)).toBe(false);
    expect(meets(anyItem([product('children::sku', '==', 'lid')]), box)).toBe(true);
    expect(meets(anyItem([product('parent::sku', '==', 'lid')]), box)).toBe(false);
    const told = { ...product('sku', '==', 'lid'), attribute_scope: 'parent' };
    expect(meets(anyItem([told]), box)).toBe(false);
    expect(compileItemTest(anyItem([product('parent::sku', '==', 'box')]))(children[0]!, item(box))).toBe(true);
  });

  it('look up in the chosen product what a configurable one does not have', () => {
    const children = [item({ attributes: { colour: 'red' } })];
    const shirt = { productType: 'configurable', children, attributes: { sku: 'shirt' } };
    expect(meets(allItems([product('parent::colour', '==', 'red')]), shirt)).toBe(true);
    expect(meets(product('colour', '==', 'red'), { ...shirt, productType: 'bundle' })).toBe(false);
  });
});

describe('conditions on what is in the cart', () => {
  const [mugs, cup] = [
    item({ price: 10, qty: 3, attributes: { sku: 'mug' } }),
    item({ price: 5, attributes: { sku: 'cup' } }),
  ];
  const [isMug, isJug] = [product('sku', '==', 'mug'), product('sku', '==', 'jug')];
  const many = product('quote_item_qty', '>', '2');

  it.each<[string, ConditionNode, boolean]>([
    ['found', found([isMug, many]), true],
    ['not found', found([isJug]), false],
    ['not found, as it is to be', found([isJug], '0'), true],
    ['found, though it is not to be', found([isMug], '0'), false],
    ['so many of them', subselect('qty', '>=', '3', [isMug]), true],
    ['not more', subselect('qty', '>', '3', [isMug]), false],
    ['for so much', subselect('base_row_total', '==', '30', [isMug]), true],
    ['none of them', subselect('qty', '==', '0', [isJug]), true],
    ['all items', subselect('qty', '==', '4', [product('sku', '!=', 'x')]), true],
    ['nothing selected', subselect('qty', '==', '0', []), false],
    ['something that is not counted', subselect('weight', '>=', '0', [isMug]), false],
  ])('%s', (_, condition, truth) => {
    expect(compileCartTest(all([condition]))(cart([mugs, cup]))).toBe(truth);
  });

  it('look at each item once for all totals of a cart, and again for another cart', () => {
    let looks = 0;
    const counted = new Proxy({ sku: 'mug' }, { get: (own, name) => (looks++, Reflect.get(own, name) as CartFact) });
    const items = [item({ attributes: counted, qty: 3 })];
    const holds = compileCartTest(all([found([isMug]), subselect('qty', '>', '2', [isMug])]));
    for (const total_qty of [3, 4, 5]) expect(holds(cart(items, { address: { total_qty } }))).toBe(true);
    expect(looks).toBe(2);
    expect(holds(cart([cup]))).toBe(false);
    expect(holds(cart(items))).toBe(true);
    // Nothing was found in the other cart, so that the second condition was not asked.
    expect(looks).toBe(3);
  });

  it('count the matching parts of a bundle', () => {
    const children = [item({ price: 2, qty: 4, attributes: { sku: 'mug' } }), item({ attributes: { sku: 'lid' } })];
    const set = item({ price: 18, productType: 'bundle', children, childrenCalculated: true });
    const holds = (condition: ConditionNode) => compileCartTest(condition)(cart([set]));
    expect(holds(subselect('qty', '==', '4', [isMug]))).toBe(true);
    expect(holds(subselect('base_row_total', '==', '8', [isMug]))).toBe(true);
    expect(holds(found([isMug]))).toBe(true);
  });
});

describe('a rule', () => {
  it('knows which attributes of products it asks for', () => {
    const condition = all([found([product('colour', '==', 'red'), product('quote_item_qty', '>', '1')])]);
    const action_condition = anyItem([product('children::size', '==', 'L'), product('colour', '!=', 'blue')]);
    expect(rule({ condition, action_condition })).toMatchObject({ productAttributes: ['colour', 'size'] });
  });
});
