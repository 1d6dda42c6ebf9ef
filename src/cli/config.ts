import type { Command } from 'commander';
import { withCall } from './platform.ts';
import { setConfiguration, shownValue, showConfiguration, type ConfigurationScope } from '../configuration/settings.ts';

interface ScopeOptions {
  scope: ConfigurationScope['scope'];
  scopeCode?: string;
}

/** `config:set` and `config:show`: platform configuration by path and scope. */
export function registerConfigCommands(program: Command): void {
  program
    .command('config:set')
    .description('set platform configuration values; effective at once in every process')
    .argument('<path>', 'configuration path, such as general/locale/code')
    .argument('<value>', 'its value as stored')
    .argument('[more...]', 'further paths, each with its value; all hold or none')
    .option('--scope <scope>', 'default, websites or stores', 'default')
    .option('--scope-code <code>', 'code of the website or store view')
    .action((path: string, value: string, more: string[], options: ScopeOptions) =>
      withCall(async (call) => {
        const pairs = pairsOf([path, value, ...more]);
        await call.transaction(async (inside) => {
          for (const [name, text] of pairs) await setConfiguration(inside, name, text, scopeOf(options));
        });
        for (const [name, text] of pairs) console.log(`${name} is now ${JSON.stringify(shownValue(name, text))}`);
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

function pairsOf(words: readonly string[]): (readonly [path: string, value: string])[] {
  if (words.length % 2 !== 0) throw new Error(`the path ${words.at(-1)} has no value`);
  return words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1]!] as const] : []));
}

function scopeOf(options: ScopeOptions): ConfigurationScope {
  return { scope: options.scope, code: options.scopeCode };
}
