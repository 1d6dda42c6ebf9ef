import { changeableBy, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Settings of the kinds of alert, as the interface names them. */
export const paths = {
  price: 'catalog/productalert/allow_price',
  stock: 'catalog/productalert/allow_stock',
} as const;

/** Whether alerts are sent; customers may ask for them in any case. */
export const productAlertConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  [paths.price]: { shipped: '0', takes: flag },
  [paths.stock]: { shipped: '0', takes: flag },
});
