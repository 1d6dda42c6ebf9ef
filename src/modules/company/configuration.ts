import { flag, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Whether the companies of a website's customers have effect: on who signs in, and on who orders. */
export const ACTIVE = 'btob/website_configuration/company_active';

export const companyConfiguration: DeclaredConfiguration = {
  [ACTIVE]: { shipped: '1', takes: flag },
};
