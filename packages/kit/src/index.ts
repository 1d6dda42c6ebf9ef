/**
 * Modules: routes, tables, settings, commands, workers, emails. A module is a `module({…})` that the configuration file of a shop
 * lists. The server provides this package to its modules, so that both run the same code; the installed package has the types.
 */

// `Services`, `Tables` and `ContributionPoints` grow by declaration merging, which takes the whole file.
export * from '../../../src/kernel/merged-types.ts';
export type { Call, Caller, Database, Scope } from '../../../src/kernel/call.ts';
export { wholeNumber, type CommandHost } from '../../../src/kernel/commands.ts';
export type { ConfigurationPath } from '../../../src/kernel/configuration.ts';
export type { ConsolePage } from '../../../src/kernel/console-pages.ts';
export { entity, none } from '../../../src/kernel/entity.ts';
export { defineErrors, PlatformError, platformErrors, type ErrorFactory } from '../../../src/kernel/errors.ts';
export type { Face } from '../../../src/kernel/faces.ts';
export type { Guard } from '../../../src/kernel/guards.ts';
export { installationMetrics } from '../../../src/kernel/metrics.ts';
export {
  module,
  type DialectTypes,
  type Migration,
  type ModuleManifest,
  type Worker,
} from '../../../src/kernel/module.ts';
export { decimal, round, toWire, type Decimal } from '../../../src/kernel/money.ts';
export type { Platform } from '../../../src/kernel/platform.ts';
export { startRepeating } from '../../../src/kernel/repeating.ts';
export { acl, anonymous, route, self, type MadeRoute, type Route } from '../../../src/kernel/route.ts';
export {
  choice,
  days,
  decimalFrom,
  filledText,
  installationSetting,
  numberFrom,
  seconds,
  setting,
  settings,
  shopSetting,
  text,
  webAddress,
  yesOrNo,
  type Setting,
  type SettingFamily,
  type SettingType,
} from '../../../src/kernel/settings.ts';
export { system } from '../../../src/kernel/system.ts';
export { formatTime } from '../../../src/kernel/time.ts';
export { translate } from '../../../src/kernel/translate.ts';
export * as t from './types.ts';
export { isAllowed } from '../../../src/platform/access/check.ts';
export type { ChangedEntity } from '../../../src/platform/change-log/entities.ts';
export { noteChanges } from '../../../src/platform/change-log/note.ts';
export { queueMail } from '../../../src/platform/mail/queue.ts';
export { mailTemplate } from '../../../src/platform/mail/template.ts';
export { searchResults, SearchCriteria } from '../../../src/storage/criteria/criteria.ts';
export { linkedField, type SearchField } from '../../../src/storage/criteria/fields.ts';
export { answerList, findList, type FoundList } from '../../../src/storage/criteria/list.ts';
export { isUniqueViolation } from '../../../src/storage/errors.ts';
export { prepared, preparedFirst, preparedWrite, type Params } from '../../../src/storage/prepared.ts';
export { insertRows, updateRows } from '../../../src/storage/rows.ts';
export { inIds } from '../../../src/storage/sql.ts';
export { sql, type Generated } from 'kysely';
