import type { ConditionNode } from './node.ts';
import type { EngineItem, CartFact, ItemTest } from '../terms/cart.ts';
import { comparisonOf } from './comparison.ts';

/** The items that a condition on an attribute tests: only children, only the parent, or (undefined) the item and its children. */
type AttributeScope = 'children' | 'parent' | undefined;

/** The attribute of a product condition and its scope, which is a part of it (`children::sku`) or a field of its own. */
export function attributeOf(node: ConditionNode): { code: string; scope: AttributeScope } {
  const name = node.attribute_name ?? '';
  const split = name.indexOf('::');
  const scope = split < 0 ? node.attribute_scope : name.slice(0, split);
  return {
    code: split < 0 ? name : name.slice(split + 2),
    scope: scope === 'children' || scope === 'parent' ? scope : undefined,
  };
}

/** Facts of the item, by the interface's names. */
const ofItem: Readonly<Record<string, (item: EngineItem) => CartFact>> = {
  quote_item_qty: (item) => item.qty.toNumber(),
  quote_item_price: (item) => item.price.toNumber(),
  quote_item_row_total: (item) => item.baseRowTotal.toNumber(),
};

/** Whether the attribute of a product condition is one of the product, which has to be loaded, rather than of the item. */
export function isProductAttribute(code: string): boolean {
  return code !== '' && !Object.hasOwn(ofItem, code);
}

/**
 * A condition on an attribute of the product or of the item: `Magento\SalesRule\Model\Rule\Condition\Product`. As in the
 * reference, an attribute that a configurable product does not have is looked up in the chosen variant.
 */
export function product(node: ConditionNode): ItemTest {
  const { code } = attributeOf(node);
  const holds = comparisonOf(node);
  const own = Object.hasOwn(ofItem, code) ? ofItem[code] : undefined;
  return (item) => holds(item.attributes[code] ?? (own ? own(item) : ofChosen(item, code)));
}

function ofChosen(item: EngineItem, code: string): CartFact {
  return item.productType === 'configurable' ? item.children[0]?.attributes[code] : undefined;
}
