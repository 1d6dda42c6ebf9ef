import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { ok } from '../support/client.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import { createSample, recordSamples } from './record-samples.ts';

/** What the test reads of an entity of the console. */
interface Entity {
  readonly name: string;
  readonly routes: { readonly create?: string; readonly read?: string; readonly save?: string };
  readonly argument: string;
  readonly key: string;
}
/** The part of the console that makes the arguments of its calls. */
interface Forms {
  shapeOf(entity: Entity, form: Json, route: string): Json;
  changeArguments(entity: Entity, shape: Json, route: string, stored: Json, change: Json): Json;
}

const records = new URL('../../packages/console/src/records/', import.meta.url);
const load = async (file: string): Promise<unknown> => import(new URL(file, records).href);
const entities = (
  await Promise.all(
    ['catalog', 'customers', 'marketing', 'content', 'stores'].map(async (file) =>
      Object.values((await load(`${file}.ts`)) as Record<string, Entity[]>),
    ),
  )
).flat(2);
const saved = entities.filter(({ routes }) => routes.save !== undefined);
const forms = (await load('form-shape.ts')) as Forms;
const { argumentsFor } = (await load('entity.ts')) as { argumentsFor(route: string, key: string): Json };

/** Fields that the server sets at each change. */
const own = new Set(['update_time', 'updated_at', 'number_of_customers', 'history']);
const without = (record: Json): Json => Object.fromEntries(Object.entries(record).filter(([name]) => !own.has(name)));

/** A record after a change, of extension attributes by one of them. */
const applied = (record: Json, { extension_attributes: extension, ...fields }: Json): Json => ({
  ...record,
  ...fields,
  ...(extension && { extension_attributes: { ...record.extension_attributes, ...extension } }),
});

describe('records that the console changes', () => {
  let souk: Souk;
  beforeAll(async () => {
    souk = await startSouk();
  });
  afterAll(() => souk?.stop());

  const call = async (route: string, input: Json): Promise<Json> => {
    const [method = '', path = ''] = route.split(' ');
    const inPath = new Set(path.match(/(?<=:)\w+/g) ?? []);
    const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
    const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)));
    const address = url.startsWith('/V1/') ? `/rest/all${url}` : url;
    return ok(await souk.admin.raw(method, address, method === 'GET' ? undefined : rest));
  };

  it('have a sample of each kind', () => {
    expect(saved.map(({ name }) => name).toSorted()).toEqual(Object.keys(recordSamples).toSorted());
  });

  it.each(saved)('$name keep what two people change from the same state, and everything else', async (entity) => {
    const { routes, argument, key } = entity;
    const [read, save] = [routes.read!, routes.save!];
    const sample = recordSamples[entity.name]!;
    const id = await createSample(souk, sample, { route: routes.create, argument, key }, call);
    const stored = () => call(read, argumentsFor(read, id));
    const shape = forms.shapeOf(entity, await call('GET /_/console/forms?route=' + encodeURIComponent(save), {}), save);
    const shown = await stored();
    for (const change of sample.changes) {
      const draft = applied(shown, change);
      const input = forms.changeArguments(entity, shape, save, await stored(), { shown, draft });
      await call(save, { ...argumentsFor(save, id), ...input });
    }
    const [one, other] = sample.changes;
    expect(without(await stored())).toEqual(without(applied(applied(shown, one), other)));
  });
});
