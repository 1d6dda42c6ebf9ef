import {
  inputTypes,
  mutations,
  ofPackage,
  valueTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { signInRoute } from '../integration/extensions.ts';
import { exchangeLoginCode } from './login-codes.ts';
import { signInExternal } from './tokens.ts';

const values = valueTypes({
  ExchangeExternalCustomerTokenOutput: { customer: 'Customer!', token: 'String! @credential' },
});
const inputs = inputTypes({ ExchangeExternalCustomerTokenInput: { customer: 'CustomerCreateInput!' } });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

const exchanges = mutations((t) => ({
  exchangeExternalCustomerToken: t.field(
    'ExchangeExternalCustomerTokenOutput',
    { input: 'ExchangeExternalCustomerTokenInput' },
    async (_, { input }, call) => {
      const { customer, token } = await signInExternal(call, input?.customer);
      return { customer: { customer }, token };
    },
    { opensTransactions: true },
  ),
  exchangeOtpForCustomerToken: t.field(
    'CustomerToken',
    { email: 'String!', otp: 'String! @credential' },
    async (_, { email, otp }, call) => ({ token: await exchangeLoginCode(call, email, otp) }),
    { like: signInRoute },
  ),
}));

/** Tokens of customers without a password. */
export const storefrontCompatibilityGraphql = ofPackage('2.4.8', [values, inputs, exchanges]);
