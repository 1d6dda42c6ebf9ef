import type { ConfigurationReader } from '../../kernel/call.ts';
import type { DeclaredConfiguration } from '../../kernel/configuration.ts';
import { isAmong } from '../../kernel/narrow.ts';
import { installationSetting, listOfTexts, setting, settings } from '../../kernel/settings.ts';

/**
 * Modules that can be disabled: those that show the interface to people. Everything else belongs to the interface itself or is
 * chosen by the edition.
 */
export const optionalModules = ['Magento_Swagger', 'Magento_SwaggerWebapi', 'Magento_SwaggerWebapiAsync'] as const;
/** Name of a module that can be disabled. */
type OptionalModule = (typeof optionalModules)[number];

export const disabledModules = setting(
  'souk/modules/disabled',
  listOfTexts((name) => isAmong(optionalModules, name), `names of ${optionalModules.join(', ')},`),
  [],
  'Modules that are disabled',
  installationSetting,
);

/** Configuration of the disabled modules, by path. */
export const disabledModulesConfiguration: DeclaredConfiguration = settings([disabledModules]);

/** Whether a module is enabled. */
export function isModuleEnabled(config: ConfigurationReader, name: OptionalModule): boolean {
  return !config.of(disabledModules).includes(name);
}
