// node --test connector.test.ts: against a shop that runs already, with SOUK_CONTROL=1, at SOUK_URL.
import { testConnector } from './checks.ts';

testConnector(() => ({ baseUrl: process.env.SOUK_URL ?? 'http://127.0.0.1:8080' }));
