import type { MigrationKind } from '../kind.ts';
import { attributes, attributeSets } from './attributes.ts';
import { categories } from './categories.ts';
import { companyKinds, companyRelationKinds } from './companies.ts';
import { companyCreditKinds } from './company-credits.ts';
import { companyStructureKinds } from './company-structure.ts';
import { blocks, pages } from './content.ts';
import { customers } from './customers.ts';
import { giftCardAccounts } from './gift-cards.ts';
import { negotiableQuotes } from './negotiable-quotes.ts';
import { orders } from './orders.ts';
import { productPrices } from './product-prices.ts';
import { productKinds } from './products.ts';
import { returns } from './returns.ts';
import { ruleKinds } from './rules.ts';
import { sharedCatalogs } from './shared-catalogs.ts';
import { stockKinds } from './stock.ts';
import { storeKinds } from './stores.ts';
import { taxKinds } from './tax.ts';

/** All kinds of records, in the order in which they are moved: each after those that it refers to. */
export const migrationKinds: readonly MigrationKind[] = [
  ...storeKinds,
  ...taxKinds,
  blocks,
  attributes,
  attributeSets,
  categories,
  ...stockKinds,
  ...productKinds,
  productPrices,
  customers,
  ...companyKinds,
  ...companyStructureKinds,
  ...companyCreditKinds,
  ...companyRelationKinds,
  negotiableQuotes,
  sharedCatalogs,
  ...ruleKinds,
  pages,
  orders,
  giftCardAccounts,
  returns,
];
