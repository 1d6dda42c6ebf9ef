import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { CustomerExtensionAttributes } from '../customer/customers/types.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { followAssistedOrder } from './actions.ts';
import { customerAssistance, requireAssistance } from './assistance.ts';
import { loginAsCustomerConfiguration } from './configuration.ts';
import { assistanceGraphql } from './graphql.ts';
import './service.ts';
import { migrations } from './tables.ts';

/** The customers' permission to shop in their name. */
export const loginAsCustomer = module({
  name: 'LoginAsCustomerAssistance',
  needs: ['customer'],
  acl: declaredAcl,
  configuration: loginAsCustomerConfiguration,
  graphql: assistanceGraphql,
  migrations,
  unshown: ['login_as_customer_assistance', 'login_as_customer_action'],
  services: { loginAsCustomer: () => ({ requireAssistance }) },
  extends: [{ type: CustomerExtensionAttributes, fields: { assistance_allowed: t.optional(t.integer) } }],
  contributes: { customerExtensions: [customerAssistance], orderFollowers: [followAssistedOrder] },
});
