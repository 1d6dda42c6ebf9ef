import type { Shop } from './shop.ts';

const CATEGORY = `query($category: String, $page: Int) {
  products(filter: { category_uid: { eq: $category } }, pageSize: 20, currentPage: $page, sort: { price: ASC }) {
    total_count
    items { uid sku name url_key small_image { url } price_range { minimum_price { final_price { value currency } } } }
    aggregations { attribute_code options { value count } } } }`;
const PRODUCT = `query($sku: String) { products(filter: { sku: { eq: $sku } }) { items {
  uid sku name stock_status only_x_left_in_stock description { html } media_gallery { url label }
  price_range { minimum_price { final_price { value } regular_price { value } } } related_products { sku name }
  categories { uid name } } } }`;
const SEARCH = 'query($text: String!) { products(search: $text, pageSize: 12) { total_count items { sku name } } }';
const SHELL =
  '{ storeConfig { store_code base_currency_code } categoryList { uid name children { uid name children { name } } } }';

/** What a storefront asks for: its shell, a category, a product, a search. */
export async function browse(shop: Shop): Promise<void> {
  const { client } = shop;
  await client.graphql('read: shell', SHELL);
  const category = btoa(String(2 + shop.any(20)));
  await client.graphql('read: category', CATEGORY, { category, page: 1 });
  for (let i = 0; i < 3; i++) await client.graphql('read: product', PRODUCT, { sku: shop.sku() });
  const text = ['saucepan', 'tote', 'soak', 'leather', 'copper mug', `product ${shop.any(40)}`][shop.any(6)]!;
  await client.graphql('search', SEARCH, { text });
}

/** What a connector reads by REST: products, lists, orders, stock. */
export async function readLists(shop: Shop): Promise<void> {
  const page = `searchCriteria[pageSize]=20&searchCriteria[currentPage]=${1 + shop.any(8)}`;
  const filter = (field: string, value: string, condition: string): string =>
    Object.entries({ field, value, condition_type: condition })
      .map(([name, text]) => `searchCriteria[filter_groups][0][filters][0][${name}]=${encodeURIComponent(text)}`)
      .join('&');
  const get = (kind: string, path: string): Promise<unknown> => shop.admin(kind, 'GET', `/rest/V1/${path}`);
  await get('read: product by REST', `products/${shop.sku()}`);
  await get('read: list by REST', `products?${page}&${filter('name', '%soak%', 'like')}`);
  await get('read: stock', `stockItems/${shop.sku()}`);
  const newest = 'searchCriteria[sortOrders][0][field]=entity_id&searchCriteria[sortOrders][0][direction]=DESC';
  await get('read: orders', `orders?searchCriteria[pageSize]=10&${newest}`);
  await get('search', `products?${page}&${filter('sku', `${shop.sku()}%`, 'like')}`);
}

/** What a reader is answered who comes later than the log is kept. */
const GONE = 410;

interface FeedPage {
  readonly changes: readonly { readonly position: number; entity: string; action: string; key: string }[];
  readonly position: number;
  readonly more: boolean;
}

/** One reader of the change feed goes on from where it was, to the end. */
export async function readFeed(shop: Shop): Promise<void> {
  const { feed } = shop;
  if (feed.isReading) return;
  feed.isReading = true;
  try {
    for (;;) {
      const path = `/_/changes?after=${feed.position}&limit=1000`;
      const answer = await shop.admin('feed', 'GET', path, { expect: [200, GONE] });
      if (answer.status === GONE) {
        const [asked, resume] = answer.body.parameters as unknown as [string, string];
        feed.disorders.push(`${asked} is no longer kept: the reader was too slow to judge the feed`);
        feed.position = Number(resume);
        continue;
      }
      const page = answer.body as unknown as FeedPage;
      for (const { position, entity, action, key } of page.changes) {
        if (position <= feed.position) feed.disorders.push(`${position} after ${feed.position}`);
        feed.position = position;
        if (entity === 'order' && action === 'created') feed.created.set(key, (feed.created.get(key) ?? 0) + 1);
      }
      feed.position = Math.max(feed.position, page.position);
      if (!page.more) return;
    }
  } finally {
    feed.isReading = false;
  }
}
