import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownConsolePlaces, type ConsoleBundle, type ConsolePage } from '../../../kernel/console-pages.ts';
import type { Composition } from '../../../kernel/module.ts';
import type { Contributions } from '../../../kernel/call.ts';
import { errorMessage } from '../../../kernel/thrown.ts';
import { interfaceName } from '../../../kernel/vendor.ts';
import { checkAction, checkBlock, type OwnRoutes } from './check-blocks.ts';
import { isBundleFile } from './bundles.ts';

/** Checks the pages that modules add to the console. Throws a sentence that names the module, the page and the reason. */
export function checkConsolePages({ consolePages }: Contributions, composition: Composition): void {
  for (const page of consolePages) {
    const module = composition.registry.contributors.get(page) ?? '';
    try {
      checkPage(page, composition, routesOf(module, composition));
    } catch (error) {
      const subject = `the module ${interfaceName(module)} cannot have the console page ${String(page.place)}`;
      throw new Error(`${subject}: ${errorMessage(error)}`, { cause: error });
    }
  }
}

/** The routes of a module, of the interface and of the console. */
function routesOf(module: string, { registry }: Composition): OwnRoutes {
  const own = registry.routes.filter((one) => one.module === module).map(({ route }) => route);
  const ofConsole = registry.contributions.consoleRoutes.filter((one) => registry.contributors.get(one) === module);
  return [...own, ...ofConsole];
}

function checkPage(page: ConsolePage, { permissions }: Composition, routes: OwnRoutes): void {
  const { place, title, permission, blocks, actions = [], bundle } = page;
  if (typeof place !== 'string' || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(place)) {
    throw new Error('its place has other characters than a-z, 0-9 and single dashes');
  }
  const taken: readonly string[] = [...ownConsolePlaces, 'assets', 'modules'];
  if (taken.includes(place)) throw new Error('the console itself has this place');
  if (!title) throw new Error('it has no title');
  if (!permissions.has(permission)) throw new Error(`no module has its permission ${permission}`);
  if ((blocks === undefined) === (bundle === undefined)) throw new Error('it needs either blocks or a bundle');
  for (const block of blocks ?? []) checkBlock(block, routes);
  for (const action of actions) checkAction(action, undefined, routes);
  if (bundle) checkBundle(bundle);
}

function checkBundle({ folder, script, style }: ConsoleBundle): void {
  if (!(folder instanceof URL) || folder.protocol !== 'file:') {
    throw new Error("the folder of its bundle is no file URL: use new URL('./console/', import.meta.url)");
  }
  for (const file of style === undefined ? [script] : [script, style]) {
    if (!isBundleFile(file) || !existsSync(join(fileURLToPath(folder), file))) {
      throw new Error(`its bundle has no file ${file} in ${fileURLToPath(folder)}`);
    }
  }
}
