import { days, installationSetting, setting, settings, yesOrNo } from '../../kernel/settings.ts';

export const isAuditEnabled = setting(
  'souk/audit/enabled',
  yesOrNo,
  true,
  'Whether changes of administrators and integrations are recorded',
  installationSetting,
);
export const auditLifetime = setting(
  'souk/audit/lifetime',
  days(0),
  90,
  'How long entries of the audit log are stored; 0: for ever',
  installationSetting,
);

/** Configuration of the audit log. */
export const auditConfiguration = settings([isAuditEnabled, auditLifetime]);
