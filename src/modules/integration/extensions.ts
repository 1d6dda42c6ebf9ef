/** The route by which customers sign in with a password; what else gives tokens of customers has its captcha and its limits. */
export { createCustomerAccessToken as signInRoute } from './customer-routes.ts';
