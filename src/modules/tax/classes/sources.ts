import type { Call } from '../../../kernel/call.ts';
import type { CustomerTaxClasses } from '../../customer/extensions.ts';
import type { AttributeSource } from '../../eav/service.ts';
import type { TaxClassType } from '../tables.ts';
import type { TaxClassRow } from './classes.ts';

async function classesOf(call: Call, type: TaxClassType): Promise<TaxClassRow[]> {
  const classes = await call.services.tax.classCache.get(call);
  return [...classes.values()].filter((one) => one.class_type === type);
}

/** The tax class of a product: none, or one of the product classes. */
export const productTaxClasses: AttributeSource = {
  sourceModel: 'Magento\\Tax\\Model\\TaxClass\\Source\\Product',
  options: async (call) => [
    { value: '0', label: 'None' },
    ...(await classesOf(call, 'PRODUCT')).map(({ class_id, class_name }) => ({
      value: String(class_id),
      label: class_name,
    })),
  ],
};

/** The tax classes that customer groups can have. */
export const customerTaxClasses: CustomerTaxClasses = {
  list: async (call) =>
    (await classesOf(call, 'CUSTOMER')).map(({ class_id, class_name }) => ({ id: class_id, name: class_name })),
};
