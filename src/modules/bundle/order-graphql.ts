import { objectType, valueTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { uidOf } from '../../kernel/uids.ts';
import { orderMoney, type DocumentItemSource, type OrderItemSource } from '../sales/graphql/types.ts';
import { chosenByOption } from './cart-item.ts';
import { titleOf } from './present.ts';
import { findOptions, type StoredOption } from './rows.ts';

const values = valueTypes({
  ItemSelectedBundleOption: {
    id: { type: 'ID!', deprecated: 'Use `uid`.' },
    label: 'String!',
    uid: 'ID!',
    values: '[ItemSelectedBundleOptionValue]',
  },
  ItemSelectedBundleOptionValue: {
    id: { type: 'ID!', deprecated: 'Use `uid`.' },
    price: 'Money!',
    product_name: 'String!',
    product_sku: 'String!',
    quantity: 'Float!',
    uid: 'ID!',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    BundleCreditMemoItem: DocumentItemSource;
    BundleInvoiceItem: DocumentItemSource;
    BundleOrderItem: OrderItemSource;
    BundleShipmentItem: DocumentItemSource;
  }
}

const bundleOptions = loader<number, readonly StoredOption[]>(async (ids, call) => {
  const found = await findOptions(call, ids);
  return ids.map((id) => found.get(id) ?? []);
});

/** The chosen selections of an ordered bundle; the components of the item have their prices. */
const chosen = loader<OrderItemSource, ReturnType<typeof optionViews>>(async (sources, call) =>
  Promise.all(
    sources.map(async (source) =>
      optionViews(source, await bundleOptions(call, source.item.fields.product_id ?? 0), call.scope.storeId),
    ),
  ),
);

function optionViews({ item, order }: OrderItemSource, options: readonly StoredOption[], storeId: number) {
  const components = order.items.filter(({ parentId }) => parentId === item.id);
  const picked = chosenByOption(item.fields.product_option?.extension_attributes?.bundle_options);
  return picked.map(({ option_id, option_selections }) => {
    const option = options.find(({ id }) => id === option_id);
    const own = option_selections.flatMap((id) => {
      const link = option?.links.find((one) => one.id === id);
      const component = components.find(({ fields }) => fields.product_id === link?.child_id);
      if (!component) return [];
      const uid = uidOf(`bundle/${option_id}/${id}/${link?.qty ?? 1}`);
      const { fields } = component;
      return [
        {
          id: uidOf(String(id)),
          price: orderMoney(order, fields.price),
          product_name: fields.name ?? '',
          product_sku: fields.sku ?? '',
          quantity: (fields.qty_ordered ?? 0) / (item.fields.qty_ordered || 1),
          uid,
        },
      ];
    });
    const label = (option && titleOf(option, storeId)) ?? '';
    return { id: uidOf(String(option_id)), label, uid: uidOf(`bundle/${option_id}`), values: own };
  });
}

const orderItem = objectType(
  'BundleOrderItem',
  (t) => ({ bundle_options: t.field('[ItemSelectedBundleOption]', (source, _, call) => chosen(call, source)) }),
  ['OrderItemInterface'],
);
const documentItems = (
  [
    ['BundleInvoiceItem', 'InvoiceItemInterface'],
    ['BundleCreditMemoItem', 'CreditMemoItemInterface'],
    ['BundleShipmentItem', 'ShipmentItemInterface'],
  ] as const
).map(([name, of]) =>
  objectType(
    name,
    (t) => ({
      bundle_options: t.field('[ItemSelectedBundleOption]', ({ ordered }, _, call) => chosen(call, ordered)),
    }),
    [of],
  ),
);

/** Bundles in orders. */
export const bundleOrderGraphql = [values, orderItem, ...documentItems];
