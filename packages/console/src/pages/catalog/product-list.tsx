import type { ComponentChildren } from 'preact';
import { Badge } from '../../parts/badge.tsx';
import { RecordList, type RecordColumn } from '../../parts/record-list.tsx';
import { rowActionTexts, type RowAction } from '../../parts/row-actions.ts';
import { useSession, type Session } from '../../session.ts';
import { textOf } from '../../values.ts';
import { NewProduct } from './new-product.tsx';
import { productTypes } from '../../records/product-types.ts';
import { numberText } from '../../texts/format.ts';
import { t } from '../../texts/text.ts';
import { timeOf } from '../call-parts.tsx';

type Shop = Session['shop'];
type Listed = Awaited<ReturnType<typeof readPage>>['items'][number];

/** A product in the list with its units in all sources; undefined: the caller may not read them. */
interface ProductRow {
  readonly product: Listed;
  readonly stock: number | undefined;
}

const fields = 'id,sku,name,price,status,type_id,updated_at,custom_attributes';

const readPage = (shop: Shop, searchCriteria: object, signal?: AbortSignal) =>
  shop.products.list({ searchCriteria }, { fields: `items[${fields}],total_count`, ...(signal && { signal }) }).page();

/** Units of products in all sources, in one call. */
async function stockOf(shop: Shop, skus: readonly string[], signal?: AbortSignal): Promise<Map<string, number>> {
  const units = new Map<string, number>();
  // A SKU with a comma cannot stand in a list of values.
  const listed = skus.filter((sku) => !sku.includes(','));
  if (listed.length === 0) return units;
  const items = await shop.apiSourceItems.list({ where: { sku: listed } }, signal && { signal }).all();
  for (const { sku, quantity } of items) units.set(sku ?? '', (units.get(sku ?? '') ?? 0) + (quantity ?? 0));
  return units;
}

const typeOf = ({ type_id: type }: Listed): string => productTypes.find(([one]) => one === type)?.[1] ?? type ?? '';

/** Types of products whose price is that of their parts, or an amount that the buyer chooses. */
const unpriced = new Set(['configurable', 'grouped', 'bundle', 'giftcard']);
const hasPrice = ({ type_id: type, price }: Listed): boolean =>
  price != null && (price !== 0 || !unpriced.has(type ?? ''));

function Thumbnail({ product }: { product: Listed }) {
  const file = textOf(product.custom_attributes?.find((one) => one.attribute_code === 'thumbnail')?.value);
  if (!file.startsWith('/')) return null;
  return <img class="thumbnail" src={`/media/catalog/product${file}`} alt="" loading="lazy" />;
}

const columns: readonly RecordColumn<ProductRow>[] = [
  { title: t('Picture'), show: ({ product }) => <Thumbnail product={product} /> },
  {
    title: t('Name'),
    sort: 'name',
    value: ({ product }) => product.name,
    show: ({ product }) => (
      <a href={`/console/catalog/products/${encodeURIComponent(product.sku ?? '')}`}>{product.name}</a>
    ),
  },
  { title: 'SKU', sort: 'sku', value: ({ product }) => product.sku, show: ({ product }) => product.sku },
  {
    title: t('Price'),
    sort: 'price',
    isNumber: true,
    value: ({ product }) => product.price,
    show: ({ product }) => hasPrice(product) && numberText(product.price ?? 0, 2),
  },
  {
    title: t('Stock'),
    isNumber: true,
    value: ({ stock }) => stock,
    show: ({ stock }) => stock !== undefined && numberText(stock),
  },
  {
    title: t('Status'),
    sort: 'status',
    value: ({ product }) => (product.status === 1 ? t('enabled') : t('disabled')),
    show: ({ product }) =>
      product.status === 1 ? <Badge kind="good">{t('enabled')}</Badge> : <Badge kind="plain">{t('disabled')}</Badge>,
  },
  {
    title: t('Type'),
    sort: 'type_id',
    value: ({ product }) => typeOf(product),
    show: ({ product }) => typeOf(product),
  },
  {
    title: t('Changed (UTC)'),
    sort: 'updated_at',
    value: ({ product }) => product.updated_at,
    show: ({ product }) => <time>{timeOf(product.updated_at ?? '')}</time>,
  },
];

const withStatus = ({ product: { sku } }: ProductRow, status: number) =>
  ({ route: 'PUT /V1/products/:sku', input: { sku, product: { sku, status } } }) as const;

const productActions: readonly RowAction<ProductRow>[] = [
  { ...rowActionTexts.enable, request: (row) => withStatus(row, 1) },
  { ...rowActionTexts.disable, request: (row) => withStatus(row, 2) },
  {
    ...rowActionTexts.delete,
    request: ({ product: { sku } }) => ({ route: 'DELETE /V1/products/:sku', input: { sku } }),
  },
];

/** The products of the shop, those that changed last first. */
export function ProductList({ head }: { head: ComponentChildren }) {
  const { may } = useSession();
  const mayReadStock = may('Magento_InventoryApi::source');
  return (
    <RecordList
      title={t('Products')}
      head={head}
      actions={<NewProduct />}
      name="products"
      noun={[t('product'), t('products')]}
      list={async (shop, criteria, signal) => {
        const { items, total_count } = await readPage(shop, criteria, signal);
        const stock = mayReadStock
          ? await stockOf(
              shop,
              items.map(({ sku }) => sku ?? ''),
              signal,
            )
          : undefined;
        return { items: items.map((product) => ({ product, stock: stock?.get(product.sku ?? '') })), total_count };
      }}
      search={['sku', 'name']}
      searchLabel={t('SKU or name')}
      filters={[
        {
          name: 'status',
          label: t('Status'),
          field: 'status',
          options: [
            ['1', t('enabled')],
            ['2', t('disabled')],
          ],
        },
        { name: 'type', label: t('Type'), field: 'type_id', options: productTypes },
        { name: 'from', label: t('Price from'), field: 'price', condition: 'gteq' },
        { name: 'to', label: t('Price to'), field: 'price', condition: 'lteq' },
      ]}
      columns={columns}
      sort="-updated_at"
      keyOf={({ product }) => product.sku ?? ''}
      nameOf={({ product }) => product.name ?? product.sku ?? ''}
      rowActions={may('Magento_Catalog::products') ? productActions : []}
      none={t('No products yet.')}
    />
  );
}
