import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Client } from '../support/client.ts';
import { signIn, type Made } from './shop-data.ts';

/** Settings that a recorded database was made with, and needs. */
export const releaseSettings = {
  HOST: '127.0.0.1',
  SOUK_ADMIN_USER: 'admin',
  SOUK_ADMIN_PASSWORD: 'Admin123!',
  SOUK_SECRET_KEY: 'of-recorded-databases',
  SOUK_BASE_URL: 'https://shop.example',
  SOUK_CONTROL: '1',
  SOUK_LOG: 'warn',
};

const every = 'searchCriteria[pageSize]=50';

/** What a shop says of what is stored in it, by path. */
export async function readBack(admin: Client, guest: Client, made: Made): Promise<Record<string, unknown>> {
  const me = await signIn(guest);
  const byCaller: [Client, string[]][] = [
    [
      admin,
      [
        '/V1/products/kept-simple',
        '/V1/products/kept-configurable',
        '/V1/configurable-products/kept-configurable/children',
        `/V1/products?${every}&searchCriteria[sortOrders][0][field]=entity_id&fields=items[sku,name,price],total_count`,
        '/V1/products/attributes/kept_size',
        '/V1/categories',
        '/V1/categories/3/products',
        `/V1/customers/search?${every}`,
        `/V1/customerGroups/search?${every}`,
        `/V1/salesRules/search?${every}`,
        `/V1/coupons/search?${every}`,
        `/V1/taxRates/search?${every}`,
        `/V1/cmsPage/search?${every}`,
        `/V1/cmsBlock/search?${every}`,
        `/V1/orders?${every}`,
        `/V1/invoices?${every}`,
        `/V1/shipments?${every}`,
        `/V1/creditmemos?${every}`,
        '/V1/stockItems/kept-simple',
        `/V1/bulk/${made.doneBulk}/detailed-status`,
        `/V1/search?searchCriteria[requestName]=quick_search_container&searchCriteria[filter_groups][0][filters][0][field]=search_term&searchCriteria[filter_groups][0][filters][0][value]=configurable`,
      ],
    ],
    [guest, [`/V1/guest-carts/${made.guestCart}`, `/V1/guest-carts/${made.guestCart}/totals`]],
    [me, ['/V1/customers/me', '/V1/carts/mine']],
  ];
  const answers: Record<string, unknown> = {};
  for (const [caller, paths] of byCaller) for (const path of paths) answers[path] = ok(await caller.get(path));
  return answers;
}

/** Folders of the recorded releases, by version. */
export const releases = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** The file of a recorded release. */
export function fileOf(release: string, name: string): string {
  return join(import.meta.dirname, release, name);
}
