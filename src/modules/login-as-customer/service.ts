import type { requireAssistance } from './assistance.ts';

/** Functions of shopping in the name of customers, as `call.services.loginAsCustomer`. */
interface LoginAsCustomerService {
  /** Throws unless assistance is enabled and the customer allows it. */
  readonly requireAssistance: typeof requireAssistance;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    loginAsCustomer: LoginAsCustomerService;
  }
}
