import {
  decimal,
  module,
  numberFrom,
  setting,
  settings,
  shopSetting,
  webAddress,
  type ModuleManifest,
} from '@souk/kit';
import { settingsOfCarrier, type Carrier } from '@souk/kit/quote';
import { quoteFrom } from './quotes.ts';

const code = 'acmepickup';

const quoteAddress = setting(
  `carriers/${code}/quotes`,
  webAddress,
  undefined,
  'Address of the service that prices pickups; without one the price is the fixed one',
  shopSetting,
);
const fixedPrice = setting(
  `carriers/${code}/price`,
  numberFrom(0),
  5,
  'Price of a pickup while the service does not answer',
  shopSetting,
);

/** Pickups, with the price of a service elsewhere: it has a time limit and retries, and a fixed price takes its place. */
const carrier: Carrier = {
  code,
  async pricesTo({ config }, { countryId, postcode }) {
    const address = config.of(quoteAddress);
    const quoted = address === undefined ? undefined : await quoteFrom(address, { countryId, postcode });
    const price = decimal(quoted ?? config.of(fixedPrice));
    return () => [{ method: 'pickup', title: 'Pickup', price }];
  },
};

/** A carrier that asks a service of a third party for its price. */
export const pickupCarrier = (): ModuleManifest =>
  module({
    name: 'Acme_PickupCarrier',
    version: '1.0.0',
    compatible: '^0.2',
    configuration: settings([
      ...settingsOfCarrier(code, { isActive: true, title: 'Acme', methodTitle: 'Pickup' }),
      quoteAddress,
      fixedPrice,
    ]),
    contributes: { carriers: [carrier] },
  });

// oxlint-disable-next-line import/no-default-export -- SOUK_MODULES takes the default export of a package
export default pickupCarrier;
