import type { Json } from '../sales/shop.ts';
import { unique } from '../support/client.ts';

/** A company as it is sent, led by a customer. */
export const company = (super_user_id: number, over: object = {}): Json => ({
  company_name: 'Engines',
  company_email: `${unique('engines')}@example.com`,
  street: ['1 Engine Lane', 'Yard'],
  city: 'Mobile',
  country_id: 'US',
  region_id: '1',
  postcode: '36601',
  telephone: '555-0100',
  customer_group_id: 2,
  super_user_id,
  ...over,
});
