import type { CommandHost } from '../../kernel/commands.ts';
import type { ConfigurationPath } from '../../kernel/configuration.ts';
import { pairsOf } from '../../kernel/lists.ts';
import { checkPath } from '../../platform/configuration/checks.ts';
import { pathsBeside, type ConfigurationPaths } from '../../platform/configuration/paths.ts';
import {
  setConfiguration,
  shownValue,
  showConfiguration,
  unsetConfiguration,
  type ConfigurationScope,
} from '../../platform/configuration/settings.ts';

interface ScopeOptions {
  scope: ConfigurationScope['scope'];
  scopeCode?: string;
}

/** `config:set`, `config:unset` and `config:show`: platform configuration by path and scope. */
export function registerConfigCommands({ program, withCall, list }: CommandHost): void {
  program
    .command('config:set')
    .description('set configuration values, effective at once in every process')
    .argument('<path>', 'configuration path, such as general/locale/code')
    .argument('<value>', 'value, in its stored form')
    .argument('[more...]', 'further pairs of path and value; all are set, or none')
    .option('--scope <scope>', 'default, websites or stores', 'default')
    .option('--scope-code <code>', 'code of the website or store view')
    .option('--unknown', 'allow paths without effect on the server')
    .action((path: string, value: string, more: string[], options: ScopeOptions & { unknown?: true }) =>
      withCall(async (call) => {
        const pairs = settingsIn([path, value, ...more]);
        if (!options.unknown) for (const [name] of pairs) requireKnown(call.services.configuration.paths, name);
        await call.transaction(async (inside) => {
          for (const [name, text] of pairs) await setConfiguration(inside, name, text, scopeOf(options));
        });
        for (const [name, text] of pairs) console.log(`${name} is now ${JSON.stringify(shownValue(name, text))}`);
      }),
    );
  program
    .command('config:unset')
    .description('reset settings to the inherited or default value, in every process')
    .argument('<path...>', 'configuration paths, such as general/locale/code')
    .option('--scope <scope>', 'default, websites or stores', 'default')
    .option('--scope-code <code>', 'code of the website or store view')
    .action((paths: string[], options: ScopeOptions) =>
      withCall(async (call) => {
        await call.transaction(async (inside) => {
          for (const path of paths) {
            const wasSet = await unsetConfiguration(inside, path, scopeOf(options));
            console.log(wasSet ? `${path} is no longer set` : `${path} was not set`);
          }
        });
      }),
    );
  program
    .command('config:show')
    .description('show configuration values: of a path, below a prefix, or all')
    .argument('[path]', 'configuration path or prefix')
    .option('--scope <scope>', 'default, websites or stores', 'default')
    .option('--scope-code <code>', 'code of the website or store view')
    .option('--explain', 'print the effect, allowed values, default and scope of each setting')
    .action((path: string | undefined, options: ScopeOptions & { explain?: true }) =>
      withCall(async (call) => {
        const { paths } = call.services.configuration;
        const rows = await showConfiguration(call, path, scopeOf(options));
        list(
          rows.flatMap(({ path: name, value }) =>
            [`${name} = ${value}`].concat(options.explain ? explanation(paths.get(name)) : []),
          ),
          `nothing is set at ${path}`,
        );
      }),
    );
}

/** Lines below a setting: its effect, and the values and scopes that it takes. */
function explanation({ description, takes, unit, shipped, scope }: ConfigurationPath = {}): string[] {
  if (description === undefined) return ['    stored for clients: it has no effect on the server'];
  const ofUnit = unit ? `, in ${unit}` : '';
  const byDefault = shipped === undefined ? 'no default' : `default: ${JSON.stringify(shipped)}`;
  const scopes = { default: 'the whole installation', websites: 'websites', stores: 'store views' };
  return [
    `    ${description}`,
    `    ${takes?.expected ?? 'a text'}${ofUnit}; ${byDefault}; for ${scopes[scope ?? 'stores']}`,
  ];
}

/** Throws for a path without effect on the server: most often it is mistyped. */
function requireKnown(paths: ConfigurationPaths, path: string): void {
  checkPath(path);
  if (paths.has(path)) return;
  const beside = pathsBeside(paths, path);
  const known = beside.length > 0 ? ` (known: ${beside.join(', ')})` : '';
  throw new Error(`unknown configuration path ${path}${known}; use --unknown to set it anyway`);
}

function settingsIn(words: readonly string[]): (readonly [path: string, value: string])[] {
  if (words.length % 2 !== 0) throw new Error(`the path ${words.at(-1)} has no value`);
  return pairsOf(words);
}

function scopeOf(options: ScopeOptions): ConfigurationScope {
  return { scope: options.scope, code: options.scopeCode };
}
