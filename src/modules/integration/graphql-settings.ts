import { tokenLifetimes } from '../../access/configuration.ts';
import { storeConfigFields } from '../store/extensions.ts';

/** How long customers stay signed in, in hours. */
export const tokenSettings = storeConfigFields({
  customer_access_token_lifetime: ['Float', tokenLifetimes.customer],
});
