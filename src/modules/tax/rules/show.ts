import { isWanted, type WantedFields } from '../../../kernel/fields-filter.ts';
import type { Out } from '../../../kernel/types.ts';
import type { TaxRule } from '../types.ts';
import type { StoredTaxRule, TaxRuleReads } from './rules.ts';

/** The parts of rules to read for these fields. */
export function readsOf(requestedFields: WantedFields): TaxRuleReads {
  return {
    classes: isWanted(requestedFields, 'customer_tax_class_ids') || isWanted(requestedFields, 'product_tax_class_ids'),
    rates: isWanted(requestedFields, 'tax_rate_ids'),
  };
}

/** A rule in wire format. */
export function showRule({
  row,
  customerTaxClassIds,
  productTaxClassIds,
  rateIds,
}: StoredTaxRule): Out<typeof TaxRule> {
  return {
    id: row.tax_calculation_rule_id,
    code: row.code,
    priority: row.priority,
    position: row.position,
    customer_tax_class_ids: [...customerTaxClassIds],
    product_tax_class_ids: [...productTaxClassIds],
    tax_rate_ids: [...rateIds],
    calculate_subtotal: row.calculate_subtotal === 1,
  };
}
