import { company } from '../company/company.ts';
import { newCustomer } from '../support/customers.ts';
import { everything, type Walk } from './walk.ts';

/** A company, from the first to the last day of it. */
export async function walkCompanies({ good, admin, souk }: Walk): Promise<void> {
  const { id: leader } = await newCustomer(souk);
  const { id } = await good(admin, 'POST /V1/company', { company: company(leader) });
  await good(admin, `PUT /V1/company/${id}`, { company: { status: 2, reject_reason: 'No papers' } });
  await good(admin, `GET /V1/company/${id}`);
  await good(admin, `GET /V1/company?${everything('entity_id')}`);
  await good(admin, `GET /V1/customers/${leader}`);
  const { id: user } = await newCustomer(souk);
  const place = `/V1/customers/${user}/companies/${id}`;
  await good(admin, `PUT ${place}`);
  await good(admin, 'POST /V1/customers/companies', {
    companyAttributes: { customer_id: user, company_id: id, job_title: 'Buyer' },
  });
  await good(admin, `GET ${place}`);
  await good(admin, `GET /V1/customers/${user}/companies`);
  await good(admin, 'GET /V1/customers/companies?criteria[pageSize]=5&criteria[sortOrders][0][field]=customer_id');
  const role = { role_name: 'Clerk', company_id: id, permissions: [] };
  const { id: roleId } = await good(admin, 'POST /V1/company/role', { role });
  const permissions = [{ resource_id: 'Magento_Company::index', permission: 'allow' }];
  await good(admin, `PUT /V1/company/role/${roleId}`, { role: { permissions } });
  await good(admin, `GET /V1/company/role/${roleId}`);
  await good(admin, `GET /V1/company/role?${everything('role_id')}`);
  await good(admin, 'PUT /V1/company/assignRoles', { userId: user, roles: [{ id: roleId }] });
  await good(admin, `GET /V1/company/role/${roleId}/users`);
  await good(admin, `POST /V1/team/${id}`, { team: { name: 'West', description: 'Those by the sea' } });
  const [team] = (await good(admin, `GET /V1/team?${everything('team_id')}`)).items;
  await good(admin, `PUT /V1/team/${team.id}`, { team: { name: 'East' } });
  await good(admin, `GET /V1/team/${team.id}`);
  const [top, ...below] = (await good(admin, `GET /V1/hierarchy/${id}`)) as unknown as { structure_id: number }[];
  await good(admin, `PUT /V1/hierarchy/move/${below[0]!.structure_id}`, { newParentId: top!.structure_id });
  await good(admin, `DELETE /V1/team/${team.id}`);
  const { id: child } = await good(admin, 'POST /V1/company', { company: company((await newCustomer(souk)).id) });
  await good(admin, `POST /V1/company/${id}/relations`, { relations: [{ company_id: child, parent_id: id }] });
  await good(admin, `GET /V1/company/relations?${everything('company_id')}`);
  await good(admin, `DELETE /V1/company/${id}/relations/${child}`);
  const credits = '/V1/companyCredits';
  const { id: creditId } = await good(admin, `GET ${credits}/company/${id}`);
  await good(admin, `PUT ${credits}/${creditId}`, { creditLimit: { credit_limit: 100, credit_comment: 'Welcome' } });
  await good(admin, `GET ${credits}/${creditId}`);
  await good(admin, `GET ${credits}?${everything('id')}`);
  const amount = { value: 10, currency: 'USD', operationType: 4, options: { purchase_order: 'PO 1' } };
  await good(admin, `POST ${credits}/${creditId}/decreaseBalance`, amount);
  await good(admin, `POST ${credits}/${creditId}/increaseBalance`, amount);
  const [, entry] = (await good(admin, `GET ${credits}/history?${everything('id')}`)).items;
  await good(admin, `PUT ${credits}/history/${entry.id}`, { comment: 'By cheque' });
  await good(admin, `DELETE ${place}`);
  await good(admin, `DELETE /V1/company/role/${roleId}`);
  await good(admin, `DELETE /V1/company/${id}`);
}
