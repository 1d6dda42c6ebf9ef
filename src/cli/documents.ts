import type { ProgramHost } from './host.ts';
import { buildRegistry } from '../kernel/register.ts';
import { resources } from '../marketplace/routes.ts';
import { renderCompatibility } from '../reference/compatibility.ts';
import { renderErrors } from '../reference/errors.ts';
import { settingRows } from '../settings.ts';

/** Commands that print the documents which are generated from declarations. */
export function registerDocumentCommands({ program, modules }: ProgramHost): void {
  program
    .command('compatibility')
    .description('print COMPATIBILITY.md: every route of the interface and what Souk does about it')
    .action(() => {
      const release = settingRows.find((row) => row.name === 'SOUK_RELEASE')!.fallback;
      console.log(renderCompatibility(buildRegistry(modules, 'commercial', release).routes, resources));
    });
  program
    .command('errors')
    .description('print docs/errors.md: every error that Souk answers')
    .action(() => console.log(renderErrors()));
}
