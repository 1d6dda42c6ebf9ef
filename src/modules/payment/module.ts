import { module } from '../../kernel/module.ts';
import { paymentCommands } from './commands.ts';
import { paymentConfiguration } from './configuration.ts';
import { isDeclined, UnderWay } from './errors.ts';
import { moveMoney } from './move.ts';
import { awaitReview } from './operations.ts';
import { providerOf } from './extensions.ts';
import { startPaymentRecovery } from './recovery.ts';
import { migrations } from './tables.ts';
import { paymentMetrics } from './unsettled.ts';

export const payment = module({
  name: 'Payment',
  configuration: paymentConfiguration,
  migrations,
  commands: paymentCommands,
  workers: [startPaymentRecovery],
  metrics: paymentMetrics,
  services: () => ({
    payment: { moveMoney, providerOf, awaitReview, isDeclined, underWay: (subject) => new UnderWay(subject) },
  }),
});
