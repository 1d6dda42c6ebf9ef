import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { module, type ModuleManifest } from '../../src/kernel/module.ts';
import { checkNeeds } from '../../src/kernel/services.ts';
import { modules } from '../../src/program/modules.ts';
import { readSettings } from '../../src/program/environment/settings.ts';
import { openSouk } from '../../src/program/souk.ts';

const folder = mkdtempSync(join(tmpdir(), 'souk-needs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const scales = module({ name: 'Scales', needs: ['store', 'company'] });

/** The sentence by which a platform of some modules refuses to start. */
async function refusal(list: readonly ModuleManifest[], edition: 'commercial' | 'open'): Promise<unknown> {
  const database = `sqlite:${join(folder, 'souk.db')}`;
  const settings = readSettings({ DATABASE_URL: database, SOUK_VAR: folder, SOUK_EDITION: edition });
  return openSouk(settings, pino({ level: 'silent' }), list).then(
    (souk) => souk.close(),
    (error: Error) => error.message,
  );
}

describe('a module whose needs are not met keeps the platform from starting', () => {
  it('where no module offers the service', async () => {
    expect(await refusal([scales], 'commercial')).toBe(
      'the module Scales needs the service store, which no module offers: ' +
        'add the module that offers it to the list, before Scales',
    );
  });

  it('where the service is offered by a module that starts later', async () => {
    expect(await refusal([scales, ...modules], 'commercial')).toBe(
      'the module Scales needs the service store of the module Store, which starts later: ' +
        'move Store before Scales in the list of modules',
    );
  });

  it('where only the other edition has the service', async () => {
    expect(await refusal([...modules, scales], 'open')).toBe(
      'the module Scales needs the service company of the module Company, which only the commercial edition has: ' +
        'add that edition to the manifest of Scales',
    );
  });
});

it('a module starts whose needs are met, or whose edition does not run', () => {
  checkNeeds([...modules, scales], 'commercial');
  checkNeeds([...modules, { ...scales, edition: 'commercial' }], 'open');
});
