import packageJson from '../../../packages/souk/package.json' with { type: 'json' };
import { printClient } from '../../../packages/client/declared/print-client.ts';
import type { ProgramHost } from './host.ts';
import { buildRegistry } from '../../kernel/register.ts';
import { interfaceName } from '../../kernel/vendor.ts';
import { resources } from '../../faces/marketplace/routes.ts';
import { NEWEST_RELEASE, renderCompatibility } from '../../faces/reference/compatibility.ts';
import { renderErrors } from '../../faces/reference/errors.ts';
import { renderModules } from '../../faces/reference/modules.ts';
import { renderCommands } from './command-pages.ts';
import { renderEnvironment, renderSettings } from './settings-pages.ts';
import { variables } from '../environment/variables.ts';

/** Commands that print the documents generated from declarations. */
export function registerDocumentCommands({ program, modules }: ProgramHost): void {
  program
    .command('compatibility')
    .description('print COMPATIBILITY.md: the routes of the interface and their support')
    .action(() => {
      const { routes } = buildRegistry(modules, 'commercial', variables.release.default);
      const { routes: newest } = buildRegistry(modules, 'commercial', NEWEST_RELEASE);
      console.log(renderCompatibility({ routes, newest }, resources));
    });
  program
    .command('errors')
    .description('print docs/errors.md: all error responses')
    .action(() => console.log(renderErrors()));
  program
    .command('settings')
    .description('print docs/settings.md: all configuration paths')
    .action(() => console.log(renderSettings(modules)));
  program
    .command('environment')
    .description('print docs/environment.md: all environment variables')
    .action(() => console.log(renderEnvironment()));
  program
    .command('commands')
    .description('print docs/cli.md: all commands with their options')
    .action(() => console.log(renderCommands(program)));
  program
    .command('client')
    .description(
      'print a typed client in TypeScript for this shop, with the routes and fields of its modules; it uses souk-client',
    )
    .action(() => console.log(printClient(modules, packageJson.version)));
  program
    .command('modules')
    .description('list the modules, those of the configuration file with their versions')
    .option('--graph', 'print docs/design/modules.md: modules and their dependencies')
    .action(({ graph }: { graph?: boolean }) => {
      if (graph) console.log(renderModules(modules));
      else for (const { name, version } of modules) console.log([interfaceName(name), version].join(' ').trimEnd());
    });
}
