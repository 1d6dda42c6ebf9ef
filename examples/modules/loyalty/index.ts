import { module, numberFrom, setting, settings, shopSetting, t, type ModuleManifest } from '@souk/kit';
import { CreditmemoExtensionAttributes, InvoiceExtensionAttributes, OrderExtensionAttributes } from '@souk/kit/sales';
import { pointsPage } from './console.ts';
import { pointRoutes } from './routes.ts';
import { migrations } from './tables.ts';
import { texts } from './texts.ts';
import { cartTotal, orderTotal } from './totals.ts';

/** The options of the module, in the configuration file of a shop. */
export interface LoyaltyOptions {
  /** Name of the points in totals and prints, in every language. Default: `Points`, in the language of the store view. */
  readonly label?: string;
}

/** The value of one point in the base currency. */
const pointValue = setting('acme/loyalty/value', numberFrom(0), 1, 'Value of a point', shopSetting);

const amounts = { acme_points_amount: t.optional(t.number), base_acme_points_amount: t.optional(t.number) };

/** Points of customers that pay carts, in part or in full; orders spend them, cancellations and refunds return them. */
export const loyalty = ({ label }: LoyaltyOptions = {}): ModuleManifest =>
  module({
    name: 'Acme_Loyalty',
    version: '1.0.0',
    compatible: '^0.2',
    needs: ['quote'],
    routes: pointRoutes,
    migrations,
    texts,
    configuration: settings([pointValue]),
    extends: [OrderExtensionAttributes, InvoiceExtensionAttributes, CreditmemoExtensionAttributes].map((type) => ({
      type,
      fields: amounts,
    })),
    contributes: {
      cartTotals: [cartTotal(label, pointValue)],
      orderTotals: [orderTotal(label)],
      consolePages: [pointsPage],
    },
  });

// oxlint-disable-next-line import/no-default-export -- SOUK_MODULES takes the default export of a package
export default loyalty;
