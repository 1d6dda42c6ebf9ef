import type { Call } from '../../kernel/call.ts';
import { decimal } from '../../kernel/money.ts';
import type { StoredProduct } from '../catalog/service.ts';
import { defaultTaxPlace, taxCalculation, taxDisplay } from './configuration.ts';

/**
 * Amounts of products on pages: with the tax at the shop's default place, if the shop enters amounts without tax and
 * displays them with it. Amounts entered with tax stay unchanged.
 */
export async function showWithTax(
  call: Call,
  products: readonly StoredProduct[],
): Promise<Map<number, (amount: number) => number>> {
  const { catalog, customer, storefront, tax } = call.services;
  const scope = { storeId: call.scope.storeId };
  const isEnteredWithTax = call.config.of(taxCalculation.pricesIncludeTax, scope);
  if (isEnteredWithTax || call.config.of(taxDisplay.prices, scope) === 'withoutTax') return new Map();
  const classes = new Map<number, number>();
  for (const product of products) {
    const { tax_class_id: id } = await catalog.values(call, product);
    if (Number(id) > 0) classes.set(product.id, Number(id));
  }
  if (classes.size === 0) return new Map();
  const taxes = await tax.appliedTaxes(call, {
    countryId: call.config.of(defaultTaxPlace.country, scope),
    regionId: call.config.of(defaultTaxPlace.region, scope),
    postcode: call.config.of(defaultTaxPlace.postcode, scope),
    customerClassId: customer.taxClassIdOf(await storefront.group(call)),
    productClassIds: [...new Set(classes.values())],
    storeId: call.scope.storeId,
  });
  return new Map(
    [...classes].map(([id, classId]) => {
      const percent = (taxes.get(classId) ?? []).reduce((sum, one) => sum.plus(one.percent), decimal(0));
      const factor = percent.div(100).plus(1);
      return [id, (amount) => decimal(amount).times(factor).toNumber()];
    }),
  );
}
