import type { requireAssistance } from './assistance.ts';

/** What shopping in the name of customers offers as `call.services.loginAsCustomer`. */
interface LoginAsCustomerService {
  /** Throws unless others may shop in the name of a customer: it is switched on, and the customer allows it. */
  readonly requireAssistance: typeof requireAssistance;
}

declare module '../../kernel/call.ts' {
  interface Services {
    loginAsCustomer: LoginAsCustomerService;
  }
}
