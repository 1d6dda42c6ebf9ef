import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok } from '../support/client.ts';
import { placeholdersIn, readConsoleTexts, textsOf } from '../support/console-texts.ts';
import { startSouk, type Souk } from '../support/souk.ts';

type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

interface Field {
  readonly name: string;
  readonly type?: string;
}
interface Form {
  readonly fields: readonly Field[];
  readonly types: Readonly<Record<string, readonly Field[]>>;
}
/** What the test reads of an entity of the console. */
interface Entity {
  readonly routes: { readonly create?: string; readonly save?: string };
  readonly hidden?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, string>>;
}
type ShapeOf = (entity: Entity, form: Form, route: string) => { record: readonly Field[]; others: readonly Field[] };

const records = new URL('../../packages/console/src/records/', import.meta.url);
const folder = new URL('../../packages/console/src/texts/de/', import.meta.url);
const read = async (file: string): Promise<Texts> =>
  Object.assign({}, ...Object.values((await import(new URL(file, folder).href)) as Record<string, Texts>)) as Texts;
const sections = readdirSync(fileURLToPath(folder)).filter((file) => file !== 'texts.ts');

describe('the texts of the console', () => {
  const { used, faults, labels } = readConsoleTexts();

  it('are translated wherever the code has one', () => {
    expect(faults).toEqual([]);
    expect(used.length).toBeGreaterThan(20);
  });

  it('are all there in German, in one file each, with the same placeholders and the plural forms of the language', async () => {
    const german = await read('texts.ts');
    expect(used.filter(({ text }) => german[text] === undefined)).toEqual([]);
    const { pluralCategories } = new Intl.PluralRules('de').resolvedOptions();
    const faultyForms = used.filter(({ text, one }) => {
      const translated = german[text]!;
      if (typeof translated === 'string') return one !== undefined;
      return one === undefined || Object.keys(translated).sort().join() !== pluralCategories.toSorted().join();
    });
    expect(faultyForms).toEqual([]);
    const otherValues = Object.entries(german).flatMap(([text, translated]) =>
      (typeof translated === 'string' ? [translated] : Object.values(translated))
        .filter((form) => placeholdersIn(form).join() !== placeholdersIn(text).join())
        .map((form) => [text, form]),
    );
    expect(otherValues).toEqual([]);
  });

  it('stand whole in the accessible name of their element, in both languages', async () => {
    const german = await read('texts.ts');
    const wordsOf = (text: string): string => text.toLowerCase().replace(/\s*…/g, '');
    const isWhole = (label: string, shown: string): boolean => wordsOf(label).includes(wordsOf(shown));
    expect(labels.filter(({ label, shown }) => !isWhole(label, shown))).toEqual([]);
    const inGerman = labels.map(({ label, shown }) => [String(german[label]), String(german[shown])] as const);
    expect(inGerman.filter(([label, shown]) => !isWhole(label, shown))).toEqual([]);
    expect(labels.length).toBeGreaterThan(20);
  });

  it('name every kind of records that moves from another shop', async () => {
    const german = await read('texts.ts');
    const { migrationKinds } = await import('../../src/modules/migration/kinds/kinds.ts');
    const nameOf = (kind: string): string => (kind === 'stores' ? 'stores [records]' : kind);
    expect(migrationKinds.map(({ name }) => nameOf(name)).filter((name) => german[name] === undefined)).toEqual([]);
  });

  it('have no German text that is not used, or that stands in two files', async () => {
    const known = new Set(used.map(({ text }) => text));
    const entries = (await Promise.all(sections.map(read))).flatMap((texts) => Object.keys(texts));
    expect(entries.filter((text, i) => entries.indexOf(text) !== i)).toEqual([]);
    const translated = Object.keys(await read('texts.ts'));
    expect(translated.toSorted()).toEqual(entries.toSorted());
    const made = Object.assign({}, await read('names.ts'), await read('permissions.ts'));
    expect(entries.filter((text) => !known.has(text) && made[text] === undefined)).toEqual([]);
  });
});

describe('the labels of forms and permissions', () => {
  let souk: Souk;
  beforeAll(async () => {
    souk = await startSouk();
  });
  afterAll(() => souk.stop());

  it('name every permission, and no other, in German', async () => {
    const german = await read('texts.ts');
    const permissions = ok(await souk.admin.raw('GET', '/_/console/permissions')) as { readonly title: string }[];
    const titles = new Set(permissions.map(({ title }) => title));
    expect(titles.size).toBeGreaterThan(100);
    expect([...titles].filter((title) => german[title] === undefined)).toEqual([]);
    expect(Object.keys(await read('permissions.ts')).filter((title) => !titles.has(title))).toEqual([]);
  });

  it('have a German name wherever they are made of the name of a field', async () => {
    const german = await read('texts.ts');
    const entities: readonly Entity[] = (
      await Promise.all(
        ['catalog', 'customers', 'marketing', 'content', 'stores'].map(async (file) =>
          Object.values<Entity[]>(await import(new URL(`${file}.ts`, records).href)),
        ),
      )
    ).flat(2);
    const { labelOf } = (await import(new URL('entity.ts', records).href)) as { labelOf: (name: string) => string };
    const { shapeOf } = (await import(new URL('form-shape.ts', records).href)) as { shapeOf: ShapeOf };
    const missing = new Set<string>();
    for (const entity of entities) {
      for (const route of [entity.routes.create, entity.routes.save].filter((one) => one !== undefined)) {
        const form = ok(await souk.admin.raw('GET', `/_/console/forms?route=${encodeURIComponent(route)}`)) as Form;
        const seen = new Set<string>();
        const visit = (fields: readonly Field[]): void => {
          for (const { name, type } of fields) {
            if (entity.hidden?.includes(name) || entity.inputs?.[name]) continue;
            const label = labelOf(name);
            if (!entity.labels?.[name] && german[label] === undefined) missing.add(label);
            if (type === undefined || seen.has(type)) continue;
            seen.add(type);
            visit(form.types[type] ?? []);
          }
        };
        const { record, others } = shapeOf(entity, form, route);
        visit([...record, ...others]);
      }
    }
    expect(entities.length).toBeGreaterThan(10);
    expect([...missing]).toEqual([]);
  });
});

describe('the search for texts that are not translated', () => {
  const faultsOf = (source: string): readonly string[] => textsOf(source, 'one.tsx').faults;

  it.each([
    '<p>Orders</p>',
    '<p>{count} orders</p>',
    "<p>{isOpen ? 'open' : 'closed'}</p>",
    '<Field label="name" />',
    '<input placeholder="all" />',
    '<button aria-label={`Delete ${name}`} />',
    "const columns = [{ title: 'Name' }]",
    "const say = () => 'The order is on hold.'",
    'confirm(`Remove ${name}?`)',
    't(label)',
    't(`Order ${id}`)',
    "t('Order {id}', { number })",
    "tn(count, '{count} order of {name}', '{count} orders of {name}')",
    "<p>{t('Order {id}', { id: isNew ? 'A new one' : id })}</p>",
  ])('finds %s', (source) => {
    expect(faultsOf(source)).toHaveLength(source.includes("'open'") ? 2 : 1);
  });

  it.each([
    "<p>{t('Orders')}</p>",
    "<p>{tn(count, '{count} order', '{count} orders')}</p>",
    '<p class="quiet notice">{count} <code>GET /V1/orders</code></p>',
    "const kind = state === 'open now' ? 1 : 2",
    "import { a } from './some file.ts'",
    "type Kind = 'cart conditions'",
    "<Badge kind={isGood ? 'good' : 'bad'}>{count}</Badge>",
    "call('GET /_/console/orders/:orderId/steps', { orderId })",
    "may('Magento_Sales::actions_view')",
  ])('leaves %s alone', (source) => {
    expect(faultsOf(source)).toEqual([]);
  });
});
