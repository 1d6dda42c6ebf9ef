import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegisteredRoute } from '../../src/kernel/registry.ts';
import { bare, type Type } from '../../src/kernel/types.ts';
import { engines } from '../storage/databases.ts';
import { unique } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { together } from '../support/walk.ts';

/**
 * Texts that want to be something else, in every place where a route takes a text: ends of lines that would begin a header, 64 KB where a name belongs, letters of every script and direction.
 */
const texts = {
  'ends of lines': () => `${unique('x')}\r\nX-Injected: 1\r\nBcc: evil@example.com\r\n\r\nbody`,
  '64 KB': () => unique('y') + 'y'.repeat(65_536),
  'every script': () =>
    `${unique('ü')} größe Ωμέγα 日本語 العربية שלום 👩‍👩‍👧 \u202Etxt.exe\u202C \u200B\uFEFF e\u0301 \u0007`,
} as const;

describe.each(engines)('on %s', (kind) => {
  let here: Here;
  let writing: RegisteredRoute[];
  beforeAll(async () => {
    here = await startHere(kind);
    await here.configure({ 'souk/attempts/accounts': '1000000', 'souk/attempts/address': '1000000' });
    writing = here.souk.platform.registry.routes.filter(
      ({ route }) => route.method === 'POST' || route.method === 'PUT',
    );
  });
  afterAll(() => here?.stop());

  function valueOf(type: Type, text: () => string, deepest: number, depth = 0): unknown {
    const shape = bare(type);
    if (shape.kind === 'string' || shape.kind === 'mixed') return text();
    if (shape.kind === 'array') return depth > deepest ? [] : [valueOf(shape.items, text, deepest, depth + 1)];
    if (shape.kind === 'customAttributes') return [{ attribute_code: 'description', value: text() }];
    if (shape.kind === 'object') {
      const fields = Object.entries(shape.fields).filter(() => depth < deepest);
      return Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field, text, deepest, depth + 1)]));
    }
    return shape.kind === 'boolean' ? true : 1;
  }

  test.each(Object.entries(texts))('%s are a text like another, or refused', async (name, text) => {
    const wrong: string[] = [];
    // Not in every field of a large object, or the body would be too large.
    const deepest = name === '64 KB' ? 2 : 4;
    await together(
      // What ends the session of the one who asks comes elsewhere.
      writing.filter(({ route }) => route.operation !== 'revokeCustomerAccessToken'),
      async ({ route }) => {
        // A whole address does not get through in 64 KB.
        const part = name === '64 KB' ? (): string => 'z'.repeat(4000) : text;
        const path = route.path.replace(/:\w+/g, () => encodeURIComponent(part()));
        const body = Object.fromEntries(
          Object.entries(route.input).map(([field, type]) => [field, valueOf(type, text, deepest)]),
        );
        const { status, headers, text: answer } = await here.admin.send(route.method, path, body);
        const isInjected = headers.has('x-injected') || headers.has('bcc');
        if (status >= 500 || isInjected)
          wrong.push(`${route.method} ${route.path} -> ${status} ${answer.slice(0, 300)}`);
      },
    );
    expect(wrong, here.logged.slice(-5).join('')).toEqual([]);
  });

  test('an end of a line in what a client names ends up in no header', async () => {
    const { headers } = await here.guest.get(`/V1/directory/currency?x=%0d%0aX-Injected:%201`, {
      'x-request-id': 'a b',
    });
    expect(headers.has('x-injected')).toBe(false);
    expect(headers.get('x-request-id')).not.toBe('a b');
    const stranger = await here.guest.raw('GET', '/rest/%0d%0aX-Injected:%201/V1/directory/currency');
    expect([stranger.status, stranger.headers.has('x-injected')]).toEqual([400, false]);
  });
});
