import type { Client } from '../../../../client/src/index.ts';
import { useLoad } from '../../load.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { Money } from '../b2b/texts.tsx';
import type { OrderRecord, OrderSteps } from './order.tsx';
import { named, t } from '../../texts/text.ts';

type OrderItem = OrderRecord['items'] extends readonly (infer I)[] | null ? I : never;

/** Steps of an item, with the quantity that counts each. */
const counters = [
  [t('ordered'), 'qty_ordered'],
  [t('invoiced'), 'qty_invoiced'],
  [t('shipped'), 'qty_shipped'],
  [t('refunded'), 'qty_refunded'],
  [t('canceled'), 'qty_canceled'],
  [t('returned'), 'qty_returned'],
] as const;

/** The items of an order with the choices of the buyer, and the quantities in each step. */
export function OrderItems({ order: { items, order_currency_code: currency } }: { order: OrderRecord }) {
  const money = (value: number | null | undefined) => <Money value={value} currency={currency} />;
  const products = useProductsWithOptions(items ?? []);
  return (
    <section>
      <h2>{t('Items')}</h2>
      <Table
        caption={t('Items')}
        rows={items ?? []}
        keyOf={(item) => item.item_id!}
        none={t('The order has no items.')}
        columns={[
          {
            title: t('Product'),
            show: (item) => (
              <div class={item.parent_item_id ? 'sub' : undefined}>
                <ProductName item={item} product={products.get(item.product_id ?? 0)} />
                <br />
                <small class="quiet">{item.sku}</small>
                <ItemOptions item={item} product={products.get(item.product_id ?? 0)} />
              </div>
            ),
          },
          {
            title: t('Price'),
            isNumber: true,
            show: (item) => (item.parent_item_id && !item.price ? '' : money(item.price)),
          },
          {
            title: t('Quantity'),
            show: (item) => (
              <ul class="quantities">
                {counters
                  .filter(([, field]) => (item[field] ?? 0) > 0)
                  .map(([text, field]) => (
                    <li key={field}>
                      {item[field]} {text}
                    </li>
                  ))}
              </ul>
            ),
          },
          { title: t('Tax'), isNumber: true, show: (item) => (item.tax_amount ? money(item.tax_amount) : '') },
          {
            title: t('Discount'),
            isNumber: true,
            show: (item) => (item.discount_amount ? money(item.discount_amount) : ''),
          },
          {
            title: t('Row total'),
            isNumber: true,
            show: (item) => (item.parent_item_id && !item.row_total ? '' : money(item.row_total)),
          },
        ]}
      />
    </section>
  );
}

/** A product of which the buyer chose custom options. */
type ProductWithOptions = Awaited<ReturnType<typeof readProductsWithOptions>>[number];

const readProductsWithOptions = (shop: Client, ids: readonly number[], signal: AbortSignal) =>
  shop.products
    .list({ where: { entity_id: ids.map(String) } }, { signal, fields: 'items[id,sku,options],total_count' })
    .all();

/** The products by id whose custom options the buyer chose; none for callers who may not read them. */
function useProductsWithOptions(items: readonly OrderItem[]): ReadonlyMap<number, ProductWithOptions> {
  const { shop, may } = useSession();
  const chosen = items.filter(({ product_option: option }) => option?.extension_attributes?.custom_options?.length);
  const ids = may('Magento_Catalog::products') ? [...new Set(chosen.map(({ product_id: id }) => id ?? 0))] : [];
  const { value = [] } = useLoad(
    async (signal) => (ids.length > 0 ? await readProductsWithOptions(shop, ids, signal) : []),
    [shop, ids.join()],
  );
  return new Map(value.map((product) => [product.id ?? 0, product]));
}

interface ItemProperties {
  readonly item: OrderItem;
  readonly product: ProductWithOptions | undefined;
}

function ProductName({ item: { name, sku, product_type: type }, product }: ItemProperties) {
  const { may } = useSession();
  if (!may('Magento_Catalog::products') || type === 'bundle') return <>{name}</>;
  // Options add to the SKU of the item; that of a configurable item is the SKU of the chosen variant.
  const found = type === 'configurable' ? sku : (product?.sku ?? sku);
  return <a href={`/console/catalog/products/${encodeURIComponent(found ?? '')}`}>{name}</a>;
}

/** The choices of a buyer: values of custom options with their titles, and the recipient of a gift card. */
function ItemOptions({ item, product }: ItemProperties) {
  const { custom_options: chosen, giftcard_item_option: card } = item.product_option?.extension_attributes ?? {};
  const lines: (readonly [string, string])[] = (chosen ?? []).map(({ option_id: id, option_value: value }) => {
    const option = product?.options?.find((one) => String(one.option_id) === id);
    const titleOf = (one: string): string =>
      option?.values?.find(({ option_type_id: type }) => String(type) === one)?.title ?? one;
    return [option?.title ?? t('Option {id}', { id }), (value ?? '').split(',').map(titleOf).join(', ')];
  });
  if (card?.giftcard_recipient_name) {
    lines.push([
      t('Recipient'),
      [card.giftcard_recipient_name, card.giftcard_recipient_email].filter(Boolean).join(', '),
    ]);
    if (card.giftcard_message) lines.push([t('Message [gift]'), card.giftcard_message]);
  }
  return (
    <>
      {lines.map(([title, value]) => (
        <small key={title}>
          <br />
          {title}: {value}
        </small>
      ))}
    </>
  );
}

/** The totals of an order in its currency; `added`: those of modules, such as gift wrapping. */
export function OrderTotals({ order, added }: { order: OrderRecord; added: NonNullable<OrderSteps['totals']> }) {
  const { order_currency_code: currency } = order;
  const lines: (readonly [title: string, value: number | null | undefined])[] = [
    [t('Subtotal'), order.subtotal],
    [t('Shipping'), order.shipping_amount],
    [t('Discount'), order.discount_amount],
    [t('Tax'), order.tax_amount],
    ...added.map(({ label, amount }) => [named(label ?? ''), amount] as const),
  ];
  const after: typeof lines = [
    [t('Paid'), order.total_paid],
    [t('Refunded'), order.total_refunded],
    [t('Canceled'), order.total_canceled],
    [t('Due'), order.total_due],
  ];
  const show = (all: typeof lines) =>
    all
      .filter(([, value]) => Boolean(value))
      .map(([title, value]) => (
        <>
          <dt>{title}</dt>
          <dd>
            <Money value={value} currency={currency} />
          </dd>
        </>
      ));
  return (
    <dl class="totals" aria-label={t('Totals')}>
      {show(lines)}
      <dt class="grand">{t('Grand total')}</dt>
      <dd class="grand">
        <Money value={order.grand_total} currency={currency} />
      </dd>
      {show(after)}
    </dl>
  );
}
