import { useLoad } from '../../load.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { Money } from '../b2b/texts.tsx';
import type { OrderRecord } from './order.tsx';
import { t } from '../../texts/text.ts';

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
                <ProductName item={item} />
                <br />
                <small class="quiet">{item.sku}</small>
                <ItemOptions item={item} />
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

function ProductName({ item: { name, sku, product_type: type } }: { item: OrderItem }) {
  const { may } = useSession();
  // The SKU of a configurable item is that of the chosen variant.
  if (!may('Magento_Catalog::products') || type === 'bundle') return <>{name}</>;
  return <a href={`/console/catalog/products/${encodeURIComponent(sku ?? '')}`}>{name}</a>;
}

/** The choices of a buyer: values of custom options with their titles, and the recipient of a gift card. */
function ItemOptions({ item }: { item: OrderItem }) {
  const { shop, may } = useSession();
  const { custom_options: chosen, giftcard_item_option: card } = item.product_option?.extension_attributes ?? {};
  const isRead = (chosen?.length ?? 0) > 0 && may('Magento_Catalog::catalog');
  const titles = useLoad(
    async (signal) =>
      isRead ? await shop.request('GET /V1/products/:sku/options', { sku: item.sku ?? '' }, { signal }) : [],
    [shop, item.sku],
  );
  const lines: (readonly [string, string])[] = (chosen ?? []).map(({ option_id: id, option_value: value }) => {
    const option = titles.value?.find((one) => String(one.option_id) === id);
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

/** The totals of an order in its currency. */
export function OrderTotals({ order }: { order: OrderRecord }) {
  const { order_currency_code: currency } = order;
  const lines: (readonly [title: string, value: number | null | undefined])[] = [
    [t('Subtotal'), order.subtotal],
    [t('Shipping'), order.shipping_amount],
    [t('Discount'), order.discount_amount],
    [t('Tax'), order.tax_amount],
    [t('Gift cards'), -(order.extension_attributes?.gift_cards_amount ?? 0)],
    [t('Store credit'), -(order.extension_attributes?.customer_balance_amount ?? 0)],
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
