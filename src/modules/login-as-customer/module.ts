import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { CustomerExtension } from '../customer/customers/types.ts';
import { assistancePart } from './assistance.ts';
import { loginAsCustomerConfiguration } from './configuration.ts';
import { migrations } from './tables.ts';

export const loginAsCustomer = module({
  name: 'LoginAsCustomerAssistance',
  configuration: loginAsCustomerConfiguration,
  migrations,
  extends: [{ type: CustomerExtension, fields: { assistance_allowed: t.optional(t.integer) } }],
  contributes: { customerParts: [assistancePart] },
});
