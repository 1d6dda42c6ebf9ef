import { inputTypes, mutations, type InputTypesOf } from '../../../kernel/graphql.ts';
import { paymentErrors } from '../errors.ts';

const inputs = inputTypes({
  BraintreeCcVaultInput: { device_data: 'String', public_hash: 'String! @credential' },
  BraintreeInput: {
    device_data: 'String',
    is_active_payment_token_enabler: 'Boolean!',
    payment_method_nonce: 'String! @credential',
  },
  BraintreeVaultInput: { device_data: 'String', public_hash: 'String! @credential' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends InputTypesOf<typeof inputs> {}
}

/** The schema includes the provider, but no installation has it: modules offer the payment methods of gateways. */
function notSetUp(): never {
  throw paymentErrors.providerNotSetUp();
}

const providerMutations = mutations((t) => ({
  createBraintreeClientToken: t.field('String! @credential', {}, notSetUp),
  createBraintreePayPalClientToken: t.field('String! @credential', {}, notSetUp),
  createBraintreePayPalVaultClientToken: t.field('String! @credential', { input: 'BraintreeVaultInput' }, notSetUp),
}));

/** Schema declarations of Braintree. */
export const braintreeDeclarations = [inputs, providerMutations];
