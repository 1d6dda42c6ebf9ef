// Runs the tests with the coverage of V8 and writes docs/design/coverage.md: npm run coverage [-- <arguments of vitest>]
// With arguments, which choose some of the tests, it only prints the figures.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countFile, readCoverage } from './coverage-counts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'docs/design/coverage.md');
/** As `npm run test:thorough` does. */
const command = ['node_modules/vitest/vitest.mjs', 'run', '--mode', 'thorough'];

const chosen = process.argv.slice(2);
mkdirSync(join(root, 'dist'), { recursive: true });
const folder = mkdtempSync(join(root, 'dist/coverage-'));
const { status } = spawnSync(process.execPath, [...command, ...chosen], {
  cwd: root,
  env: { ...process.env, NODE_V8_COVERAGE: folder },
  stdio: 'inherit',
});
const figures = countAll(readCoverage(folder));
rmSync(folder, { recursive: true });
console.log(table(figures));
// A run that fails has figures of a part.
if (chosen.length === 0 && status === 0) writeFileSync(page, describe(figures));
process.exit(status ?? 1);

/** The figures of every file of src. */
function countAll(covered) {
  return readdirSync(join(root, 'src'), { recursive: true })
    .filter((path) => path.endsWith('.ts'))
    .sort((a, b) => (a < b ? -1 : 1))
    .map((path) => countFile(path, readFileSync(join(root, 'src', path), 'utf8'), covered.get(path)))
    .filter(({ lines }) => lines > 0);
}

/** The module of a file: the folder within modules, platform, faces and so on. */
function moduleOf(path) {
  const [layer, folderName, file] = path.split('/');
  return file === undefined || layer === 'kernel' ? layer : `${layer}/${folderName}`;
}

function table(files) {
  const modules = [...Map.groupBy(files, ({ path }) => moduleOf(path))];
  return [
    '| Module | Lines | Reached | Functions | Reached |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...modules.map(([name, own]) => row(`\`${name}\``, own)),
    row('All', files),
  ].join('\n');
}

function row(name, files) {
  const sum = (key) => files.reduce((total, file) => total + file[key], 0);
  const share = (part, whole) => (whole === 0 ? '' : `${Math.floor((100 * part) / whole)} %`);
  const [lines, functions] = [sum('lines'), sum('functions')];
  const cells = [lines, share(sum('linesReached'), lines), functions, share(sum('called'), functions)];
  return `| ${name} | ${cells.join(' | ')} |`;
}

function describe(files) {
  const missed = files.filter((file) => file.missed.length > 0);
  const names = (functions) =>
    functions.map(({ name, line }) => (name ? `\`${name}\` (${line})` : `line ${line}`)).join(', ');
  const engines = process.env.TEST_DATABASE_URL ? 'SQLite and PostgreSQL' : 'SQLite alone';
  return `# Coverage

\`npm run coverage\` writes this page, and so does the nightly run. It runs the tests of \`npm run test:thorough\` (here on ${engines}) with the
coverage of V8 in the processes of the tests, where most servers and commands run; programs that they start do not count. A line
counts as reached if any of its code has run; comments and types are no code. V8 does not know the functions within a function
that never ran, so they do not count.

${table(files)}

## Functions that no test reaches

${missed.map(({ path, missed: functions }) => `- \`src/${path}\`: ${names(functions)}`).join('\n')}
`;
}
