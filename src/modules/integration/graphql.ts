import { issueToken, revokeTokens } from '../../platform/access/tokens.ts';
import { PlatformError } from '../../kernel/errors.ts';
import { mutations, valueTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import { createCustomerAccessToken } from './customer-routes.ts';
import { integrationErrors } from './errors.ts';

const values = valueTypes({
  CustomerToken: { token: 'String @credential' },
  RevokeCustomerTokenOutput: { result: 'Boolean!' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {}
}

const tokenMutations = mutations((t) => ({
  generateCustomerToken: t.field(
    'CustomerToken',
    { email: 'String!', password: 'String! @credential' },
    async (_, { email, password }, call) => {
      if (email === '') throw integrationErrors.valueMissing(['email']);
      if (password === '') throw integrationErrors.valueMissing(['password']);
      try {
        const id = await call.services.customer.signIn(call, email, password);
        return { token: await issueToken(call, { type: 'customer', id }) };
      } catch (error) {
        if (!(error instanceof PlatformError) || error.kind !== 'unauthorized') throw error;
        throw new PlatformError('authentication', error.message, error.parameters, { cause: error });
      }
    },
    { opensTransactions: true, like: createCustomerAccessToken },
  ),
  revokeCustomerToken: t.field(
    'RevokeCustomerTokenOutput',
    {},
    async (_, __, call) => ({
      result: await revokeTokens(call, { type: 'customer', id: call.caller.id }),
    }),
    { customersOnly: true },
  ),
}));

/** Tokens of customers. */
export const tokenGraphql = [values, tokenMutations];
