import { InvalidArgumentError } from 'commander';
import { optionalModules, disabledModules, isModuleEnabled } from '../../platform/configuration/disabled-modules.ts';
import { setConfiguration } from '../../platform/configuration/settings.ts';
import type { CommandHost } from '../../kernel/commands.ts';
import { isAmong } from '../../kernel/narrow.ts';

/** `module:disable`, `module:enable` and `module:status`: the modules that document the interface for people. */
export function registerModuleCommands({ program, withCall }: CommandHost): void {
  const change = (command: string, description: string, disables: boolean): void => {
    program
      .command(command)
      .description(description)
      .argument('<names...>', optionalModules.join(', '), collect)
      .action((names: string[]) =>
        withCall(async (call) => {
          await call.transaction(async (inside) => {
            const before = inside.config.of(disabledModules).filter((name) => !names.includes(name));
            await setConfiguration(inside, disabledModules.path, (disables ? [...before, ...names] : before).join(','));
          });
          console.log(`${disables ? 'disabled' : 'enabled'}: ${names.join(', ')}`);
        }),
      );
  };
  change('module:disable', 'disable modules, effective at once in every process', true);
  change('module:enable', 'enable modules, effective at once in every process', false);
  program
    .command('module:status')
    .description('show the state of the modules that can be disabled')
    .action(() =>
      withCall(async ({ config }) => {
        for (const name of optionalModules)
          console.log(`${name}: ${isModuleEnabled(config, name) ? 'enabled' : 'disabled'}`);
      }),
    );
}

function collect(name: string, names: string[] = []): string[] {
  if (!isAmong(optionalModules, name)) {
    throw new InvalidArgumentError(`module "${name}" cannot be disabled; use ${optionalModules.join(', ')}`);
  }
  return [...new Set([...names, name])];
}
