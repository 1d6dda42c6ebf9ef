import type { Call } from '../../kernel/call.ts';
import type { CallRoute, Demo } from '../../kernel/demo.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { setConfiguration } from '../../platform/configuration/settings.ts';
import { purchaseOrdersAreOn } from './configuration.ts';
import { placePurchaseOrder } from './place.ts';
import { createRule } from './rules.ts';

const LEADER = 'tom.ashworth@example.com';
const PURCHASER = 'mei.tanaka@example.com';
const APPROVER_ROLE = 'Approver';

const lines = [
  ['CARAFE-GLASS-INDIGO', 24],
  ['PLATE-GLASS-IVORY', 24],
] as const;

/** Grand total above which purchase orders need an approval, in ten-thousandths of the currency. */
const THRESHOLD = 500_0000;

const address = {
  email: PURCHASER,
  firstname: 'Mei',
  lastname: 'Tanaka',
  company: 'Ashworth Canteens',
  street: ['12 Quay Road'],
  city: 'Mobile',
  postcode: '36601',
  country_id: 'US',
  region_id: 1,
  telephone: '+1 555 0177',
};

/** An approval rule of a company, and a purchase order of its purchaser that awaits the approval. */
export async function demoPurchaseOrder({ customerIds, callRoute, call }: Demo): Promise<void> {
  await setConfiguration(call, purchaseOrdersAreOn.path, '1');
  const [leader, purchaser] = [valueAt(customerIds, LEADER), valueAt(customerIds, PURCHASER)];
  const companyId = (await call.services.company.buysFor(call, leader)) ?? 0;
  const approver = await approverRole(callRoute, companyId);
  await asCustomer(call, leader).transaction((inside) =>
    createRule(inside, companyId, {
      name: 'Large orders',
      description: 'Purchase orders above 500 dollars.',
      is_enabled: 1,
      is_for_all: 1,
      attribute: 'GRAND_TOTAL',
      operator: 'MORE_THAN',
      threshold: THRESHOLD,
      currency: 'USD',
      buyerRoles: [],
      approverRoles: [approver],
    }),
  );
  const cartId = await fillCart(callRoute, purchaser);
  const read = (inside: Call) => inside.services.quote.activeCart(inside, cartId);
  await placePurchaseOrder(asCustomer(call, purchaser), read, { paymentMethod: { method: 'companycredit' } });
}

const asCustomer = (call: Call, id: number): Call =>
  call.with({ caller: { type: 'customer', id, resources: new Set() } });

async function approverRole(callRoute: CallRoute, companyId: number): Promise<number> {
  const filters = [{ field: 'company_id', value: String(companyId) }];
  const { items } = await callRoute<{ readonly items: readonly { readonly id: number; readonly role_name: string }[] }>(
    'companyRoleRepositoryV1',
    'getList',
    { searchCriteria: { filter_groups: [{ filters }] } },
  );
  return items.find(({ role_name }) => role_name === APPROVER_ROLE)?.id ?? 0;
}

async function fillCart(callRoute: CallRoute, customerId: number): Promise<number> {
  const cartId = Number(await callRoute('quoteCartManagementV1', 'createEmptyCartForCustomer', { customerId }));
  for (const [sku, qty] of lines) {
    const cartItem = { quote_id: String(cartId), sku, qty };
    await callRoute('quoteCartItemRepositoryV1', 'save', { quoteId: String(cartId), cartItem });
  }
  await callRoute('checkoutShippingInformationManagementV1', 'saveAddressInformation', {
    cartId,
    addressInformation: {
      shipping_address: address,
      billing_address: address,
      shipping_carrier_code: 'flatrate',
      shipping_method_code: 'flatrate',
    },
  });
  return cartId;
}
