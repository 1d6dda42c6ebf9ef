/**
 * Modules: routes, tables, settings, commands, workers, emails. A module is a `module({…})` that the configuration file of a shop
 * lists. The server provides this package to its modules, so that both run the same code; the installed package has the types.
 */

// `Services`, `Tables` and `ContributionPoints` grow by declaration merging, which takes the whole file.
export * from '../../../src/kernel/call.ts';
export { wholeNumber, type CommandHost } from '../../../src/kernel/commands.ts';
export { entity, none, several, type Entity } from '../../../src/kernel/entity.ts';
export { defineErrors, missingArguments, PlatformError, platformErrors } from '../../../src/kernel/errors.ts';
export type { Face } from '../../../src/kernel/faces.ts';
export { foldText } from '../../../src/kernel/fold.ts';
export type { Guard } from '../../../src/kernel/guards.ts';
export { installationMetrics } from '../../../src/kernel/metrics.ts';
export {
  module,
  type DialectTypes,
  type Migration,
  type ModuleManifest,
  type ServiceDependencies,
  type Worker,
} from '../../../src/kernel/module.ts';
export { decimal, round, toWire, type Decimal } from '../../../src/kernel/money.ts';
export { formatMoney } from '../../../src/kernel/money-text.ts';
export type { Platform } from '../../../src/kernel/platform.ts';
export { startRepeating } from '../../../src/kernel/repeating.ts';
export { acl, anonymous, route, self, type AnyRoute, type Route } from '../../../src/kernel/route.ts';
export {
  checkedText,
  choice,
  days,
  decimalFrom,
  filledText,
  hours,
  installationSetting,
  milliseconds,
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
export { formatTime, parseTime } from '../../../src/kernel/time.ts';
export * as t from '../../../src/kernel/types.ts';
// The compiler names them in declarations of modules that are published.
export type {
  ArrayType,
  BooleanType,
  In,
  IntegerFlagType,
  IntegerTextType,
  IntegerType,
  LazyType,
  MixedType,
  NamedListType,
  NumberType,
  ObjectType,
  OptionalType,
  Out,
  StringType,
  TimeType,
  Type,
  VoidType,
} from '../../../src/kernel/types.ts';
export { isAllowed } from '../../../src/platform/access/check.ts';
export type { ChangedEntity } from '../../../src/platform/change-log/entities.ts';
export { noteChanges } from '../../../src/platform/change-log/note.ts';
export { queueMail } from '../../../src/platform/mail/queue.ts';
export { mailTemplate, type MailBlock, type MailTexts } from '../../../src/platform/mail/template.ts';
export { searchResults, SearchCriteria } from '../../../src/storage/criteria/criteria.ts';
export { linkedField, type SearchField, type SearchFields } from '../../../src/storage/criteria/fields.ts';
export { answerList, findList, type FoundList, type ListSource } from '../../../src/storage/criteria/list.ts';
export { isForeignKeyViolation, isUniqueViolation } from '../../../src/storage/errors.ts';
export { prepared, preparedFirst, preparedWrite, type Params } from '../../../src/storage/prepared.ts';
export { insertRows, updateRows } from '../../../src/storage/rows.ts';
export { inIds, inTexts } from '../../../src/storage/sql.ts';
export { sql, type Generated } from 'kysely';
