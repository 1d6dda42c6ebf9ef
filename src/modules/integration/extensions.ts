/**
 * The password sign-in route of customers; other routes that issue customer tokens share its captcha and its limits.
 */
export { createCustomerAccessToken as signInRoute } from './customer-routes.ts';
