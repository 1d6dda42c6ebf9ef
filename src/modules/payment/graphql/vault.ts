import {
  enumTypes,
  inputTypes,
  mutations,
  queries,
  valueTypes,
  type EnumTypesOf,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { paymentErrors } from '../errors.ts';

const values = valueTypes({
  CustomerPaymentTokens: { items: '[PaymentToken]!' },
  PaymentToken: {
    details: 'String',
    payment_method_code: 'String!',
    public_hash: 'String! @credential',
    type: 'PaymentTokenTypeEnum!',
  },
  DeletePaymentTokenOutput: { customerPaymentTokens: 'CustomerPaymentTokens', result: 'Boolean!' },
});

const inputs = inputTypes({
  VaultTokenInput: { public_hash: 'String! @credential' },
});

const enums = enumTypes({
  PaymentTokenTypeEnum: ['account', 'card'],
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs>, EnumTypesOf<typeof enums> {}
}

const providerQueries = queries((t) => ({
  customerPaymentTokens: t.field('CustomerPaymentTokens', {}, () => ({ items: [] }), { customersOnly: true }),
}));

const providerMutations = mutations((t) => ({
  deletePaymentToken: t.field(
    'DeletePaymentTokenOutput',
    { public_hash: 'String! @credential' },
    (_, { public_hash }) => {
      throw paymentErrors.noToken([public_hash]);
    },
    { customersOnly: true },
  ),
}));

/** Schema declarations of saved payment methods. */
export const vaultDeclarations = [values, inputs, enums, providerQueries, providerMutations];
