import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { serverFolder } from '../support/folders.ts';
import { hasProgram } from '../support/programs.ts';
import { startSouk } from '../support/souk.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Lists that are generated: their blocks are forms of commands. */
const generated = new Set(['docs/cli.md', 'docs/errors.md', 'docs/settings.md', 'docs/environment.md']);
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md') && !generated.has(name),
);

interface Block {
  readonly text: string;
  /** Why it cannot be run here; undefined: it is run. */
  readonly reason: string | undefined;
}

/** First words of commands; other blocks are data. */
const command =
  /^(?:export |[A-Z][A-Z_]*=|(?:bin\/)?souk |npm |npx |curl |docker |kubectl |install |git |printf |rabbitmqadmin |#[^!])/;

/** The shell blocks of a page: fenced as `sh`, or indented. A comment `not run: reason` before one says why it is not run. */
function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  const form = /(?:<!-- not run: (.*?) -->\n\n)?(?:^```(\w*)[^\n]*\n([^]*?)^```$|(?<=\n\n)((?:^ {4}.*\n?)+))/gm;
  return [...text.matchAll(form)].flatMap(([, reason, language, fenced, indented]) => {
    const block = fenced ?? indented!.replace(/^ {4}/gm, '');
    const isShell = fenced === undefined ? command.test(block) : ['sh', 'bash', 'shell'].includes(language!);
    return isShell ? [{ text: block, reason }] : [];
  });
}

/** What a page takes for granted, as commands. */
const before: Readonly<Record<string, string>> = {
  'docs/catalog-price-rules.md': `echo '{"name": "Sale", "is_active": true, "website_ids": [1], "customer_group_ids": [0],
    "simple_action": "by_percent", "discount_amount": 10}' > sale.json`,
  'docs/dynamic-blocks.md': `for i in 1 2 3; do
      souk customer:segment:create "Segment $i" --apply-to registered --website base --conditions \
        '{"condition_type": "combine", "conditions": []}'
    done
    souk store:view:create german German --group main_website_store
    echo '<p>Willkommen</p>' > welcome-de.html`,
};

/** Ends at the first command that fails; a response with an error is a failure. */
const START = `set -eo pipefail
curl() { command curl --fail-with-body --globoff "$@"; }
`;

describe('the commands of', () => {
  const withCommands = pages
    .map((page) => ({ page, blocks: blocksOf(page) }))
    .filter(({ blocks }) => blocks.length > 0);

  it('each page are run, or have a reason why not', () => {
    expect(withCommands.length).toBeGreaterThan(15);
    const reasons = withCommands.flatMap(({ blocks }) => blocks.flatMap(({ reason }) => reason ?? []));
    for (const reason of reasons) expect(reason.length).toBeGreaterThan(12);
  });

  const run = withCommands.filter(({ blocks }) => blocks.some(({ reason }) => reason === undefined));
  it.skipIf(!['bash', 'curl'].every(hasProgram)).each(run)('$page work on a new server', async ({ page, blocks }) => {
    const souk = await startSouk({ env: { SOUK_CONTROL: '1' } });
    const folder = serverFolder('souk-commands-');
    try {
      mkdirSync(join(folder, 'bin'));
      writeFileSync(join(folder, 'bin/souk'), `#!/bin/sh\nexec "${join(root, 'bin/souk')}" "$@"\n`, { mode: 0o755 });
      symlinkSync(join(folder, 'bin/souk'), join(folder, 'souk'));
      const text = blocks
        .filter(({ reason }) => reason === undefined)
        .map((block) => block.text)
        .join('\n')
        .replaceAll('http://127.0.0.1:8080', souk.base)
        .replace('"password": "…"', `"password": "${souk.password}"`);
      const env = {
        ...souk.env,
        PATH: `${folder}:${process.env.PATH}`,
        SOUK_URL: souk.base,
        SOUK_ADMIN_PASSWORD: souk.password,
      };
      const ended = await new Promise<string>((resolve) => {
        execFile('bash', ['-c', START + (before[page] ?? '') + '\n' + text], { cwd: folder, env }, (error, out, err) =>
          resolve(error ? `${error.message}\n${out}\n${err}` : ''),
        );
      });
      expect(ended).toBe('');
    } finally {
      await souk.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
