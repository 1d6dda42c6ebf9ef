import type { Call } from '../../../kernel/call.ts';
import { entity } from '../../../kernel/entity.ts';
import { acl, route, self } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { deleteAddress, getAddress } from '../addresses/addresses.ts';
import { showAddress } from '../addresses/show.ts';
import { Address } from '../addresses/types.ts';
import { getCustomer } from './load.ts';

const management = 'customerAccountManagementV1';
const repository = 'customerAddressRepositoryV1';
const access = acl('Magento_Customer::manage');
const forced = { customerId: 'customer_id' } as const;

const billing = ({ customerId }: { customerId: number }, call: Call) => defaultOf(call, customerId, 'default_billing');
const shipping = ({ customerId }: { customerId: number }, call: Call) =>
  defaultOf(call, customerId, 'default_shipping');

/** The address of a customer, or an empty response, as the interface represents a missing one. */
async function defaultOf(call: Call, customerId: number, field: 'default_billing' | 'default_shipping') {
  const customer = await getCustomer(call, customerId);
  const address = customer.addresses.find(({ id }) => id === customer[field]);
  return address ? showAddress(call, address, customer) : {};
}

const getAddressRoute = route({
  method: 'GET',
  path: '/V1/customers/addresses/:addressId',
  service: repository,
  operation: 'getById',
  summary: 'Get one address of a customer.',
  access,
  input: { addressId: t.integer },
  output: Address,
  async handle({ addressId }, call) {
    const found = await getAddress(call, addressId);
    return showAddress(call, found.address, found);
  },
});

const deleteAddressRoute = route({
  method: 'DELETE',
  path: '/V1/addresses/:addressId',
  service: repository,
  operation: 'deleteById',
  summary: 'Delete an address of a customer.',
  access,
  entity: entity('customer address', 'addressId'),
  input: { addressId: t.integer },
  output: t.boolean,
  async handle({ addressId }, call) {
    await deleteAddress(call, addressId);
    return true;
  },
});

const getBillingAddress = route({
  method: 'GET',
  path: '/V1/customers/:customerId/billingAddress',
  service: management,
  operation: 'getDefaultBillingAddress',
  summary: "Get a customer's default billing address.",
  access,
  input: { customerId: t.integer },
  output: Address,
  handle: billing,
});

const getMyBillingAddress = route({
  method: 'GET',
  path: '/V1/customers/me/billingAddress',
  service: management,
  operation: 'getDefaultBillingAddress',
  summary: 'Get your default billing address.',
  access: self,
  input: { customerId: t.integer },
  forced,
  output: Address,
  handle: billing,
});

const getShippingAddress = route({
  method: 'GET',
  path: '/V1/customers/:customerId/shippingAddress',
  service: management,
  operation: 'getDefaultShippingAddress',
  summary: "Get a customer's default shipping address.",
  access,
  input: { customerId: t.integer },
  output: Address,
  handle: shipping,
});

const getMyShippingAddress = route({
  method: 'GET',
  path: '/V1/customers/me/shippingAddress',
  service: management,
  operation: 'getDefaultShippingAddress',
  summary: 'Get your default shipping address.',
  access: self,
  input: { customerId: t.integer },
  forced,
  output: Address,
  handle: shipping,
});

/** Routes of addresses. */
export const addressRoutes = [
  getAddressRoute,
  deleteAddressRoute,
  getBillingAddress,
  getMyBillingAddress,
  getShippingAddress,
  getMyShippingAddress,
];
