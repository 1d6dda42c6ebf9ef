import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  isAsExpression,
  isIdentifier,
  isNonNullExpression,
  isTypeAssertion,
  isTypeReferenceNode,
  type Node,
} from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

/** Claims about types that the compiler does not check. */
export interface UncheckedClaims {
  /** Expressions such as `value!`. */
  readonly nonNull: number;
  /** Expressions such as `value as Type`; `as const` is none. */
  readonly casts: number;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const config = join(root, 'tsconfig.json');

/** Counts the unchecked claims in the sources of the server and the packages. */
export function countUncheckedClaims(): UncheckedClaims {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} is no project`);
    const counts = { nonNull: 0, casts: 0 };
    const visit = (node: Node): void => {
      if (isNonNullExpression(node)) counts.nonNull += 1;
      else if (isTypeAssertion(node) || (isAsExpression(node) && !isConst(node.type))) counts.casts += 1;
      node.forEachChild(visit);
    };
    for (const file of project.rootFiles) {
      const source = isCounted(file) ? project.program.getSourceFile(file) : undefined;
      if (source) visit(source);
    }
    return counts;
  } finally {
    api.close();
  }
}

function isCounted(file: string): boolean {
  return /\/(?:src|packages\/client)\//.test(file.slice(root.length - 1));
}

function isConst(type: Node): boolean {
  return isTypeReferenceNode(type) && isIdentifier(type.typeName) && type.typeName.text === 'const';
}
