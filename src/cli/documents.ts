import type { ProgramHost } from './host.ts';
import { buildRegistry } from '../kernel/register.ts';
import { resources } from '../marketplace/routes.ts';
import { renderCompatibility } from '../reference/compatibility.ts';
import { renderErrors } from '../reference/errors.ts';
import { renderModules } from '../reference/modules.ts';
import { renderEnvironment, renderSettings } from '../reference/settings.ts';
import { variables } from '../environment/variables.ts';

/** Commands that print the documents which are generated from declarations. */
export function registerDocumentCommands({ program, modules }: ProgramHost): void {
  program
    .command('compatibility')
    .description('print COMPATIBILITY.md: every route of the interface and what Souk does about it')
    .action(() => {
      const { routes } = buildRegistry(modules, 'commercial', variables.release.default);
      console.log(renderCompatibility(routes, resources));
    });
  program
    .command('errors')
    .description('print docs/errors.md: every error that Souk answers')
    .action(() => console.log(renderErrors()));
  program
    .command('settings')
    .description('print docs/settings.md: every path of the platform configuration')
    .action(() => console.log(renderSettings(modules)));
  program
    .command('environment')
    .description('print the table of environment variables of README.md')
    .action(() => console.log(renderEnvironment()));
  program
    .command('modules')
    .description('print docs/design/modules.md: the modules and the services that they need of each other')
    .action(() => console.log(renderModules(modules)));
}
