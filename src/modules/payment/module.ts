import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { paymentCommands } from './commands.ts';
import { paymentConfiguration } from './configuration.ts';
import { isDeclined, PaymentUnderWay } from './errors.ts';
import { paymentGraphql } from './graphql/declarations.ts';
import { moveMoney } from './move-money.ts';
import { awaitReview } from './operations.ts';
import { providerConfiguration } from './graphql/settings.ts';
import { providerOf } from './extensions.ts';
import { startPaymentRecovery } from './recovery.ts';
import { migrations } from './tables.ts';
import { paymentMetrics } from './unsettled.ts';

/** Executes payments through providers, and recovers interrupted ones. */
export const payment = module({
  name: 'Payment',
  acl: declaredAcl,
  configuration: { ...paymentConfiguration, ...providerConfiguration },
  graphql: paymentGraphql,
  migrations,
  unshown: ['payment_operation'],
  commandGroup: 'orders',
  commands: paymentCommands,
  workers: [startPaymentRecovery],
  metrics: paymentMetrics,
  services: {
    payment: () => ({
      moveMoney,
      providerOf,
      awaitReview,
      isDeclined,
      underWay: (subject) => new PaymentUnderWay(subject),
    }),
  },
});
