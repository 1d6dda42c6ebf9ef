import type { Call } from '../../kernel/call.ts';
import type { CallRoute, Demo } from '../../kernel/demo.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { setConfiguration } from '../../platform/configuration/settings.ts';
import { asCustomer, DEMO_PURCHASER, fillPurchasersCart } from '../negotiable-quote/demo-extensions.ts';
import { purchaseOrdersAreOn } from './configuration.ts';
import { placePurchaseOrder } from './place.ts';
import { createRule } from './rules.ts';

const LEADER = 'tom.ashworth@example.com';
const APPROVER_ROLE = 'Approver';

const lines = [
  ['CARAFE-GLASS-INDIGO', 24],
  ['PLATE-GLASS-IVORY', 24],
] as const;

/** Grand total above which purchase orders need an approval, in ten-thousandths of the currency. */
const THRESHOLD = 500_0000;

/** An approval rule of a company, and a purchase order of its purchaser that awaits the approval. */
export async function demoPurchaseOrder({ customerIds, callRoute, call }: Demo): Promise<void> {
  await setConfiguration(call, purchaseOrdersAreOn.path, '1');
  const [leader, purchaser] = [valueAt(customerIds, LEADER), valueAt(customerIds, DEMO_PURCHASER)];
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
  const cartId = await fillPurchasersCart(callRoute, purchaser, lines);
  const read = (inside: Call) => inside.services.quote.activeCart(inside, cartId);
  await placePurchaseOrder(asCustomer(call, purchaser), read, { paymentMethod: { method: 'companycredit' } });
}

async function approverRole(callRoute: CallRoute, companyId: number): Promise<number> {
  const filters = [{ field: 'company_id', value: String(companyId) }];
  const { items } = await callRoute<{ readonly items: readonly { readonly id: number; readonly role_name: string }[] }>(
    'companyRoleRepositoryV1',
    'getList',
    { searchCriteria: { filter_groups: [{ filters }] } },
  );
  return items.find(({ role_name }) => role_name === APPROVER_ROLE)?.id ?? 0;
}
