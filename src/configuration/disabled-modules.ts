import type { ConfigurationReader } from '../kernel/call.ts';
import { listItems, type DeclaredConfiguration } from '../kernel/configuration.ts';

/**
 * Modules that can be disabled: those that show the interface to people. Everything else belongs to the interface itself or is
 * chosen by the edition.
 */
export const optionalModules = ['Magento_Swagger', 'Magento_SwaggerWebapi', 'Magento_SwaggerWebapiAsync'] as const;
/** Name of a module that can be disabled. */
type OptionalModule = (typeof optionalModules)[number];

/** Where the disabled ones are kept: names separated by commas. */
export const DISABLED_MODULES = 'souk/modules/disabled';

/** The path that lists the disabled modules, with the check of its value. */
export const disabledModulesPath: DeclaredConfiguration = {
  [DISABLED_MODULES]: {
    takes: {
      accepts: (value) => listItems(value).every((name) => (optionalModules as readonly string[]).includes(name)),
      expected: `names of ${optionalModules.join(', ')}, or nothing`,
    },
  },
};

/** Whether a module is enabled. */
export function isModuleEnabled(config: ConfigurationReader, name: OptionalModule): boolean {
  return !listItems(config.get(DISABLED_MODULES)).includes(name);
}
