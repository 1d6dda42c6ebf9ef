import type { Command } from 'commander';
import { withCall } from './platform.ts';
import { setConfiguration, showConfiguration, type ConfigurationScope } from '../configuration/settings.ts';

interface ScopeOptions {
  scope: ConfigurationScope['scope'];
  scopeCode?: string;
}

/** `config:set` and `config:show`: platform configuration by path and scope. */
export function registerConfigCommands(program: Command): void {
  program
    .command('config:set')
    .description('set a platform configuration value; effective at once in every process')
    .argument('<path>', 'configuration path, such as general/locale/code')
    .argument('<value>', 'its value as stored')
    .option('--scope <scope>', 'default, websites or stores', 'default')
    .option('--scope-code <code>', 'code of the website or store view')
    .action((path: string, value: string, options: ScopeOptions) =>
      withCall(async (call) => {
        await call.transaction((inside) => setConfiguration(inside, path, value, scopeOf(options)));
        console.log(`${path} is now ${JSON.stringify(value)}`);
      }),
    );
  program
    .command('config:show')
    .description('show configuration values: one path, all paths below a prefix, or everything')
    .argument('[path]', 'configuration path or its beginning')
    .option('--scope <scope>', 'default, websites or stores', 'default')
    .option('--scope-code <code>', 'code of the website or store view')
    .action((path: string | undefined, options: ScopeOptions) =>
      withCall(async (call) => {
        for (const row of await showConfiguration(call, path, scopeOf(options)))
          console.log(`${row.path} = ${row.value}`);
      }),
    );
}

function scopeOf(options: ScopeOptions): ConfigurationScope {
  return { scope: options.scope, code: options.scopeCode };
}
