import { fileURLToPath } from 'node:url';
import { kitApi, type DocumentedName, type ExportedName, type KitApi } from './api.ts';

/** Characters of a declaration; longer ones are cut. */
const LONGEST = 240;
/** Heading of the contribution points whose types the kit does not export. */
const NOWHERE = 'Without an exported type';
/** Parts of the kit, for people. */
const parts: Readonly<Record<string, string>> = {
  '@souk/kit': 'Modules, routes, data types, settings, errors, money, lists, queries, emails.',
  '@souk/kit/catalog': 'Products: their types, and contributions to them.',
  '@souk/kit/quote': 'Carts: their types, totals, carriers and payment methods.',
  '@souk/kit/sales': 'Orders, invoices and credit memos: their types, totals and payments.',
  '@souk/kit/graphql': 'The GraphQL schema.',
  '@souk/kit/testing': 'A real server for the tests of a module.',
};
const introduction = `# Reference of the kit

Generated from the doc comments of the sources: \`node tests/kit/reference.ts > docs/modules/reference.md\`. The
[guide](README.md) shows the names in use. Type parameters and long declarations are left out; \`tsc\` and editors have
them.
`;

/** docs/modules/reference.md: a section for each subpath and one for the contribution points. */
export function renderReference({ names: bySubpath, contributionPoints }: KitApi): string {
  const sections = Object.entries(parts).map(([subpath, about]) =>
    [`## ${subpath}`, about, ...(bySubpath.get(subpath) ?? []).map(renderName)].join('\n\n'),
  );
  return [introduction.trim(), ...sections, renderPoints(contributionPoints, bySubpath)].join('\n\n').concat('\n');
}

function renderName({ name, declaration, comment, members }: ExportedName): string {
  const whole = declaration.replace(/^const /, `const ${name}: `);
  const head =
    members.length > 0
      ? whole
          .slice(0, whole.indexOf('{'))
          .replace(/<.* = .*>/, '')
          .trim()
      : whole;
  const list = members.map((member) => `- ${codeOf(member.declaration)}${member.comment && ` – ${member.comment}`}`);
  return [`### ${name}`, codeOf(head), comment, ...(list.length > 0 ? [list.join('\n')] : [])].join('\n\n');
}

function renderPoints(points: readonly DocumentedName[], bySubpath: KitApi['names']): string {
  const about = [
    'Members of `contributes` in a manifest, each a list, by the place of their types. `call.contributions` has those of all',
    'modules. Points without an exported type may change in any release; the compiler checks contributions to them too.',
  ].join('\n');
  const places = new Map(
    [...bySubpath].flatMap(([subpath, names]) => names.map(({ name }) => [name, subpath] as const)),
  );
  const lineOf = ({ declaration, comment }: DocumentedName): string => `- ${codeOf(declaration)} – ${comment}`;
  const placeOf = ({ declaration }: DocumentedName): string =>
    places.get(/: (\w+);?$/.exec(declaration)?.[1] ?? '') ?? NOWHERE;
  const lists = [...Map.groupBy(points, placeOf)]
    .sort(([one], [other]) => Number(one === NOWHERE) - Number(other === NOWHERE) || (one < other ? -1 : 1))
    .flatMap(([place, own]) => [`### ${place}`, own.map(lineOf).join('\n')]);
  return ['## Contribution points', about, ...lists].join('\n\n');
}

/** A declaration as code, without `export`, `readonly` and type parameters of functions. */
function codeOf(declaration: string): string {
  const text = declaration
    .replace(/^export /, '')
    .replace(/^readonly /, '')
    .replace(/;$/, '')
    .replaceAll(/([(<]) /g, '$1')
    .replaceAll(/, ([)>])/g, '$1')
    .replace(/^((?:async )?function \w+)<.*?>\(/, '$1(');
  const shortened = text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text;
  return shortened.includes('`') ? `\`\` ${shortened} \`\`` : `\`${shortened}\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(renderReference(kitApi()));
