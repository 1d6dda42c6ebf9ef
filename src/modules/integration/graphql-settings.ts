import { tokenLifetimes } from '../../platform/access/configuration.ts';
import { storeConfigFields } from '../store/extensions.ts';

/** Lifetime of customer tokens, in hours. */
export const tokenSettings = storeConfigFields({
  customer_access_token_lifetime: ['Float', tokenLifetimes.customer],
});
