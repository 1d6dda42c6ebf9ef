import { germanCatalog } from './de-catalog.ts';
import { germanCheckout } from './de-checkout.ts';
import { germanCustomers } from './de-customers.ts';
import { germanExpected } from './de-expected.ts';
import { germanNames } from './de-names.ts';
import { germanOperation } from './de-operation.ts';
import { germanSales } from './de-sales.ts';
import { germanShop } from './de-shop.ts';
import type { SettingTexts } from './texts.ts';

/** The German texts of settings. */
export const germanSettings: SettingTexts = {
  texts: {
    ...germanNames,
    ...germanCatalog,
    ...germanCheckout,
    ...germanSales,
    ...germanCustomers,
    ...germanShop,
    ...germanOperation,
  },
  expected: germanExpected,
};
