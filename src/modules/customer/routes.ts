import type { Call } from '../../kernel/call.ts';
import { entity } from '../../kernel/entity.ts';
import { wantedIn } from '../../kernel/fields-filter.ts';
import { acl, route, self } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { createAccount } from './accounts/create.ts';
import { updateCustomer } from './accounts/update.ts';
import { deleteCustomer } from './customers/delete.ts';
import { listCustomers } from './customers/list.ts';
import { getCustomer } from './customers/load.ts';
import { readsOf, showCustomer, showCustomers } from './customers/show.ts';
import { Customer, CustomerSearchResults, type CustomerInput } from './customers/types.ts';

const service = 'customerCustomerRepositoryV1';

const getCustomerRoute = route({
  method: 'GET',
  path: '/V1/customers/:customerId',
  service,
  operation: 'getById',
  summary: 'Get one customer.',
  access: acl('Magento_Customer::customer'),
  input: { customerId: t.integer },
  output: Customer,
  handle: async ({ customerId }, call, requestedFields) =>
    showCustomer(call, await getCustomer(call, customerId, readsOf(requestedFields)), requestedFields),
});

const getMe = route({
  method: 'GET',
  path: '/V1/customers/me',
  service,
  operation: 'getById',
  summary: 'Get your own account.',
  access: self,
  input: { customerId: t.integer },
  forced: { customerId: 'customer_id' },
  output: Customer,
  handle: async ({ customerId }, call, requestedFields) =>
    showCustomer(call, await getCustomer(call, customerId, readsOf(requestedFields)), requestedFields),
});

const getCustomers = route({
  method: 'GET',
  path: '/V1/customers/search',
  service,
  operation: 'getList',
  summary: 'List customers.',
  access: acl('Magento_Customer::customer'),
  input: { searchCriteria: SearchCriteria },
  output: CustomerSearchResults,
  async handle({ searchCriteria }, call, requestedFields) {
    const inItems = wantedIn(requestedFields, 'items');
    const list = await listCustomers(call, searchCriteria, readsOf(inItems));
    return answerList(list, requestedFields, async (customers) => [
      ...(await showCustomers(call, customers, inItems)).values(),
    ]);
  },
});

const input = { customer: Customer, passwordHash: t.optional(t.secret(t.string)) };

const changeCustomer = route({
  method: 'PUT',
  path: '/V1/customers/:id',
  service,
  operation: 'save',
  summary: 'Change a customer. What is left out stays as it is; addresses that are sent are all there are then.',
  access: acl('Magento_Customer::manage'),
  entity: entity('customer', 'customer.id'),
  input,
  overrides: { id: t.string },
  // The VAT service may have to be called first.
  transaction: false,
  output: Customer,
  handle: ({ customer, passwordHash }, call) => save(call, customer, passwordHash),
});

const changeMe = route({
  method: 'PUT',
  path: '/V1/customers/me',
  service,
  operation: 'save',
  summary: 'Change your own account; e-mail address and names have to be sent each time.',
  access: self,
  entity: entity('customer', 'customer.id'),
  input,
  forced: {
    'customer.id': 'customer_id',
    'customer.group_id': 'customer_group_id',
    'customer.website_id': 'customer_website_id',
    'customer.store_id': 'customer_store_id',
  },
  recaptcha: 'customer_edit',
  // The VAT service may have to be called first.
  transaction: false,
  output: Customer,
  handle: ({ customer, passwordHash }, call) => save(call, customer, passwordHash),
});

const deleteCustomerRoute = route({
  method: 'DELETE',
  path: '/V1/customers/:customerId',
  service,
  operation: 'deleteById',
  summary: 'Delete a customer with all addresses.',
  access: acl('Magento_Customer::delete'),
  entity: entity('customer', 'customerId'),
  input: { customerId: t.integer },
  output: t.boolean,
  async handle({ customerId }, call) {
    await deleteCustomer(call, customerId);
    return true;
  },
});

/** Changes the customer with the input's id; without an id, the interface creates one. */
async function save(call: Call, customer: CustomerInput, passwordHash: string | null | undefined) {
  const saved = customer.id
    ? await updateCustomer(call, customer, passwordHash ?? undefined)
    : await createAccount(call, { customer });
  return showCustomer(call, saved);
}

/** Routes of customers. */
export const customerRoutes = [getCustomerRoute, getMe, getCustomers, changeCustomer, changeMe, deleteCustomerRoute];
