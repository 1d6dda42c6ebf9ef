import type { Call } from '../../kernel/call.ts';
import { extendType } from '../../kernel/graphql.ts';
import { firstOf } from '../../kernel/lists.ts';
import type { BroughtAttribute, AttributeSource } from '../eav/service.ts';
import type { StoredItem as OrderItem, StoredOrder } from '../sales/extensions.ts';
import { returnsByDefault, takesReturns } from './configuration.ts';
import { wasSent } from './quantities.ts';

/** Whether a product may be returned; `config`: as the setting says. */
const answers = { no: '0', yes: '1', config: '2' } as const;

const RETURNABLE = 'is_returnable';
const SOURCE = 'Magento\\Rma\\Model\\Product\\Source';

/**
 * The product attribute that allows returns, for types that ship. New products have no value, which is equal to
 * `config`. So responses with products are the same as without returns.
 */
const returnableAttribute: BroughtAttribute = {
  attribute_code: RETURNABLE,
  frontend_label: 'Enable RMA',
  frontend_input: 'select',
  backend_type: 'varchar',
  source_model: SOURCE,
  scope: 'website',
  is_visible: true,
  apply_to: ['simple', 'configurable', 'bundle', 'grouped'],
  group: 'autosettings',
};

export const returnableAttributes = {
  name: 'returns',
  entity: 'catalog_product',
  attributes: [returnableAttribute],
} as const;

/** The attribute in storefronts, as it is stored: whether an order accepts a return is the order's own matter. */
export const returnableField = extendType('ProductInterface', (t) => ({
  is_returnable: t.field('String', ({ values }) => textOf(values[RETURNABLE])),
}));

function textOf(value: string | number | undefined): string | null {
  return value === undefined || value === '' ? null : String(value);
}

/** The choices of the attribute. */
export const returnableSource: AttributeSource = {
  sourceModel: SOURCE,
  options: () =>
    Promise.resolve([
      { value: answers.yes, label: 'Yes' },
      { value: answers.no, label: 'No' },
      { value: answers.config, label: 'Use config' },
    ]),
};

/** Whether an item of the order is returnable. */
type Returnability = (item: OrderItem) => boolean;

/**
 * Selects the returnable items of an order: those shipped by themselves, unless the order's store accepts no returns or
 * the product excludes them. The only component (a variant) takes precedence, then the item, then its composite item;
 * the default is the setting. One query.
 */
export async function returnabilityOf(call: Call, order: StoredOrder): Promise<Returnability> {
  return firstOf(await returnabilitiesOf(call, [order]));
}

/** As `returnabilityOf`, of several orders; one query for each of their store views. */
export async function returnabilitiesOf(call: Call, orders: readonly StoredOrder[]): Promise<Returnability[]> {
  const answersByStore = new Map<number, ReadonlyMap<number, boolean>>();
  for (const [storeId, own] of Map.groupBy(orders, ({ fields }) => fields.store_id ?? 0)) {
    if (call.config.of(takesReturns, { storeId })) answersByStore.set(storeId, await sayings(call, own, storeId));
  }
  return orders.map((order) => {
    const storeId = order.fields.store_id ?? 0;
    const ofStore = answersByStore.get(storeId);
    return ofStore ? returnability(order, ofStore, call.config.of(returnsByDefault, { storeId })) : () => false;
  });
}

function returnability(order: StoredOrder, choices: ReadonlyMap<number, boolean>, isUsual: boolean): Returnability {
  return (item) => {
    if (!wasSent(order, item)) return false;
    const components = order.items.filter(({ parentId }) => parentId === item.id);
    const whole = order.items.filter(({ id }) => id === item.parentId);
    const candidates = [...(components.length === 1 ? components : []), item, ...whole];
    return (
      candidates.map(({ fields }) => choices.get(fields.product_id ?? 0)).find((one) => one !== undefined) ?? isUsual
    );
  };
}

/** The attribute of the orders' products, by id; products without a value and deleted ones are omitted. */
async function sayings(
  call: Call,
  orders: readonly StoredOrder[],
  storeId: number,
): Promise<ReadonlyMap<number, boolean>> {
  const ids = [...new Set(orders.flatMap(({ items }) => items.flatMap(({ fields }) => fields.product_id ?? [])))];
  const choices = new Map<number, boolean>();
  for (const [id, product] of await call.services.catalog.productsById(call, ids, storeId)) {
    const value = String((await call.services.catalog.values(call, product))[RETURNABLE] ?? answers.config);
    if (value === answers.yes || value === answers.no) choices.set(id, value === answers.yes);
  }
  return choices;
}
