import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ModuleManifest } from '../src/kernel/module.ts';
import { checkNeeds } from '../src/kernel/services.ts';
import { modules } from '../src/program/modules.ts';
import { layerOf, layers, moduleOf } from './support/house.ts';
import { readServiceUses, type ServiceUses } from './support/service-uses.ts';

const root = fileURLToPath(new URL('../src', import.meta.url));

/** Forms in which a file can use services, and the services that each of them uses. */
const forms: readonly [form: string, text: string, services: string[]][] = [
  ['a property', 'export const of = (call: Call) => call.services.catalog;', ['catalog']],
  ['a property in brackets', "export const of = (call: Call) => call.services['tax'];", ['tax']],
  ['an optional property', 'export const of = (call?: Call) => call?.services?.customer;', ['customer']],
  [
    'destructuring',
    'export const of = (call: Call) => { const { store, quote: carts } = call.services; };',
    ['quote', 'store'],
  ],
  ['a destructured argument', 'export const of = ({ services: { eav } }: Call) => eav;', ['eav']],
  [
    'an argument of a callback',
    'export const of = (all: Call[]) => all.map(({ services: { sales } }) => sales);',
    ['sales'],
  ],
  [
    'an assignment',
    'export const of = (call: Call, to: unknown) => { ({ payment: to } = call.services); };',
    ['payment'],
  ],
  [
    'the rest of others',
    'export const of = ({ services: { tax, ...rest } }: Call) => rest.webhooks;',
    ['tax', 'webhooks'],
  ],
  [
    'a loop',
    'export const of = (all: Services[]) => { for (const { wishlist } of all) return wishlist; };',
    ['wishlist'],
  ],
  [
    'another name',
    'export const of = ({ services }: Platform) => { const all = services; all.directory; };',
    ['directory'],
  ],
  [
    'the result of a function',
    'const all = (call: Call) => call.services; export const of = (c: Call) => all(c).company;',
    ['company'],
  ],
  [
    'a part of the services',
    "export const of = ({ salesRule }: Pick<Services, 'salesRule'>) => salesRule;",
    ['salesRule'],
  ],
  ['a type parameter', 'export const of = <S extends Services>(all: S) => all.urlRewrite;', ['urlRewrite']],
  [
    'an interface that extends them',
    'interface Own extends Services {} export const of = (all: Own) => all.webhooks;',
    ['webhooks'],
  ],
  ['a type', "export type Of = Services['inventory'];", ['inventory']],
  ['a type of a call', "export type Of = ReturnType<Call['services']['sales']['purchases']>;", ['sales']],
  ['several types', "export type Of = Services['ioEvents' | 'company'];", ['company', 'ioEvents']],
  ['a type of a part', "export type Of = Pick<Call['services'], 'giftMessage' | 'eav'>;", ['eav', 'giftMessage']],
  [
    'the type of a value',
    'export const of = (call: Call, all: typeof call.services.multiSource) => all;',
    ['multiSource'],
  ],
  [
    'none of its words',
    "export const of = (call: Call, { store }: { store: 'tax' }) => [call.services, 'quote', store];",
    [],
  ],
];
const pathOf = (form: string): string => `modules/sample/${form.replaceAll(' ', '-')}.ts`;
const samples = Object.fromEntries(
  forms.map(([form, text]) => [
    pathOf(form),
    `import type { Call, Services } from '../../kernel/call.ts';
     import type { Platform } from '../../kernel/platform.ts';
     ${text}`,
  ]),
);

let compiled: ServiceUses;
/** Manifests by the folder of the module. */
let manifests: ReadonlyMap<string, ModuleManifest>;

beforeAll(async () => {
  compiled = readServiceUses(samples);
  const folders = readdirSync(join(root, 'modules'));
  const found = folders.map(async (folder) => {
    const exported = Object.values<unknown>(await import(`../src/modules/${folder}/module.ts`));
    return [folder, modules.find((one) => exported.includes(one))!] as const;
  });
  manifests = new Map(await Promise.all(found));
});

it.each(forms)('the compiler finds the services that a file uses by %s', (form, _text, services) => {
  const found = compiled.uses.filter(({ path }) => path === pathOf(form)).map(({ service }) => service);
  expect(found.sort()).toEqual(services);
});

describe('the services of modules', () => {
  /** Each service that files of a module use and another module declares, as `folder: service`. */
  const used = (): string[] => {
    const between = compiled.uses.filter(({ path, service }) => {
      const [user, owner] = [moduleOf(path), moduleOf(compiled.declared.get(service)!)];
      return user !== undefined && user !== 'sample' && owner !== undefined && user !== owner;
    });
    return [...new Set(between.map(({ path, service }) => `${moduleOf(path)}: ${service}`))].sort();
  };
  const needed = (): string[] =>
    [...manifests].flatMap(([folder, { needs = [] }]) => needs.map((service) => `${folder}: ${service}`)).sort();

  it('are needs of the modules that use them, and of no others', () => {
    const [uses, needs] = [used(), needed()];
    expect(needs.length).toBeGreaterThan(100);
    expect(
      uses.filter((use) => !needs.includes(use)),
      'used, but not in `needs` of the manifest',
    ).toEqual([]);
    expect(
      needs.filter((need) => !uses.includes(need)),
      'in `needs` of the manifest, but not used',
    ).toEqual([]);
  });

  it('are offered by earlier modules, in each edition', () => {
    checkNeeds(modules, 'commercial');
    checkNeeds(modules, 'open');
  });

  it('are listed once each, in the order of the modules', () => {
    const order = modules.flatMap((one: ModuleManifest) => Object.keys(one.services ?? {}));
    const sorted = (needs: readonly string[]): string[] =>
      [...new Set(needs)].sort((a, b) => order.indexOf(a) - order.indexOf(b));
    for (const { name, needs = [] } of manifests.values()) expect([name, ...needs]).toEqual([name, ...sorted(needs)]);
  });

  it('are offered by the module that declares them', () => {
    const offered = [...manifests].flatMap(([folder, one]) =>
      Object.keys(one.services ?? {}).map((name) => [name, folder]),
    );
    const ofModules = [...compiled.declared].flatMap(([name, path]) =>
      moduleOf(path) ? [[name, moduleOf(path)]] : [],
    );
    expect(offered.sort()).toEqual(ofModules.sort());
  });

  it('are used by modules alone', () => {
    const outside = compiled.uses.filter(
      ({ path, service }) => !moduleOf(path) && moduleOf(compiled.declared.get(service)!),
    );
    expect(outside).toEqual([]);
  });

  it('are named in the text: neither optional nor by an expression', () => {
    const found = [...manifests.keys()].flatMap((folder) =>
      readdirSync(join(root, 'modules', folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .flatMap((file) => {
          const text = readFileSync(join(root, 'modules', folder, file), 'utf8');
          const other = text.matchAll(/\bservices(?:\?\.|\[(?!')|\.\w+\?\.)|\bkeyof (?:Services|\w+\['services'\])/g);
          return [...other].map(([named]) => `${folder}/${file}: ${named}`);
        }),
    );
    expect(found).toEqual([]);
  });
});

it('the services of layers are used by the layers above them', () => {
  const upward = compiled.uses.filter(({ path, service }) => {
    const owner = layerOf(compiled.declared.get(service)!);
    return layers.indexOf(owner) > layers.indexOf(layerOf(path));
  });
  expect(compiled.uses).toContainEqual({ path: 'platform/operation-queue/accept.ts', service: 'access' });
  expect(upward).toEqual([]);
});
