import { isAllowed } from '../../platform/access/check.ts';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { acl } from '../../kernel/route.ts';

/** Permissions of companies. */
export const permissions = {
  view: 'Magento_Company::index',
  add: 'Magento_Company::add',
  manage: 'Magento_Company::manage',
  delete: 'Magento_Company::delete',
} as const;

/** Throws 401 unless the caller may change companies and their users. */
export function requireManager({ caller }: Call): void {
  const resources = permissions.manage;
  if (!isAllowed(caller, acl(resources))) throw platformErrors.notAuthorized({ resources });
}
