import type { CommandHost } from '../kernel/commands.ts';
import { InvalidArgumentError } from 'commander';
import { closable, CLOSED_MODULES, isOpen, namesIn } from '../configuration/closed-modules.ts';
import { setConfiguration } from '../configuration/settings.ts';

/** `module:disable`, `module:enable` and `module:status`: the modules that show the interface to people. */
export function registerModuleCommands({ program, withCall }: CommandHost): void {
  const change = (command: string, description: string, disables: boolean): void => {
    program
      .command(command)
      .description(description)
      .argument('<names...>', closable.join(', '), collect)
      .action((names: string[]) =>
        withCall(async (call) => {
          await call.transaction(async (inside) => {
            const before = namesIn(inside.config.get(CLOSED_MODULES) ?? '').filter((name) => !names.includes(name));
            await setConfiguration(inside, CLOSED_MODULES, (disables ? [...before, ...names] : before).join(','));
          });
          console.log(`${disables ? 'disabled' : 'enabled'}: ${names.join(', ')}`);
        }),
      );
  };
  change(
    'module:disable',
    'disable modules that show the interface to people; effective at once in every process',
    true,
  );
  change('module:enable', 'enable them again', false);
  program
    .command('module:status')
    .description('show which of the modules that can be disabled are enabled')
    .action(() =>
      withCall(async ({ config }) => {
        for (const name of closable) console.log(`${name}: ${isOpen(config, name) ? 'enabled' : 'disabled'}`);
      }),
    );
}

function collect(name: string, names: string[] = []): string[] {
  if (!(closable as readonly string[]).includes(name)) {
    throw new InvalidArgumentError(`"${name}" cannot be disabled; use ${closable.join(', ')}`);
  }
  return [...new Set([...names, name])];
}
