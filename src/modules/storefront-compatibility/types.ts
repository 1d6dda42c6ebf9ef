import * as t from '../../kernel/types.ts';

/** A code that signs in once. */
export const LoginCode = t.object(
  'login-as-customer-storefront-compatibility-data-one-time-login-code-response-interface',
  {
    otp: t.secret(t.string),
  },
);
