import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Maximum uses of "what", "whatever" and "whoever" per 1,000 words: they mark clauses in place of nouns. */
const most = { comments: 3, documents: 4 };

const root = join(import.meta.dirname, '..');

test.each(['faces', 'kernel', 'modules', 'platform', 'program', 'storage'])(
  'comments of src/%s name things',
  (folder) => {
    const files = filesOf(join(root, 'src', folder), '.ts');
    expect(perThousand(files.map(commentsOf).join('\n'))).toBeLessThanOrEqual(most.comments);
  },
);

test.each(
  filesOf(join(root, 'docs'), '.md')
    .concat(join(root, 'README.md'), join(root, 'ARCHITECTURE.md'), join(root, 'CONTRIBUTING.md'))
    .map((file) => file.slice(root.length + 1)),
)('%s names things', (file) => {
  expect(perThousand(readFileSync(join(root, file), 'utf8'))).toBeLessThanOrEqual(most.documents);
});

function filesOf(folder: string, extension: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => join(folder, name));
}

/** The comments of a source file: blocks, and lines that start with `//`. */
function commentsOf(file: string): string {
  return (readFileSync(file, 'utf8').match(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? []).join('\n');
}

function perThousand(text: string): number {
  const words = text.match(/[A-Za-z]+/g)?.length ?? 0;
  const clauses = text.match(/\b(what|whatever|whoever)\b/gi)?.length ?? 0;
  return words === 0 ? 0 : (1000 * clauses) / words;
}
