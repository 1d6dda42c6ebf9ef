import { expect, test } from 'vitest';
import { buildRegistry } from '../../src/kernel/register.ts';
import type { Edition } from '../../src/kernel/registry.ts';
import { modules } from '../../src/program/modules.ts';
import { swagger } from '../../src/faces/reference/swagger.ts';

interface Definition {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

/** The definition of a type in the schema of an edition and release. */
function definition(name: string, edition: Edition, release: string): Definition {
  const { routes } = buildRegistry(modules, edition, release);
  const address = { basePath: '/rest/all', host: 'localhost', scheme: 'http' };
  const { definitions } = swagger({ routes, target: { edition, release }, ...address });
  return (definitions as Record<string, Definition>)[name]!;
}

test('schemas have the fields of their release, and say which of them are always there', () => {
  const name = 'adobe-commerce-events-client-data-event-data-interface';
  const [older, newer] = ['2.4.8', '2.4.9'].map((release) => definition(name, 'commercial', release));
  expect(Object.keys(newer!.properties)).toEqual([...Object.keys(older!.properties), 'provider_id']);
  expect(newer!.required).toEqual([...older!.required!, 'provider_id']);
});

test('schemas of the open edition have no fields of the commercial one', () => {
  const name = 'sales-data-order-extension-interface';
  const fields = (edition: Edition): string[] => Object.keys(definition(name, edition, '2.4.8').properties);
  expect(fields('commercial')).toEqual(expect.arrayContaining(['gift_cards', 'payment_additional_info']));
  expect(fields('open')).toContain('payment_additional_info');
  expect(fields('open')).not.toContain('gift_cards');
});
