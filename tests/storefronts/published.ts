import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { Kind, parse, visit, type DefinitionNode, type DocumentNode } from 'graphql';

/** A package of a storefront as its makers have published it; what is unpacked is checked against the digest. */
export interface Published {
  readonly name: string;
  readonly version: string;
  /** SHA-512 of the archive, as the registry tells it. */
  readonly integrity: string;
}

export const packages: readonly Published[] = [
  {
    name: '@magento/peregrine',
    version: '15.7.3',
    integrity: '7z4Pn1R+gjL5L0Xd66t8CefLLl1UIRSUS9rc2EFyHIW1rZXSJq11ALw4OJY8Q71aB5gjS/fZNFF8SpxADUWO9Q==',
  },
  {
    name: '@magento/venia-ui',
    version: '11.7.3',
    integrity: '7WEqGtPow0VTp7wLQRESP19BQzBvS5/hMkGmWhKwbJzfqEPG3dmgTHmlzu5QYq0KzMX4XqSJ2zYmcr6djBoecg==',
  },
];

const cache = fileURLToPath(new URL('../../node_modules/.cache/storefronts', import.meta.url));

/** Fetches a package once, and unpacks it; its folder. */
export function unpacked({ name, version, integrity }: Published): string {
  const folder = join(cache, name);
  if (existsSync(join(folder, 'package.json'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--pack-destination', cache, '--silent'], {
    encoding: 'utf8',
  });
  const archive = join(cache, packed.trim());
  const found = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (found !== integrity) throw new Error(`${name} ${version} is not the package that was reviewed: ${found}`);
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components', '1']);
  return folder;
}

/** Everything but documents is left out: components, styles and libraries are an object that has every name. */
const documentsAlone: Plugin = {
  name: 'documents alone',
  setup(builder) {
    const own = /^@magento\/(peregrine|venia-ui)\//;
    builder.onResolve({ filter: own }, ({ path }) => ({ path: fileIn(join(cache, path)) }));
    builder.onResolve({ filter: /.*/ }, ({ path, resolveDir }) => {
      const file = /^\.?\.?\//.test(path) ? fileIn(resolve(resolveDir, path)) : undefined;
      if (file && existsSync(file) && hasDocuments(file)) return { path: file };
      return { path, namespace: 'left-out' };
    });
    builder.onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: path === '@apollo/client' || path === 'graphql-tag' ? documentTag : everyName,
    }));
  },
};

// The bundler copies own names of a module and keeps its prototype, so that names are looked up there.
const documentTag = `
  const gql = (texts, ...parts) => {
    const text = texts.map((one, at) => one + (at < parts.length ? String(parts[at]) : '')).join('');
    globalThis.publishedDocuments.push(text);
    return text;
  };
  const names = { gql, default: gql };
  module.exports = Object.create(new Proxy(names, { get: (own, name) => own[name] ?? (() => ({})) }));`;
const everyName = `
  const anything = new Proxy(function () {}, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => '' : anything), apply: () => anything, construct: () => anything,
  });
  module.exports = Object.create(anything);`;

/** The community form of a file where there is one, as the storefront's build takes it for the open edition. */
function fileIn(path: string): string {
  const bare = path.replace(/\.js$/, '');
  return [`${bare}.ce.js`, `${bare}.js`, `${bare}/index.js`].find(existsSync) ?? path;
}

function hasDocuments(file: string): boolean {
  return file.endsWith('.js') && readFileSync(file, 'utf8').includes('gql`');
}

let read: Promise<readonly DocumentNode[]> | undefined;

/** The operations of the storefront, each with the fragments that it uses and without what is answered in the browser (`@client`). */
export function publishedOperations(): Promise<readonly DocumentNode[]> {
  return (read ??= readOperations());
}

async function readOperations(): Promise<readonly DocumentNode[]> {
  const files = packages
    .flatMap((one) => globSync(join(unpacked(one), 'lib/**/*.js')))
    .filter((file) => !/__|\.ee\.js$/.test(file) && hasDocuments(file))
    .sort();
  const outfile = join(cache, `documents.${process.pid}.mjs`);
  await build({
    stdin: { contents: files.map((file) => `import ${JSON.stringify(file)};`).join('\n'), resolveDir: dirname(cache) },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    loader: { '.js': 'jsx' },
    plugins: [documentsAlone],
    // The packages say that nothing happens on import; here something does.
    ignoreAnnotations: true,
    // What the storefront's own build fills in.
    define: { AVAILABLE_STORE_VIEWS: '[]', STORE_VIEW_CODE: '"default"', DEFAULT_COUNTRY_CODE: '"US"' },
    logLevel: 'error',
  });
  const texts: string[] = [];
  Object.assign(globalThis, { publishedDocuments: texts });
  await import(pathToFileURL(outfile).href);
  rmSync(outfile);
  const operations = [...new Set(texts)]
    .map((text) => forServer(once(parse(text))))
    .filter(({ definitions }) => definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION));
  return operations;
}

/** A document with each fragment once, as the storefront's library makes it. */
function once(document: DocumentNode): DocumentNode {
  const seen = new Set<string>();
  const isFirst = (one: DefinitionNode): boolean => {
    if (one.kind !== Kind.FRAGMENT_DEFINITION) return true;
    const isNew = !seen.has(one.name.value);
    seen.add(one.name.value);
    return isNew;
  };
  return { ...document, definitions: document.definitions.filter(isFirst) };
}

/** What is left of a document for the server. */
function forServer(document: DocumentNode): DocumentNode {
  const isLocal = ({ directives = [] }: { directives?: readonly { name: { value: string } }[] }): boolean =>
    directives.some(({ name }) => name.value === 'client');
  const stripped = visit(document, {
    Field: (node) => (isLocal(node) ? null : undefined),
    Directive: (node) => (node.name.value === 'connection' ? null : undefined),
  });
  // What had only such fields has nothing left to ask.
  return visit(stripped, {
    OperationDefinition: { leave: (node) => (node.selectionSet.selections.length === 0 ? null : undefined) },
  });
}
