import type { Demo } from '../../kernel/demo.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { join } from './customers.ts';

const LEADER = 'tom.ashworth@example.com';
const CLERK = 'mei.tanaka@example.com';

/** A company that buys, with the customer who leads it and one who works there. */
export async function demoCompany({ customerIds, callRoute, call }: Demo): Promise<void> {
  const company = {
    company_name: 'Ashworth Canteens',
    legal_name: 'Ashworth Canteens Ltd',
    company_email: 'buying@ashworth.example.com',
    street: ['12 Quay Road'],
    city: 'Mobile',
    country_id: 'US',
    region_id: '1',
    postcode: '36601',
    telephone: '+1 555 0177',
    customer_group_id: 2,
    super_user_id: valueAt(customerIds, LEADER),
    status: 1,
  };
  const { id: company_id } = await callRoute<{ readonly id: number }>('companyCompanyRepositoryV1', 'save', {
    company,
  });
  const clerk = valueAt(customerIds, CLERK);
  await call.transaction((inside) => join(inside, { customer_id: clerk, company_id }, { job_title: 'Buyer' }, true));
}
