import type { ComponentChildren } from 'preact';
import { Badge } from '../../parts/badge.tsx';
import { RecordList, type RecordColumn } from '../../parts/record-list.tsx';
import { useSession, type Session } from '../../session.ts';
import { textOf } from '../../values.ts';

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

/** Types of products for people. */
export const productTypes = [
  ['simple', 'Simple'],
  ['configurable', 'Configurable'],
  ['virtual', 'Virtual'],
  ['downloadable', 'Downloadable'],
  ['bundle', 'Bundle'],
  ['grouped', 'Grouped'],
  ['giftcard', 'Gift card'],
] as const;

const typeOf = ({ type_id: type }: Listed): string => productTypes.find(([one]) => one === type)?.[1] ?? type ?? '';

function Thumbnail({ product }: { product: Listed }) {
  const file = textOf(product.custom_attributes?.find((one) => one.attribute_code === 'thumbnail')?.value);
  if (!file.startsWith('/')) return null;
  return <img class="thumbnail" src={`/media/catalog/product${file}`} alt="" loading="lazy" />;
}

const columns: readonly RecordColumn<ProductRow>[] = [
  { title: 'Picture', show: ({ product }) => <Thumbnail product={product} /> },
  {
    title: 'Name',
    sort: 'name',
    value: ({ product }) => product.name,
    show: ({ product }) => (
      <a href={`/console/catalog/products/${encodeURIComponent(product.sku ?? '')}`}>{product.name}</a>
    ),
  },
  { title: 'SKU', sort: 'sku', value: ({ product }) => product.sku, show: ({ product }) => product.sku },
  {
    title: 'Price',
    sort: 'price',
    isNumber: true,
    value: ({ product }) => product.price,
    show: ({ product }) => product.price?.toFixed(2),
  },
  { title: 'Stock', isNumber: true, value: ({ stock }) => stock, show: ({ stock }) => stock },
  {
    title: 'Status',
    sort: 'status',
    value: ({ product }) => (product.status === 1 ? 'enabled' : 'disabled'),
    show: ({ product }) =>
      product.status === 1 ? <Badge kind="good">enabled</Badge> : <Badge kind="plain">disabled</Badge>,
  },
  { title: 'Type', sort: 'type_id', value: ({ product }) => typeOf(product), show: ({ product }) => typeOf(product) },
  {
    title: 'Changed (UTC)',
    sort: 'updated_at',
    value: ({ product }) => product.updated_at,
    show: ({ product }) => <time>{product.updated_at}</time>,
  },
];

/** The products of the shop, those that changed last first. */
export function ProductList({ head }: { head: ComponentChildren }) {
  const { may } = useSession();
  const mayReadStock = may('Magento_InventoryApi::source');
  return (
    <RecordList
      title="Products"
      head={head}
      name="products"
      noun={['product', 'products']}
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
      searchLabel="SKU or name"
      filters={[
        {
          name: 'status',
          label: 'Status',
          field: 'status',
          options: [
            ['1', 'enabled'],
            ['2', 'disabled'],
          ],
        },
        { name: 'type', label: 'Type', field: 'type_id', options: productTypes },
        { name: 'from', label: 'Price from', field: 'price', condition: 'gteq' },
        { name: 'to', label: 'Price to', field: 'price', condition: 'lteq' },
      ]}
      columns={columns}
      sort="-updated_at"
      keyOf={({ product }) => product.sku ?? ''}
      none="No products yet."
    />
  );
}
