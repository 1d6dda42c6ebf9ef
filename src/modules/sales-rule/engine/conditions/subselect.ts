import { decimal, type Decimal } from '../../../../kernel/money.ts';
import type { ConditionNode } from './node.ts';
import type { CartTest, EngineItem, ItemTest } from '../terms/cart.ts';
import { comparisonOf } from './comparison.ts';
import { onceForItems } from './once-for-items.ts';
import { productCombine, type ItemCondition } from './product-combine.ts';

/** A quantity or amount that can be summed up, and whether components have it. */
interface ItemMeasure {
  of(item: EngineItem): Decimal;
  isOfComponents(item: EngineItem): boolean;
}

const measures: Readonly<Record<string, ItemMeasure>> = {
  qty: { of: (item) => item.totalQty, isOfComponents: () => true },
  base_row_total: { of: (item) => item.baseRowTotal, isOfComponents: (item) => item.childrenCalculated },
};

/**
 * A condition on the number or the amount of the items that meet conditions:
 * `Magento\SalesRule\Model\Rule\Condition\Product\Subselect`. Source: the interface's sentence "If total quantity|total amount …
 * for a subselection of items in cart matching ALL|ANY of these conditions". Of a bundle only matching components count, if they
 * have amounts of their own. Without conditions no item is selected, and it does not hold.
 */
export function subselect(node: ConditionNode, conditions: readonly ItemCondition[]): CartTest {
  const measure = measures[node.attribute_name ?? ''];
  if (!measure || conditions.length === 0) return () => false;
  const meets = productCombine({ ...node, value: true }, conditions);
  const holds = comparisonOf(node);
  return onceForItems((items) =>
    holds(items.reduce((total, item) => total.plus(selected(item, meets, measure)), decimal(0)).toNumber()),
  );
}

function selected(item: EngineItem, meets: ItemTest, measure: ItemMeasure): Decimal {
  const parts = item.productType === 'bundle' ? item.children.filter((child) => meets(child, item)) : [];
  const counted = measure.isOfComponents(item) && parts.length > 0 ? parts : undefined;
  if (counted) return counted.reduce((total, part) => total.plus(measure.of(part)), decimal(0));
  return parts.length > 0 || meets(item) ? measure.of(item) : decimal(0);
}
