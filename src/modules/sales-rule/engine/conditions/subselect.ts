import { decimal, type Decimal } from '../../../../kernel/money.ts';
import type { ConditionNode } from '../../rules/document.ts';
import type { CartTest, EngineItem, ItemTest } from '../cart.ts';
import { compileComparison } from '../compare.ts';
import { expectedOf } from './value.ts';
import { productCombine, type ItemCondition } from './product-combine.ts';

/** What can be added up. */
const measures: Readonly<Record<string, (item: EngineItem) => Decimal>> = {
  qty: (item) => item.totalQty,
  base_row_total: (item) => item.baseRowTotal,
};

/**
 * The number or the amount of the items with some features: `Magento\SalesRule\Model\Rule\Condition\Product\Subselect`. Source:
 * the interface's sentence "If total quantity|total amount … for a subselection of items in cart matching ALL|ANY of these
 * conditions". Of a bundle only the parts that match count; without conditions nothing is selected and nothing holds.
 */
export function subselect(node: ConditionNode, conditions: readonly ItemCondition[]): CartTest {
  const measure = measures[node.attribute_name ?? ''];
  if (!measure || conditions.length === 0) return () => false;
  const meets = productCombine({ ...node, value: true }, conditions);
  const holds = compileComparison(node.operator, expectedOf(node));
  return ({ items }) =>
    holds(items.reduce((total, item) => total.plus(selected(item, meets, measure)), decimal(0)).toNumber());
}

function selected(item: EngineItem, meets: ItemTest, measure: (item: EngineItem) => Decimal): Decimal {
  if (item.productType === 'bundle') {
    const parts = item.children.filter((child) => meets(child, item));
    if (parts.length > 0) return parts.reduce((total, part) => total.plus(measure(part)), decimal(0));
  }
  return meets(item) ? measure(item) : decimal(0);
}
