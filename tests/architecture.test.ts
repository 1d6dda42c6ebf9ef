import { declaredPaths } from '../src/platform/configuration/paths.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { modules as manifests } from '../src/program/modules.ts';
import { layerOf, layers, moduleOf } from './support/house.ts';

const root = fileURLToPath(new URL('../src', import.meta.url));

/** One import of a file of the house by another. */
interface Import {
  readonly from: string;
  readonly to: string;
  /** Whether nothing of it is left at run time. */
  readonly isType: boolean;
}

interface Source {
  /** Path within src. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

const importing = /^(?:import|export)\s+(type\s+)?(?:[^;'"]*?\s*from\s+)?'(\.[^']+)'/gm;

function read(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const imports = [...text.matchAll(importing)].map(([, type, target]) => ({
    from: path,
    to: join(dirname(path), target!),
    isType: type !== undefined,
  }));
  return { path, text, imports: imports.filter(({ to }) => !to.startsWith('..')) };
}

const sources = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => read(relative(root, join(entry.parentPath, entry.name))));
const imports = sources.flatMap((source) => source.imports);

const shown = ({ from, to }: Import): string => `${from} imports ${to}`;

/** The folders of modules in the order in which the platform starts them: each builds on those before it. */
function moduleOrder(): string[] {
  const { text } = sources.find(({ path }) => path === 'program/modules.ts')!;
  const folders = new Map(
    [...text.matchAll(/import \{ (\w+) \} from '\.\.\/modules\/([^/]+)\/module\.ts'/g)].map(([, name, folder]) => [
      name!,
      folder!,
    ]),
  );
  const list = /export const modules[^=]*= \[([^\]]*)\]/.exec(text)![1]!;
  return [...list.matchAll(/\w+/g)].flatMap(([name]) => folders.get(name) ?? []);
}

/** Files that say what a module offers: its service, what others may add to it, and the types of the interface. */
function isDeclaration({ path }: Source): boolean {
  const inModule = path.split('/').slice(2).join('/');
  return /(?:^|[/-])(?:types|service|extensions|configuration)(?:\.ts$|\/)/.test(inModule);
}

/** Those that wait for each other, in groups; a group of one file or folder is in no circle. */
function circlesOf(edges: readonly { readonly from: string; readonly to: string }[]): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of edges) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const reached = new Map([...targets.keys()].map((from) => [from, reachableFrom(from, targets)]));
  const groups = [...reached].map(([from, all]) => [...all].filter((to) => reached.get(to)?.has(from)).sort());
  return [...new Map(groups.filter(({ length }) => length > 1).map((group) => [group.join(), group])).values()];
}

function reachableFrom(start: string, targets: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    for (const to of targets.get(one) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      open.push(to);
    }
  }
  return seen;
}

describe('the layers', () => {
  it('are six folders', () => {
    const entries = new Set(sources.map(({ path }) => path.split('/')[0]));
    expect([...entries].sort()).toEqual(['faces', 'kernel', 'modules', 'platform', 'program', 'storage']);
  });

  it('have a place for every folder', () => {
    expect([...new Set(sources.map(({ path }) => layerOf(path)))].filter((layer) => !layers.includes(layer))).toEqual(
      [],
    );
  });

  it('know only those below them', () => {
    const upwards = imports.filter(({ from, to }) => {
      const [own, other] = [layerOf(from), layerOf(to)];
      return own !== other && layers.indexOf(other) > layers.indexOf(own);
    });
    expect(upwards.map(shown)).toEqual([]);
  });
});

describe('the typed client', () => {
  const client = fileURLToPath(new URL('../packages/client', import.meta.url));
  const files = readdirSync(join(client, 'src')).map((name) => ({
    name,
    imported: [...readFileSync(join(client, 'src', name), 'utf8').matchAll(/\b(?:from|import)\s*\(?'([^']+)'/g)].map(
      ([, target]) => target!,
    ),
  }));

  it('has files of its own alone, and two that take the declarations in', () => {
    const foreign = files.filter(({ imported }) => imported.some((target) => !/^\.\/[\w-]+\.ts$/.test(target)));
    expect(foreign.map(({ name }) => name)).toEqual(['api.ts', 'operations.ts']);
  });

  it('is known to nothing of the server but the command that prints it', () => {
    expect(sources.filter(({ text }) => /from '[./]*packages\/client\//.test(text)).map(({ path }) => path)).toEqual([
      'program/cli/documents.ts',
    ]);
  });
});

describe('the life of a call', () => {
  it('is led by the execution layer: nobody else decodes arguments, calls handlers, or makes a call out of another', () => {
    const others = sources.filter(({ path }) => !['kernel', 'platform/execution'].includes(layerOf(path)));
    const found = others.flatMap(({ path, text }) =>
      [...text.matchAll(/\bcompileArguments\b|\broute\.handle\b|\.\.\.(?:call|inside|transaction)\b(?!\.)/g)].map(
        ([named]) => `${path}: ${named}`,
      ),
    );
    expect(found).toEqual([]);
  });

  it('is the same for every entry point: deadline, interception and guards are those of the execution layer', () => {
    const steps = /\b(?:withDeadline|interceptionOf|observersOf|recordAround|withCurrentValues)\(/g;
    const owners = new Set(['kernel', 'platform/execution', 'platform/audit']);
    const found = sources
      .filter(({ path }) => !owners.has(layerOf(path)))
      .flatMap(({ path, text }) => [...text.matchAll(steps)].map(([step]) => `${path}: ${step.slice(0, -1)}`));
    // A request as a whole, with all of its calls.
    expect(found).toEqual(['faces/graphql/plugin.ts: withCurrentValues', 'faces/webapi/serve.ts: withCurrentValues']);
    const faces = sources.filter(({ path }) => ['faces/webapi', 'faces/graphql'].includes(layerOf(path)));
    const transactions = faces.filter(({ text }) => /\.transaction\(/.test(text)).map(({ path }) => path);
    expect(transactions).toEqual([]);
  });

  it('ends with its transaction: no value that modules pass on holds a call', () => {
    /** Arguments of one function call, which nobody stores. */
    const argumentsOnly = new Set(['HookedCall', 'Shift', 'ShownCart', 'Saving']);
    /** The run of a command, with a call outside of transactions. */
    argumentsOnly.add('MigrationRun');
    const holders = sources
      .filter(({ path }) => moduleOf(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^export interface (\w+)[^{]*\{(.*?)^\}/gms)].flatMap(([, name, body]) =>
          /^ {2}(?:readonly )?\w+\??: Call;/m.test(body!) && !argumentsOnly.has(name!) ? [`${path}: ${name}`] : [],
        ),
      );
    expect(holders).toEqual([]);
  });
});

describe('responses of other servers', () => {
  it('are read by the functions that limit their size', () => {
    const unlimited = sources.filter(({ text }) => /\bresponse\.(?:text|json|arrayBuffer|blob|bytes)\(/.test(text));
    expect(unlimited.map(({ path }) => path)).toEqual([]);
    const readers = sources.filter(({ text }) => /\bfetch\(|\brequestHttps?\(/.test(text)).map(({ path }) => path);
    const limited = new Set(imports.filter(({ to }) => to === 'kernel/response-body.ts').map(({ from }) => from));
    // The script of the page runs in browsers and calls this server.
    const inBrowsers = new Set(['faces/reference/page.ts']);
    expect(readers.filter((path) => !limited.has(path) && !inBrowsers.has(path))).toEqual([]);
  });
});

describe('the modules', () => {
  const between = imports.filter(({ from, to }) => moduleOf(from) && moduleOf(to) && moduleOf(from) !== moduleOf(to));

  it('are all started', () => {
    const folders = new Set(sources.flatMap(({ path }) => moduleOf(path) ?? []));
    expect([...folders].filter((folder) => !moduleOrder().includes(folder))).toEqual([]);
    expect(manifests.length).toBeGreaterThanOrEqual(folders.size);
  });

  it('build on earlier ones only, so that there is no circle', () => {
    const order = moduleOrder();
    const back = between.filter(({ from, to }) => order.indexOf(moduleOf(to)!) > order.indexOf(moduleOf(from)!));
    expect(back.map(shown)).toEqual([]);
  });

  it('reach each other through call.services: they import declarations alone', () => {
    const declarations = new Set(sources.filter(isDeclaration).map(({ path }) => path));
    const inside = between.filter(({ to }) => !declarations.has(to));
    expect(inside.map(shown)).toEqual([]);
  });

  it('are known to the composition alone', () => {
    const outside = imports.filter(({ from, to }) => moduleOf(to) && !moduleOf(from) && from !== 'program/modules.ts');
    expect(outside.map(shown)).toEqual([]);
  });

  it('name paths of settings in declarations alone: others read a setting by its constant', () => {
    const declared = new Set(declaredPaths(manifests).map(([, path]) => path));
    expect(declared.size).toBeGreaterThan(500);
    const isDeclaring = /(?:^|[/-])(?:configuration|shop-settings|interface-paths)\.ts$/;
    const found = sources
      .filter(({ path }) => !isDeclaring.test(path))
      .flatMap(({ path, text }) =>
        [
          ...text
            .replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
            .matchAll(/(?<!\bsetting(?:<[^>(]*>)?\(\s*)'([\w-]+(?:\/[\w-]+){2,})'/g),
        ]
          .filter(([, named]) => declared.has(named!))
          .map(([, named]) => `${path}: ${named}`),
      );
    expect(found).toEqual([]);
  });

  it('name paths of the interface in declarations alone', () => {
    // A migration calls the paths of another shop.
    const own = sources.filter(({ path }) => !path.startsWith('modules/migration/'));
    const found = own.flatMap(({ path, text }) =>
      [...text.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/(?<!\bpath: )['`](\/V1\/[^'`]*)['`]/g)].map(
        ([, named]) => `${path}: ${named}`,
      ),
    );
    expect(found).toEqual([]);
  });

  it('have one shape: the service is declared in service.ts, types of the interface in types.ts or types/', () => {
    const inModules = sources.filter(({ path }) => moduleOf(path));
    const services = inModules.filter(({ text }) => text.includes('interface Services {'));
    expect(services.map(({ path }) => path).filter((path) => !path.endsWith('/service.ts'))).toEqual([]);
    const types = inModules.filter(({ text }) => /\bt\.(?:object|extension)\('/.test(text));
    expect(types.map(({ path }) => path).filter((path) => !/[/-]types(?:\.ts$|\/)/.test(path))).toEqual([]);
  });

  it('import nothing of a service but its types', () => {
    const services = between.filter(({ to, isType }) => to.endsWith('/service.ts') && !isType);
    expect(services.map(shown)).toEqual([]);
  });
});

describe('circles', () => {
  it('of files: none, neither at run time nor by their types', () => {
    expect(circlesOf(imports)).toEqual([]);
  });

  /** The folder of a file; those beside the manifest, which puts the folders together, stand for themselves. */
  const placeOf = (path: string): string => (path.split('/').length > 3 ? dirname(path) : path);

  it('of two folders of a module: none', () => {
    const steps = new Set(
      imports
        .filter(({ from, to }) => moduleOf(from) && moduleOf(from) === moduleOf(to) && placeOf(from) !== placeOf(to))
        .map(({ from, to }) => `${placeOf(from)} ${placeOf(to)}`),
    );
    const mutual = [...steps].filter((step) => {
      const [from, to] = step.split(' ') as [string, string];
      return from < to && steps.has(`${to} ${from}`);
    });
    expect(mutual).toEqual([]);
  });
});

describe('the tables', () => {
  /** Modules and layers by the tables that they declare. */
  const owners = new Map<string, string>();
  const ownerOf = (path: string): string => moduleOf(path) ?? layerOf(path);
  for (const { path, text } of sources) {
    for (const [, body] of text.matchAll(/interface Tables \{([^}]*)\}/g)) {
      for (const [, table] of body!.matchAll(/^\s*(\w+):/gm)) owners.set(table!, ownerOf(path));
    }
  }
  /** What reads and writes look like, in SQL and in Kysely. */
  const named = (words: string): RegExp => new RegExp(`(?:${words})\\s*\\(?(?:[\\w.]+,\\s*)?'?(\\w+)`, 'g');
  const writes = named(
    'insertInto|updateTable|deleteFrom|insertRows|updateRows|insertDocument|updateDocument|insert into|delete from',
  );
  const reads = named('selectFrom|innerJoin|leftJoin|[^s] from|join');
  /** Products are what product types are about: they read these with their own rows. */
  const opened = new Set(['catalog_product', 'catalog_product_store', 'catalog_product_index']);

  function foreign(pattern: RegExp): string[] {
    return sources
      .filter(({ path }) => moduleOf(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(pattern)].flatMap(([, table]) => {
          const owner = owners.get(table!);
          const isForeign = owner !== undefined && owner !== ownerOf(path) && manifestsOf(owner);
          return isForeign ? [`${path}: ${table} of ${owner}`] : [];
        }),
      );
  }
  const manifestsOf = (owner: string): boolean => sources.some(({ path }) => moduleOf(path) === owner);

  it('are known', () => {
    expect(owners.get('catalog_product')).toBe('catalog');
    expect(owners.size).toBeGreaterThan(50);
    expect(foreign(reads)).toContain('modules/bundle/rows.ts: catalog_product of catalog');
  });

  it('of a module are written by it alone', () => {
    expect(foreign(writes)).toEqual([]);
  });

  it('of a module are read by it alone, but for those of products', () => {
    /** What a migration needs of modules before its own, whose services it has not got. */
    const migrating = new Set([
      ...['store_group', 'store'].map((table) => `modules/catalog/url-keys-table.ts: ${table} of store`),
      'modules/negotiable-quote/tables.ts: quote of quote',
    ]);
    const isOpen = (found: string): boolean =>
      migrating.has(found) || [...opened].some((table) => found.includes(`: ${table} of`));
    expect(foreign(reads).filter((found) => !isOpen(found))).toEqual([]);
  });
});

describe('what a file exports', () => {
  const house = dirname(root);
  const readers = ['src', 'tests', 'bench', 'bin', 'scripts', 'packages/kit/src', 'packages/console/src']
    .flatMap((top) => readdirSync(join(house, top), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.m?tsx?$|\.mjs$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  /** The names within braces: `{ type A, B as C }` gives A and B, or A and C where those after `as` are asked for. */
  const listed = (braces: string, which: 0 | -1): string[] =>
    braces.split(',').flatMap((part) => {
      const name = part
        .trim()
        .replace(/^type /, '')
        .split(' as ')
        .at(which);
      return name ? [name] : [];
    });
  const exportsOf = ({ text }: { text: string }): string[] => [
    ...[...text.matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm)].map(
      ([, name]) => name!,
    ),
    ...[...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, braces]) => listed(braces!, -1)),
  ];

  /** What a file takes of others: by name, through a namespace (`t.string`), at run time, or to add fields to an interface. */
  function usesOf(path: string): string[] {
    const text = readFileSync(path, 'utf8');
    const of = (target: string, names: Iterable<string>): string[] =>
      [...names].map((name) => `${relative(root, join(dirname(path), target))}: ${name}`);
    const words = (within: string, pattern: RegExp): string[] => [...within.matchAll(pattern)].map(([, name]) => name!);
    return [
      ...[...text.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm)].flatMap(
        ([, braces, target]) => of(target!, listed(braces!, 0)),
      ),
      ...[...text.matchAll(/^import (?:type )?\* as (\w+) from '(\.[^']+)'/gm)].flatMap(([, space, target]) =>
        of(target!, words(text, new RegExp(`\\b${space}\\.(\\w+)`, 'g'))),
      ),
      ...[...text.matchAll(/\{([^{}]*)\} = await import\('(\.[^']+)'\)/g)].flatMap(([, braces, target]) =>
        of(target!, listed(braces!, 0)),
      ),
      ...[...text.matchAll(/\(await import\('(\.[^']+)'\)\)\.(\w+)/g)].flatMap(([, target, name]) =>
        of(target!, [name!]),
      ),
      ...[...text.matchAll(/^declare module '(\.[^']+)' \{(.*?)^\}/gms)].flatMap(([, target, body]) =>
        of(target!, words(body!, /interface (\w+)/g)),
      ),
    ];
  }

  it('says above it what it is, where it is a function, a class or a type', () => {
    const silent = sources.flatMap(({ path, text }) => {
      const declared = /(?<=^(.*)\n)export (?:async )?(?:function\*?|class|interface|type) (\w+)/gm;
      const said = new Set<string>();
      return [...text.matchAll(declared)].flatMap(([, before, name]) => {
        // Further signatures of a function follow the first.
        const isSaid = /\*\/$|^\/\/ /.test(before!) || said.has(name!);
        said.add(name!);
        return isSaid ? [] : [`${path}: ${name}`];
      });
    });
    expect(silent).toEqual([]);
  });

  it('has a name that nothing else has in its module or layer', () => {
    const places = sources.flatMap(({ path, text }) => {
      const found = text.matchAll(/^(export )?(?:async )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm);
      return [...found].map(([, isExported, name]) => ({ path, name: name!, isExported: isExported !== undefined }));
    });
    const named = Map.groupBy(places, ({ path, name }) => `${moduleOf(path) ?? layerOf(path)}: ${name}`);
    const twice = [...named].filter(
      ([, all]) => all.some(({ isExported }) => isExported) && new Set(all.map(({ path }) => path)).size > 1,
    );
    expect(named.get('catalog: requireProduct')).toHaveLength(1);
    expect(twice.map(([name, all]) => `${name} in ${all.map(({ path }) => path).join(', ')}`)).toEqual([]);
  });

  it('is used by another file: what only its own file uses is not exported, and what nobody uses goes', () => {
    const used = new Set(readers.flatMap(usesOf));
    // What a file gives on as a whole is used where that is.
    for (const { path, text } of sources) {
      for (const [, target] of text.matchAll(/^export (?:type )?\* from '(\.[^']+)'/gm)) {
        const from = sources.find((source) => source.path === join(dirname(path), target!))!;
        for (const name of exportsOf(from)) if (used.has(`${path}: ${name}`)) used.add(`${from.path}: ${name}`);
      }
    }
    expect(used).toContain('kernel/types.ts: string');
    const idle = sources.flatMap((source) => exportsOf(source).map((name) => `${source.path}: ${name}`));
    expect(idle.filter((one) => !used.has(one))).toEqual([]);
  });
});
