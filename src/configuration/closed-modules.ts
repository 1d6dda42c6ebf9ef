import type { ConfigurationReader } from '../kernel/call.ts';

/**
 * Modules that can be disabled: those that show the interface to people. Everything else belongs to the interface itself or is
 * chosen by the edition.
 */
export const closable = ['Magento_Swagger', 'Magento_SwaggerWebapi', 'Magento_SwaggerWebapiAsync'] as const;
export type ClosableModule = (typeof closable)[number];

/** Where the disabled ones are kept: names separated by commas. */
export const CLOSED_MODULES = 'souk/modules/disabled';

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
