import type { ConfigurationReader } from '../kernel/call.ts';
import type { DeclaredConfiguration } from '../kernel/configuration.ts';

/**
 * Modules that can be disabled: those that show the interface to people. Everything else belongs to the interface itself or is
 * chosen by the edition.
 */
export const closable = ['Magento_Swagger', 'Magento_SwaggerWebapi', 'Magento_SwaggerWebapiAsync'] as const;
export type ClosableModule = (typeof closable)[number];

/** Where the disabled ones are kept: names separated by commas. */
export const CLOSED_MODULES = 'souk/modules/disabled';

export const closedModulesPath: DeclaredConfiguration = {
  [CLOSED_MODULES]: {
    takes: {
      accepts: (value) => namesIn(value).every((name) => (closable as readonly string[]).includes(name)),
      expected: `names of ${closable.join(', ')}, or nothing`,
    },
  },
};

/** Names in a value of that setting. */
export function namesIn(value: string): string[] {
  return value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Whether a module is enabled. */
export function isOpen(config: ConfigurationReader, name: ClosableModule): boolean {
  return !namesIn(config.get(CLOSED_MODULES) ?? '').includes(name);
}
