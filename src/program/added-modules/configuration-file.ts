import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { variables } from '../environment/variables.ts';
import { checkManifest, type AddedModule } from './manifest.ts';
import { configurationFileNames } from './file-names.ts';
import { provideKit } from './kit.ts';
import { errorMessage } from '../../kernel/thrown.ts';

/** The modules and settings that a shop adds to the platform. */
interface ShopConfiguration {
  readonly modules: readonly AddedModule[];
  /** Default values of settings by path, which stored values override. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Reads the configuration file beside the data folder (or SOUK_CONFIG) and the modules that SOUK_MODULES names. Throws with a sentence
 * for people.
 */
export async function readShopConfiguration(env: NodeJS.ProcessEnv): Promise<ShopConfiguration> {
  const folder = dirname(resolve(env[variables.varFolder.name] || variables.varFolder.default));
  const file = configurationFile(env, folder);
  const packages = variables.modules.type(env[variables.modules.name] ?? '', variables.modules.name);
  if (file === undefined && packages.length === 0) return { modules: [], settings: {} };
  provideKit();
  const configured = file === undefined ? { modules: [], settings: {} } : await readFile(file);
  const others = [];
  for (const name of packages) others.push(await readPackage(name, folder));
  return { ...configured, modules: [...configured.modules, ...others] };
}

function configurationFile(env: NodeJS.ProcessEnv, folder: string): string | undefined {
  const named = env[variables.configurationFile.name];
  if (named) {
    if (!existsSync(named)) throw new Error(`${variables.configurationFile.name}: the file ${named} does not exist`);
    return resolve(named);
  }
  return configurationFileNames.map((name) => join(folder, name)).find((path) => existsSync(path));
}

async function readFile(file: string): Promise<ShopConfiguration> {
  const label = relative(process.cwd(), file) || file;
  const configured = await importDefault(file, label);
  if (typeof configured !== 'object' || configured === null || Array.isArray(configured)) {
    throw new Error(`${label} has no default export with "modules": export default { modules: [] }`);
  }
  const { modules = [], settings = {}, ...others }: Readonly<Record<string, unknown>> = { ...configured };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`${label}: "${unknown}" is unknown; use "modules" and "settings"`);
  if (!Array.isArray(modules)) throw new Error(`${label}: "modules" is not a list`);
  return {
    modules: modules.map((one: unknown, index) => checkManifest(one, `${label}: modules[${index}]`)),
    settings: settingTexts(settings, label),
  };
}

/** Settings as the platform stores them: 1 and 0 for true and false. */
function settingTexts(settings: unknown, label: string): Record<string, string> {
  if (typeof settings !== 'object' || settings === null) throw new Error(`${label}: "settings" is not an object`);
  return Object.fromEntries(
    Object.entries(settings).map(([path, value]: [string, unknown]) => {
      if (typeof value === 'boolean') return [path, value ? '1' : '0'];
      if (typeof value === 'string' || typeof value === 'number') return [path, String(value)];
      throw new Error(`${label}: the setting ${path} is neither a text, a number, true nor false`);
    }),
  );
}

/** The module of an installed package: its default export, or the result of that function without options. */
async function readPackage(name: string, folder: string): Promise<AddedModule> {
  const label = `${variables.modules.name}: ${name}`;
  let file: string;
  try {
    file = createRequire(join(folder, 'package.json')).resolve(name);
  } catch {
    throw new Error(`${label} is not installed in ${folder}: npm install ${name}`);
  }
  const exported = await importDefault(file, label);
  return checkManifest(typeof exported === 'function' ? callFactory(exported, label) : exported, label);
}

function callFactory(make: Parameters<typeof Reflect.apply>[0], label: string): unknown {
  try {
    return Reflect.apply(make, undefined, [{}]);
  } catch (error) {
    throw new Error(`${label} fails without options: ${errorMessage(error)}; use the configuration file`, {
      cause: error,
    });
  }
}

async function importDefault(file: string, label: string): Promise<unknown> {
  try {
    const exported: { readonly default?: unknown } = await import(pathToFileURL(file).href);
    return exported.default;
  } catch (error) {
    throw new Error(`${label} cannot be loaded: ${errorMessage(error)}`, { cause: error });
  }
}
