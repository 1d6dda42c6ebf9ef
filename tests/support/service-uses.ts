import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  isIndexedAccessTypeNode,
  isLiteralTypeNode,
  isPropertySignatureDeclaration,
  isStringLiteral,
  isTypeReferenceNode,
  isUnionTypeNode,
  type Node,
  type TypeNode,
} from 'typescript/unstable/ast';
import { API, type NodeHandle, type Project, type Symbol as Member } from 'typescript/unstable/sync';

/** A service that a source file uses, by its name in `Services`. */
export interface ServiceUse {
  /** Path within src. */
  readonly path: string;
  readonly service: string;
}

/** Declarations and uses of services in src. */
export interface ServiceUses {
  /** The file that declares each service in `Services`, by the name of the service; paths within src. */
  readonly declared: ReadonlyMap<string, string>;
  /** One for each file and service. The files of the declaring module are included. */
  readonly uses: readonly ServiceUse[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const kernel = 'src/kernel/merged-types.ts';

/**
 * Asks the compiler for all uses of the members of `Services` in src: property access, destructuring, and types such as
 * `Services['store']`. `samples` are files that are compiled as if they were there: text by path within src.
 */
export function readServiceUses(samples: Readonly<Record<string, string>> = {}): ServiceUses {
  const config = join(root, 'tsconfig.service-uses.json');
  const added = new Map(Object.entries(samples).map(([path, text]) => [join(root, 'src', path), text]));
  const files = [join(root, kernel), ...added.keys()];
  const virtual = new Map(added).set(config, JSON.stringify({ extends: './tsconfig.json', include: ['src'], files }));
  const readVirtual = (path: string): string | undefined => virtual.get(path);
  // The file system of the machine has what these functions return undefined for.
  const fs = { readFile: readVirtual, fileExists: (path: string) => virtual.has(path) || undefined };
  const api = new API({ cwd: root, fs });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)!;
    return usesIn(project, (path) => readVirtual(path) ?? readFileSync(path, 'utf8'));
  } finally {
    api.close();
  }
}

function usesIn(project: Project, textOf: (path: string) => string): ServiceUses {
  const { checker, program, rootFiles } = project;
  const services = checker.getSymbolAtPosition(join(root, kernel), textOf(join(root, kernel)).indexOf('Services {}'))!;
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(services));
  // The compiler's form of paths, which has no capitals on some systems.
  const sources = services.declarations
    .find(({ path }) => path.endsWith(kernel))!
    .path.slice(0, -'kernel/merged-types.ts'.length);
  const within = (path: string): string => path.slice(sources.length);

  const uses = members.flatMap((member) =>
    referencesTo(project, member).map((path) => ({ path: within(path), service: member.name })),
  );
  const quoted = new RegExp(`'(?:${members.map(({ name }) => name).join('|')})'`);
  const typed = rootFiles
    .filter((path) => quoted.test(textOf(path)))
    .flatMap((path) => {
      const source = program.getSourceFile(path)!;
      return membersInTypes(project, source, members).map(({ name }) => ({ path: within(source.path), service: name }));
    });
  return {
    declared: new Map(members.map(({ name, declarations }) => [name, within(declarations[0]!.path)])),
    uses: [...new Map([...uses, ...typed].map((use) => [`${use.path} ${use.service}`, use])).values()],
  };
}

/** Paths of the files that have a value of a member: `call.services.store`, `const { store } = call.services`. */
function referencesTo(project: Project, member: Member): string[] {
  const declaration = member.declarations[0]!.resolve(project)!;
  if (!isPropertySignatureDeclaration(declaration)) throw new Error(`${member.name} is no property of Services`);
  const { name } = declaration;
  const found = project.checker.getReferencedSymbolsForNode(name, name.getStart());
  return found.flatMap(({ references }) => references.map(({ path }) => path));
}

/** The members that types in a file name: `Services['store']`, `Pick<Call['services'], 'store'>`. */
function membersInTypes({ checker }: Project, file: Node, members: readonly Member[]): Member[] {
  const isSame = (one: NodeHandle, other: NodeHandle): boolean => one.path === other.path && one.index === other.index;
  const found: Member[] = [];
  const visit = (node: Node): void => {
    const { object, name } = propertyNamedBy(node) ?? {};
    const type = object && checker.getTypeFromTypeNode(object);
    const declaration = type && checker.getPropertyOfType(type, name!)?.declarations[0];
    if (declaration) found.push(...members.filter(({ declarations: [own] }) => own && isSame(own, declaration)));
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** The property that a literal type names: of the type before the brackets, or of the first argument of `Pick`. */
function propertyNamedBy(node: Node): { readonly object: TypeNode; readonly name: string } | undefined {
  if (!isLiteralTypeNode(node) || !isStringLiteral(node.literal)) return undefined;
  let names: Node = node;
  while (isUnionTypeNode(names.parent)) names = names.parent;
  const { parent } = names;
  const isPick = isTypeReferenceNode(parent) && parent.typeName.getText() === 'Pick';
  const object = isIndexedAccessTypeNode(parent) ? parent.objectType : isPick ? parent.typeArguments?.[0] : undefined;
  return object && { object, name: node.literal.text };
}
