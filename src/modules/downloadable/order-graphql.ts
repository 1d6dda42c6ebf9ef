import { customersPurchases, purchasesOfOrders, type PurchasedLink } from './purchases.ts';
import { objectType, queries, valueTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { baseUrls } from '../../kernel/shop-settings.ts';
import { uidOf } from '../../kernel/uids.ts';
import type { OrderItemType } from '../sales/extensions.ts';
import type { DocumentItemSource, OrderItemSource } from '../sales/graphql/types.ts';
import { DOWNLOADABLE } from './types.ts';

const values = valueTypes({
  CustomerDownloadableProduct: {
    date: 'String',
    download_url: 'String @credential',
    order_increment_id: 'String',
    remaining_downloads: 'String',
    status: 'String',
  },
  CustomerDownloadableProducts: { items: '[CustomerDownloadableProduct]' },
  DownloadableItemsLinks: { sort_order: 'Int', title: 'String', uid: 'ID!' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    DownloadableCreditMemoItem: DocumentItemSource;
    DownloadableInvoiceItem: DocumentItemSource;
    DownloadableOrderItem: OrderItemSource;
  }
}

/** How orders treat downloadable products. */
export const downloadableOrderItem: OrderItemType = {
  names: [DOWNLOADABLE],
  schemaNames: {
    order: 'DownloadableOrderItem',
    invoice: 'DownloadableInvoiceItem',
    creditmemo: 'DownloadableCreditMemoItem',
    shipment: 'ShipmentItem',
  },
};

const bought = loader<number, readonly PurchasedLink[]>(async (orderIds, call) => {
  const found = await purchasesOfOrders(call, orderIds);
  return orderIds.map((id) => found.get(id) ?? []);
});

async function linksOf({ item, order }: OrderItemSource, call: Parameters<typeof bought>[0]) {
  const links = (await bought(call, order.id)).filter(({ order_item_id: id }) => id === item.id);
  return links.map(({ link_id, title }, at) => ({ sort_order: at + 1, title, uid: uidOf(`downloadable/${link_id}`) }));
}

const orderItem = objectType(
  'DownloadableOrderItem',
  (t) => ({ downloadable_links: t.field('[DownloadableItemsLinks]', (source, _, call) => linksOf(source, call)) }),
  ['OrderItemInterface'],
);
const documentItems = (
  [
    ['DownloadableInvoiceItem', 'InvoiceItemInterface'],
    ['DownloadableCreditMemoItem', 'CreditMemoItemInterface'],
  ] as const
).map(([name, of]) =>
  objectType(
    name,
    (t) => ({
      downloadable_links: t.field('[DownloadableItemsLinks]', ({ ordered }, _, call) => linksOf(ordered, call)),
    }),
    [of],
  ),
);

const downloadQueries = queries((t) => ({
  customerDownloadableProducts: t.field(
    'CustomerDownloadableProducts',
    {},
    async (_, __, call) => {
      const links = await customersPurchases(call, call.caller.id);
      const orders = await call.services.sales.orders(call, [...new Set(links.map(({ order_id }) => order_id))]);
      const base = call.config.of(baseUrls.unsecure.base, call.scope);
      return {
        items: links.map(({ created_at, hash, order_id, status, downloads_bought, downloads_used }) => ({
          date: created_at,
          download_url: status === 'available' ? `${base}downloadable/download/link/id/${hash}` : '',
          order_increment_id: orders.get(order_id)?.fields.increment_id ?? '',
          remaining_downloads: downloads_bought === 0 ? 'Unlimited' : String(downloads_bought - downloads_used),
          status,
        })),
      };
    },
    { customersOnly: true },
  ),
}));

/** Downloads that were bought. */
export const purchaseGraphql = [values, orderItem, ...documentItems, downloadQueries];
