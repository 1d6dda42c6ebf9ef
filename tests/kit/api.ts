import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFunctionDeclaration, isSourceFile, isVariableDeclaration, type Node } from 'typescript/unstable/ast';
import { API, type Project, type Symbol as CompilerSymbol } from 'typescript/unstable/sync';
import packageJson from '../../packages/kit/package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'packages/kit/src');

/** An exported name of the kit with its declaration, without comments and bodies. */
export interface ExportedName {
  readonly name: string;
  readonly declaration: string;
}

/** The exported names of the kit by subpath, in the order of the alphabet. */
export function kitApi(): ReadonlyMap<string, readonly ExportedName[]> {
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} is no project`);
    const files = Object.keys(packageJson.exports)
      .map((path) => (path === '.' ? 'index.ts' : `${path.slice(2)}.ts`))
      .sort();
    return new Map(files.map((file) => [subpathOf(file), exportsOf(project, join(source, file))]));
  } finally {
    api.close();
  }
}

/** packages/kit/api.txt: a section for each subpath, a paragraph for each name. */
export function renderApi(api: ReturnType<typeof kitApi>): string {
  return [...api]
    .map(([subpath, names]) =>
      [`# ${subpath}`, ...names.map(({ name, declaration }) => `${name}: ${declaration}`)].join('\n\n'),
    )
    .join('\n\n')
    .concat('\n');
}

const subpathOf = (file: string): string => (file === 'index.ts' ? '@souk/kit' : `@souk/kit/${file.slice(0, -3)}`);

/** The flag of a name that stands for a declaration elsewhere. */
const ALIAS = 1 << 21;

function exportsOf(project: Project, file: string): ExportedName[] {
  const module = project.checker.getSymbolAtLocation(sourceOf(project, file));
  if (!module) throw new Error(`${file} exports nothing`);
  return namesIn(project, module, '').sort((a, b) => (a.name < b.name ? -1 : 1));
}

function namesIn(project: Project, module: CompilerSymbol, prefix: string): ExportedName[] {
  const { checker } = project;
  return checker.getExportsOfModule(module).flatMap((symbol) => {
    const target = (symbol.flags & ALIAS) === 0 ? symbol : checker.getAliasedSymbol(symbol);
    const node = target.declarations[0]?.resolve(project);
    if (!node) throw new Error(`${symbol.name} has no declaration`);
    const name = `${prefix}${symbol.name}`;
    return isSourceFile(node) ? namesIn(project, target, `${name}.`) : [{ name, declaration: textOf(project, node) }];
  });
}

function sourceOf({ program }: Project, file: string): Node {
  const found = program.getSourceFile(file);
  if (!found) throw new Error(`${file} is not in the project`);
  return found;
}

/** The declaration of a name in one line: of a function up to its body, of a constant its type. */
function textOf({ checker }: Project, node: Node): string {
  if (isVariableDeclaration(node)) {
    const type = checker.getTypeAtLocation(node);
    return `const ${type ? checker.typeToString(type) : ''}`;
  }
  const text = node.getText();
  const end = isFunctionDeclaration(node) && node.body ? text.length - node.body.getText().length : text.length;
  return text
    .slice(0, end)
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(renderApi(kitApi()));
