import { changeableBy, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Whether the companies of a website's customers have effect: on who signs in, and on who orders. */
export const ACTIVE = 'btob/website_configuration/company_active';

/** Which methods companies may use unless they have settings of their own: 0 all, 1 those of the list. */
export const methodPaths = {
  payment: {
    chosen: 'btob/default_b2b_payment_methods/applicable_payment_methods',
    list: 'btob/default_b2b_payment_methods/available_payment_methods',
  },
  shipping: {
    chosen: 'btob/default_b2b_shipping_methods/applicable_shipping_methods',
    list: 'btob/default_b2b_shipping_methods/available_shipping_methods',
  },
} as const;

export const companyConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    [methodPaths.payment.chosen]: { shipped: '0', takes: flag },
    [methodPaths.payment.list]: null,
    [methodPaths.shipping.chosen]: { shipped: '0', takes: flag },
    [methodPaths.shipping.list]: null,
  }),
  [ACTIVE]: { shipped: '1', takes: flag },
};
