// Runs in a folder where @vendure/core and pg are installed: fills its database with PRODUCTS_FILE, or serves.
import {
  bootstrap,
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSearchPlugin,
  dummyPaymentHandler,
  JobQueueService,
  LogLevel,
} from '@vendure/core';
import { populate } from '@vendure/core/cli/index.js';

const { DATABASE_URL, PRODUCTS_FILE } = process.env;
const config = {
  apiOptions: { port: 0, adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: 'bearer',
    superadminCredentials: { identifier: 'bench', password: 'Bench-12345' },
    requireVerification: false,
  },
  dbConnectionOptions: { type: 'postgres', url: DATABASE_URL, synchronize: PRODUCTS_FILE !== undefined },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [DefaultJobQueuePlugin.init({}), DefaultSearchPlugin.init({ bufferUpdates: false })],
};
const shop = {
  defaultLanguage: 'en',
  defaultZone: 'Europe',
  countries: [{ code: 'DE', name: 'Germany', zone: 'Europe' }],
  taxRates: [{ name: 'Standard', percentage: 19 }],
  shippingMethods: [{ name: 'Flat rate', price: 500 }],
  paymentMethods: [
    {
      name: 'On account',
      handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'false' }] },
    },
  ],
  collections: [],
};

if (PRODUCTS_FILE) {
  const app = await populate(() => bootstrap(config), shop, PRODUCTS_FILE);
  await app.close();
  process.exit(0);
}
const app = await bootstrap(config);
await app.get(JobQueueService).start();
console.log(`http://127.0.0.1:${app.getHttpServer().address().port}`);
