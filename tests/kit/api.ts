import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  isClassDeclaration,
  isFunctionDeclaration,
  isInterfaceDeclaration,
  isSourceFile,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast';
import { API, type Project, type Symbol as CompilerSymbol } from 'typescript/unstable/sync';
import packageJson from '../../packages/kit/package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'packages/kit/src');

/** A name with its declaration, without comments and bodies, and its doc comment. */
export interface DocumentedName {
  readonly name: string;
  readonly declaration: string;
  readonly comment: string;
}

/** An exported name of the kit. */
export interface ExportedName extends DocumentedName {
  /** Its name where it is declared. */
  readonly declaredName: string;
  /** The members of an interface or a class. */
  readonly members: readonly DocumentedName[];
}

/** The exported names of the kit by subpath, and the contribution points of all modules, each in the order of the alphabet. */
export interface KitApi {
  readonly names: ReadonlyMap<string, readonly ExportedName[]>;
  /** The comment of a point without one of its own is that of its type. */
  readonly contributionPoints: readonly DocumentedName[];
}

/** Reads the declarations of the kit. */
export function kitApi(): KitApi {
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} is no project`);
    const files = Object.keys(packageJson.exports)
      .map((path) => (path === '.' ? 'index.ts' : `${path.slice(2)}.ts`))
      .sort();
    const names = new Map(files.map((file) => [subpathOf(file), exportsOf(project, join(source, file))]));
    return { names, contributionPoints: pointsOf(project) };
  } finally {
    api.close();
  }
}

/** packages/kit/api.txt: a section for each subpath, a paragraph for each name. */
export function renderApi({ names: bySubpath }: KitApi): string {
  return [...bySubpath]
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
    return isSourceFile(node) ? namesIn(project, target, `${name}.`) : [exportedName(project, name, target, node)];
  });
}

function exportedName(project: Project, name: string, symbol: CompilerSymbol, node: Node): ExportedName {
  return {
    name,
    declaredName: symbol.name,
    declaration: textOf(project, node),
    comment: libraryComment(symbol) ?? commentOf(project, symbol),
    members: membersOf(project, symbol, node),
  };
}

const commentOf = ({ checker }: Project, symbol: CompilerSymbol): string =>
  symbol.getDocumentationComment(checker).replaceAll(/\s+/g, ' ').trim();

/** In place of the doc comment of a name that a library declares. */
function libraryComment({ declarations: [declared] }: CompilerSymbol): string | undefined {
  const [, library] = /\/node_modules\/(\w+)\//.exec(declared?.path ?? '') ?? [];
  return library && `Of the library [${library}](https://www.npmjs.com/package/${library}).`;
}

/** The public members of an interface or a class. */
function membersOf(project: Project, symbol: CompilerSymbol, node: Node): DocumentedName[] {
  if (!isInterfaceDeclaration(node) && !isClassDeclaration(node)) return [];
  return project.checker.getPropertiesOfType(project.checker.getDeclaredTypeOfSymbol(symbol)).flatMap((member) => {
    const declared = member.declarations[0]?.resolve(project);
    const declaration = declared ? lineOf(bodiless(declared.getText(), isClassDeclaration(node))) : '';
    if (!declared || declared.parent !== node || declaration.startsWith('private ')) return [];
    return [{ name: member.name, declaration, comment: commentOf(project, member) }];
  });
}

/** The text of a member up to its body, which only classes have. */
const bodiless = (text: string, isOfClass: boolean): string => (isOfClass ? text.replace(/ \{\n[^]*$/, '') : text);

/** The contribution points that the kit's `ContributionPoints` has through all modules of the repository. */
function pointsOf(project: Project): DocumentedName[] {
  const { checker } = project;
  const module = checker.getSymbolAtLocation(sourceOf(project, join(root, 'src/kernel/merged-types.ts')));
  const points = module && checker.getExportsOfModule(module).find(({ name }) => name === 'ContributionPoints');
  if (!points) throw new Error('there are no contribution points');
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(points))
    .filter((point) => !point.declarations[0]?.path.includes('/tests/'))
    .map((point) => {
      const type = checker.getTypeOfSymbol(point);
      const named = type?.getAliasSymbol?.() ?? type?.getSymbol();
      const declaration = lineOf(point.declarations[0]?.resolve(project)?.getText() ?? '');
      return {
        name: point.name,
        declaration,
        comment: commentOf(project, point) || (named ? commentOf(project, named) : ''),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
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
  return lineOf(text.slice(0, end));
}

/** Code in one line, without comments. */
const lineOf = (text: string): string =>
  text
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(renderApi(kitApi()));
