import { revokeTokens, issueToken } from '../../access/tokens.ts';
import type { Call } from '../../kernel/call.ts';

/** Tokens of customers, for the modules that know customers. */
interface IntegrationService {
  /** A new access token for a customer whose credentials have been checked. */
  issueCustomerToken(call: Call, customerId: number): Promise<string>;
  /** Revokes every token of a customer; gives whether there were any. */
  revokeCustomerTokens(call: Call, customerId: number): Promise<boolean>;
}

declare module '../../kernel/call.ts' {
  interface Services {
    integration: IntegrationService;
  }
}

/** The module's service. */
export const integrationService: IntegrationService = {
  issueCustomerToken: (call, id) => issueToken(call, { type: 'customer', id }),
  revokeCustomerTokens: (call, id) => revokeTokens(call, { type: 'customer', id }),
};
