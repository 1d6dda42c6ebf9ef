import { t } from '../texts/text.ts';

/** Carriers of parcels that the interface knows by code; `custom`: any other one, whose name is typed. */
export const carriers = [
  ['custom', t('Other carrier')],
  ['dhl', 'DHL'],
  ['fedex', 'FedEx'],
  ['ups', 'UPS'],
  ['usps', 'USPS'],
] as const;
