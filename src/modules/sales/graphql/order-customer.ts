import { extendType, ofReleases, valueTypes, type ValueTypesOf } from '../../../kernel/graphql.ts';
import { personNames } from '../../../kernel/person-names.ts';
import type { StoredOrder } from '../order.ts';

const values = valueTypes({
  OrderCustomerInfo: {
    firstname: 'String!',
    lastname: 'String',
    middlename: 'String',
    prefix: 'String',
    suffix: 'String',
  },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {}
}

/** The names of the buyer: those of the account, or for a guest those of the billing address. */
function buyerOf({ fields }: StoredOrder) {
  const { customer_firstname, customer_lastname, customer_middlename, customer_prefix, customer_suffix } = fields;
  const account = personNames({
    prefix: customer_prefix,
    firstname: customer_firstname,
    middlename: customer_middlename,
    lastname: customer_lastname,
    suffix: customer_suffix,
  });
  const { firstname, ...names } = account.firstname === null ? personNames(fields.billing_address ?? {}) : account;
  return { ...names, firstname: firstname ?? '' };
}

const orderFields = extendType('CustomerOrder', (t) => ({
  customer_info: t.field('OrderCustomerInfo!', ({ order }) => buyerOf(order)),
}));

/** The buyer of an order; since release 2.4.9. */
export const orderCustomerDeclarations = ofReleases({ release: '2.4.9' }, [values, orderFields]);
