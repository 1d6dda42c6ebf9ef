import { setConfiguration } from '../../platform/configuration/settings.ts';
import type { Demo } from '../../kernel/demo.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { methodSettings } from '../payment/configuration.ts';
import { CODE } from './configuration.ts';
import { operations } from './types.ts';

const LEADER = 'tom.ashworth@example.com';

/** Lets companies pay on account, and gives a company a limit and a debt. */
export async function demoCompanyCredit({ customerIds, callRoute, call }: Demo): Promise<void> {
  await setConfiguration(call, methodSettings.isActive.of(CODE).path, '1');
  const companyId = await call.services.company.buysFor(call, valueAt(customerIds, LEADER));
  const { id: creditId } = await callRoute<{ readonly id: number }>(
    'companyCreditCreditLimitManagementV1',
    'getCreditByCompanyId',
    { companyId },
  );
  const creditLimit = { id: creditId, credit_limit: 5000, credit_comment: 'As agreed in the yearly talk.' };
  await callRoute('companyCreditCreditLimitRepositoryV1', 'save', { id: String(creditId), creditLimit });
  await callRoute('companyCreditCreditBalanceManagementV1', 'decrease', {
    creditId,
    value: 1280,
    currency: 'USD',
    operationType: operations.updated,
    comment: 'Open invoices of the former shop.',
  });
  await callRoute('companyCreditCreditBalanceManagementV1', 'increase', {
    creditId,
    value: 480,
    currency: 'USD',
    operationType: operations.reimbursed,
    comment: 'Bank transfer.',
  });
}
