import { loader } from '../../kernel/loader.ts';

/** The first and last name of a person. */
export const fullName = ({ firstname, lastname }: { readonly firstname: string; readonly lastname: string }): string =>
  `${firstname} ${lastname}`.trim();

/** The name of a company, and its sales representative, by the company's id. */
export const companyNamed = loader<number, { readonly name: string; readonly representative: string }>(
  async (ids, call) => {
    const companies = await call.services.company.companies(call, ids);
    return Promise.all(
      ids.map(async (id) => {
        const company = companies.get(id);
        if (!company) return { name: '', representative: '' };
        const { sellerName } = call.services.negotiableQuote;
        const representative = fullName(await sellerName(call, company.sales_representative_id));
        return { name: company.company_name, representative };
      }),
    );
  },
);
