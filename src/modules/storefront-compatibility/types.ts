import * as t from '../../kernel/types.ts';

/** A one-time sign-in code. */
export const LoginCode = t.object(
  'login-as-customer-storefront-compatibility-data-one-time-login-code-response-interface',
  {
    otp: t.secret(t.string),
  },
);
