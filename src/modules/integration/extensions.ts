import type { Call } from '../../kernel/call.ts';

/**
 * The password sign-in route of customers; other routes that issue customer tokens share its captcha and its limits.
 */
export { createCustomerAccessToken as signInRoute } from './customer-routes.ts';
export { requireCredentials, signInArguments } from './credentials.ts';

/**
 * A condition of sign-ins of admin users by password alone. It runs when the password is right, outside of a transaction, and throws
 * the error of a rejected sign-in.
 */
type AdminSignInCheck = (call: Call, userId: number) => Promise<void>;

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    /** Conditions of sign-ins of admin users by password alone. */
    adminSignInChecks: AdminSignInCheck;
  }
}
