import { company } from '../company/company.ts';
import { newCustomer } from '../support/customers.ts';
import { get, pair, post, readAt, souk, type Make } from './path-and-body-support.ts';

/** A change of a company whose body names another one. */
export const changedCompany: Make = async () => {
  const [mine, other] = await pair(async () =>
    post('/V1/company/', { company: company((await newCustomer(souk)).id) }),
  );
  return {
    path: `/V1/company/${mine.id}`,
    body: { company: { id: other.id, company_name: 'Changed' } },
    ...readAt((id) => `/V1/company/${id}`, [mine.id, other.id]),
    changed: { company_name: 'Changed' },
  };
};

/** A change of a role whose body names another one, or another company. */
export const changedRole =
  (field: 'id' | 'company_id'): Make =>
  async () => {
    const [mine, other] = await pair(async () => {
      const { id: company_id } = await post('/V1/company/', { company: company((await newCustomer(souk)).id) });
      return post('/V1/company/role/', { role: { role_name: 'Clerk', permissions: [], company_id } });
    });
    return {
      path: `/V1/company/role/${mine.id}`,
      body: { role: { [field]: other[field], role_name: 'Changed' } },
      ...readAt((id) => `/V1/company/role/${id}`, [mine.id, other.id]),
      changed: { role_name: 'Changed' },
    };
  };

/** A team that is made or changed, whose body names another one. */
export const savedTeam =
  (does: 'POST' | 'PUT'): Make =>
  async () => {
    const [mine, other] = await pair(async () => {
      const { id: company_id } = await post('/V1/company/', { company: company((await newCustomer(souk)).id) });
      await post(`/V1/team/${company_id}`, { team: { name: 'First' } });
      const query = `searchCriteria[filter_groups][0][filters][0][field]=company_id`;
      const { items } = await get(
        `/V1/team?${query}&searchCriteria[filter_groups][0][filters][0][value]=${company_id}`,
      );
      return { company_id, id: items[0].id };
    });
    return {
      path: does === 'PUT' ? `/V1/team/${mine.id}` : `/V1/team/${mine.company_id}`,
      body: { team: { id: other.id, name: 'Changed' } },
      ...readAt((id) => `/V1/team/${id}`, [mine.id, other.id]),
      changed: { name: 'Changed' },
    };
  };

/** A change of a credit whose body names that of another company. */
export const changedCredit =
  (field: 'id' | 'company_id'): Make =>
  async () => {
    const [mine, other] = await pair(async () => {
      const { id } = await post('/V1/company/', { company: company((await newCustomer(souk)).id) });
      return get(`/V1/companyCredits/company/${id}`);
    });
    return {
      path: `/V1/companyCredits/${mine.id}`,
      body: { creditLimit: { [field]: other[field], credit_limit: 7 } },
      ...readAt((id) => `/V1/companyCredits/${id}`, [mine.id, other.id]),
      changed: { credit_limit: 7 },
    };
  };
