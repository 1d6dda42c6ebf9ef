import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { germanExpectedTexts } from '../../src/faces/console-server/setting-texts/de-expected.ts';
import { germanSettings } from '../../src/faces/console-server/setting-texts/german.ts';
import { module } from '../../src/kernel/module.ts';
import { numberFrom, setting, settings } from '../../src/kernel/settings.ts';
import { collectPaths } from '../../src/platform/configuration/paths.ts';
import { modules } from '../../src/program/modules.ts';
import { ok, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

/** A setting as the console lists it. */
interface Listed {
  readonly path: string;
  readonly description?: string;
  readonly expected?: string;
  readonly unit?: string;
  readonly choices?: readonly { readonly value: string; readonly name: string }[];
}

const declared = collectPaths(modules);
/** The first parts of all paths: an answer has 500 settings at most. */
const groups = [...new Set([...declared.keys()].map((path) => `${path.split('/')[0]}/`))];
const isTranslated = (text: string): boolean => Object.hasOwn(germanSettings.texts, text);

const read = async (client: Client, query: Readonly<Record<string, string>>) =>
  ok(await client.raw('GET', `/_/console/settings?${new URLSearchParams(query)}`)) as {
    readonly items: readonly Listed[];
    readonly scopes: readonly { readonly name: string }[];
  };

/** All settings by path, in a language. */
async function readAll(client: Client, language: string): Promise<ReadonlyMap<string, Listed>> {
  const answers = await Promise.all(groups.map((search) => read(client, { search, language })));
  return new Map(answers.flatMap(({ items }) => items).map((one) => [one.path, one]));
}

/** The parts of a text that are the same in every language: numbers, code, placeholders, names with underscores or dots. */
function codesIn(text: string): readonly string[] {
  const codes = /`[^`]*`|\{+\w+\}+|"[^"]*[^A-Za-z "][^"]*"|\w+_\w+|\w+\.\w+|\d+(?:-\d+)?|[A-Z]{2,}\d+|\w+:\/\/[^\s,]+/g;
  return [...text.matchAll(codes)].map(([code]) => code).sort();
}

describe.each(['commercial', 'open'])('settings in German, in the %s edition', (edition) => {
  let here: Here;
  let pairs: readonly { readonly english: Listed; readonly german: Listed }[];
  beforeAll(async () => {
    here = await startHere('sqlite', { env: { SOUK_EDITION: edition } });
    const [english, german] = await Promise.all([readAll(here.admin, 'en'), readAll(here.admin, 'de')]);
    pairs = [...english.values()].map((one) => ({ english: one, german: german.get(one.path)! }));
    if (edition === 'commercial') expect([...declared.keys()].filter((path) => !english.has(path))).toEqual([]);
    expect(german.size).toBe(english.size);
    expect(pairs.length).toBeGreaterThan(700);
  });
  afterAll(() => here?.stop());

  it('all have a description, values, units and names of choices', () => {
    const missing = pairs.flatMap(({ english, german }) => [
      ...[english.description, english.unit].filter((text) => text != null && !isTranslated(text)),
      ...(english.expected != null && english.expected === german.expected ? [english.expected] : []),
      ...(english.choices ?? []).map(({ name }) => name).filter((name) => !/^\d$/.test(name) && !isTranslated(name)),
    ]);
    expect([...new Set(missing)]).toEqual([]);
    const shown = pairs.filter(
      ({ english, german }) =>
        german.description !== (english.description && germanSettings.texts[english.description]) ||
        german.unit !== (english.unit && germanSettings.texts[english.unit]),
    );
    expect(shown).toEqual([]);
    const inEnglish = /\b(or|of|from|such|nothing|separated|the|whole|number)\b/;
    const leftOver = pairs.map(({ german }) => german.expected ?? '').filter((text) => inEnglish.test(text));
    expect(leftOver).toEqual([]);
  });

  it('have the same numbers, codes and values of choices', () => {
    const textsOf = ({ description, expected, choices }: Listed) => [description, choices ? undefined : expected];
    const codesOf = (one: Listed) => textsOf(one).map((text) => codesIn(text ?? ''));
    const others = pairs.filter(({ english, german }) => `${codesOf(english)}` !== `${codesOf(german)}`);
    expect(others).toEqual([]);
    const valuesOf = ({ choices }: Listed) => choices?.map(({ value }) => value).filter((value) => value !== '') ?? [];
    for (const { english, german } of pairs) {
      expect(valuesOf(german)).toEqual(valuesOf(english));
      // The names of the choices stand in parentheses.
      const expected = german.expected?.replaceAll(/ \([^)]+\)|, oder leer/g, '');
      if (english.choices) expect(expected?.split(' oder ').toSorted()).toEqual(valuesOf(english).toSorted());
    }
  });

  it('are found by German words, and by their path', async () => {
    const pathsOf = async (search: string, language = 'de') =>
      (await read(here.admin, { search, language })).items.map(({ path }) => path);
    expect(await pathsOf('WARENKÖRBE jede Steuer')).toEqual(['tax/cart_display/full_summary']);
    expect(await pathsOf('WARENKÖRBE jede Steuer', 'en')).toEqual([]);
    expect(await pathsOf('carts list each tax')).toEqual([]);
    expect(await pathsOf('carts list each tax', 'en')).toEqual(['tax/cart_display/full_summary']);
    expect(await pathsOf('cart_display/full_summary')).toEqual(['tax/cart_display/full_summary']);
  });

  it('are in English in any other language', async () => {
    const english = await read(here.admin, { search: 'tax/' });
    expect(english.scopes.map(({ name }) => name)).toEqual([
      'Default',
      'Website: Main Website',
      'Store view: Default Store View',
    ]);
    expect(english.items.find(({ path }) => path === 'tax/cart_display/full_summary')).toMatchObject({
      description: 'Whether carts list each tax',
      choices: [{ name: 'Yes' }, { name: 'No' }],
    });
    for (const language of ['xx', 'en', '', 'constructor', 'DE']) {
      expect(await read(here.admin, { search: 'tax/', language })).toEqual(english);
    }
    const german = await read(here.admin, { search: 'tax/', language: 'de' });
    expect(german.scopes.map(({ name }) => name)).toEqual([
      'Standard',
      'Website: Main Website',
      'Store-Ansicht: Default Store View',
    ]);
  });
});

describe('the German texts of settings', () => {
  it('are all used, and each stands in one file', async () => {
    const folder = new URL('../../src/faces/console-server/setting-texts/', import.meta.url);
    const files = readdirSync(fileURLToPath(folder)).filter((file) => /^de-(?!expected)/.test(file));
    const entries = await Promise.all(
      files.map(async (file) => Object.values<object>(await import(new URL(file, folder).href)).flatMap(Object.keys)),
    );
    expect(entries.flat().toSorted()).toEqual(Object.keys(germanSettings.texts).toSorted());
    const used = new Set([
      'Default',
      'Website: {name}',
      'Store view: {name}',
      ...[...declared.values()].flatMap(({ description, unit, takes }) => [
        ...[description, unit].filter((text) => text !== undefined),
        ...(takes?.choices ?? []).map(({ name }) => name),
      ]),
    ]);
    expect(entries.flat().filter((text) => !used.has(text))).toEqual([]);
    const expected = [...declared.values()].map(({ takes }) => takes && germanSettings.expected(takes.expected));
    const isShown = (german: string): boolean => expected.some((text) => text?.includes(german));
    expect(Object.values(germanExpectedTexts).filter((german) => !isShown(german))).toEqual([]);
  });

  it('leave descriptions of other modules in English', async () => {
    const parcels = setting('example/parcels/most', numberFrom(3, 'parcels'), 3, 'Parcels of a day');
    const own = module({ name: 'ExampleParcels', configuration: settings([parcels]) });
    const here = await startHere('sqlite', { modules: [...modules, own] });
    try {
      const { items } = await read(here.admin, { search: 'parcels of', language: 'de' });
      expect(items).toMatchObject([
        {
          path: parcels.path,
          description: 'Parcels of a day',
          unit: 'parcels',
          expected: 'eine ganze Zahl ab 3, oder leer',
        },
      ]);
    } finally {
      await here.stop();
    }
  });
});
