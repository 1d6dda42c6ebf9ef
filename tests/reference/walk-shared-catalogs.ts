import { company } from '../company/company.ts';
import { unique } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import { everything, type Walk } from './walk.ts';

/** A shared catalog, from its creation to its deletion. */
export async function walkSharedCatalogs({ good, admin, souk }: Walk): Promise<void> {
  const root = '/V1/sharedCatalog';
  const sharedCatalog = { name: unique('Trade'), type: 0, store_id: 0, tax_class_id: 3 };
  const id = (await good(admin, `POST ${root}`, { sharedCatalog })) as unknown as number;
  await good(admin, `PUT ${root}/${id}`, { sharedCatalog: { description: 'For the trade' } });
  await good(admin, `GET ${root}/${id}`);
  await good(admin, `GET ${root}?${everything('id')}`);
  const categories = [{ id: 2 }];
  await good(admin, `POST ${root}/${id}/assignCategories`, { categories });
  await good(admin, `GET ${root}/${id}/categories`);
  await good(admin, `POST ${root}/${id}/unassignCategories`, { categories });
  const { sku } = await newProduct(souk);
  await good(admin, `POST ${root}/${id}/assignProducts`, { products: [{ sku }] });
  await good(admin, `GET ${root}/${id}/products`);
  const prices = [{ sku, price: 8, price_type: 'fixed', website_id: 0, customer_group: '', quantity: 1 }];
  await good(admin, `POST ${root}/${id}/assignTierPrices`, { prices });
  await good(admin, `POST ${root}/${id}/resetTierPrices`, { skus: [sku] });
  await good(admin, `POST ${root}/${id}/unassignProducts`, { products: [{ sku }] });
  const buyer = await good(admin, 'POST /V1/company', { company: company((await newCustomer(souk)).id) });
  const companies = [{ id: buyer.id }];
  await good(admin, `POST ${root}/${id}/assignCompanies`, { companies });
  await good(admin, `GET ${root}/${id}/companies`);
  await good(admin, `POST ${root}/${id}/unassignCompanies`, { companies });
  await good(admin, `DELETE ${root}/${id}`);
}
