import type { Call } from '../../kernel/call.ts';
import { missingArguments } from '../../kernel/errors.ts';
import type { SentCompany } from '../company/types.ts';
import { lockCatalog, lockPublicCatalog, requireCatalog } from './catalogs.ts';
import { sharedCatalogErrors } from './errors.ts';
import { catalogTypes } from './types.ts';

/** Ids of the companies that buy from a catalog: those of its customer group. Throws 404. */
export async function companiesOf(call: Call, catalogId: number): Promise<number[]> {
  const { customer_group_id } = await requireCatalog(call, catalogId);
  return call.services.company.companiesIn(call, customer_group_id);
}

/** Assigns companies to a catalog, from whichever they had. Throws 404 for an unknown one. */
export async function assignCompanies(call: Call, catalogId: number, companies: readonly SentCompany[]): Promise<void> {
  const { customer_group_id } = await lockCatalog(call, catalogId);
  await call.services.company.moveCompanies(call, idsOf(companies), customer_group_id);
}

/**
 * Assigns companies of a custom catalog to the public one; companies of other catalogs stay there. Throws 404 for an unknown one, and
 * 400 for the public catalog.
 */
export async function unassignCompanies(
  call: Call,
  catalogId: number,
  companies: readonly SentCompany[],
): Promise<void> {
  const shared = await lockPublicCatalog(call);
  const catalog = await lockCatalog(call, catalogId);
  if (catalog.type === catalogTypes.public) throw sharedCatalogErrors.publicKeepsCompanies();
  const ids = idsOf(companies);
  const { company } = call.services;
  await company.checkCompanies(call, ids);
  const assigned = new Set(await company.companiesIn(call, catalog.customer_group_id));
  await company.moveCompanies(
    call,
    ids.filter((id) => assigned.has(id)),
    shared.customer_group_id,
  );
}

function idsOf(companies: readonly SentCompany[]): number[] {
  return [
    ...new Set(
      companies.map(({ id }) => {
        if (id === null || id === undefined) throw missingArguments(['id']);
        return id;
      }),
    ),
  ];
}
