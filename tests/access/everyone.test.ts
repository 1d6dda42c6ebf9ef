import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRegistry } from '../../src/kernel/register.ts';
import type { RegisteredRoute, Registry } from '../../src/kernel/registry.ts';
import { newCompany } from '../company/shop.ts';
import { engines } from '../storage/databases.ts';
import { until, type Answer, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { contents, together } from '../support/walk.ts';
import { declaredAcl } from './platform.ts';

/**
 * Every door of the platform — each declared route in its synchronous, asynchronous and bulk form — is tried by everybody: a
 * guest, customers, administrators and integrations that have every permission but those of the route, and such that have
 * only those. Who is kept out gets the refusal, learns nothing else, and changes nothing.
 */

interface Door {
  readonly registered: RegisteredRoute;
  readonly form: 'sync' | 'async' | 'bulk' | 'console';
  /** A request that leads to nothing that exists. */
  knock(caller: Client): Promise<Answer>;
}

function doorsOf(registered: RegisteredRoute): Door[] {
  const { route, bulkPath, topic } = registered;
  const path = route.path.replace(/:\w+/g, '987654321');
  const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : {};
  const door = (form: Door['form'], url: string, sent: unknown): Door => ({
    registered,
    form,
    knock: (caller) => caller.send(route.method, url, sent),
  });
  return [
    door('sync', path, body),
    ...(topic ? [door('async', `/async${path}`, body), door('bulk', `/async/bulk${bulkPath}`, [{}])] : []),
  ];
}

/** The routes of the console, which lie outside the interface and have no other forms. */
function consoleDoors({ edition, release, contributions }: Registry): Door[] {
  const { routes } = buildRegistry([{ name: 'Console', routes: contributions.consoleRoutes }], edition, release);
  return routes.map((registered) => {
    const { method, path } = registered.route;
    const url = path.replace(/:\w+/g, '987654321');
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    return { registered, form: 'console', knock: (caller) => caller.raw(method, url, body) };
  });
}

const nameOf = ({ registered: { route }, form }: Door): string => `${form} ${route.method} ${route.path}`;
const resourcesOf = ({ registered: { route } }: Door): readonly string[] =>
  route.access.kind === 'acl' ? route.access.resources : [];

describe.each(engines)('every door, on %s', (kind) => {
  let here: Here;
  let doors: Door[];
  let customer: Client;
  let companyAdmin: Client;
  beforeAll(async () => {
    here = await startHere(kind);
    const { registry } = here.souk.platform;
    doors = [...registry.routes.flatMap(doorsOf), ...consoleDoors(registry)];
    customer = await here.callerOf('customer', await newCustomer('eve@example.com'));
    companyAdmin = await here.callerOf('customer', (await newCompany(here)).boss.id);
  });
  afterAll(() => here?.stop());

  const newCustomer = async (email: string): Promise<number> => {
    const answer = await here.admin.post('/V1/customers', { customer: { email, firstname: 'E', lastname: 'E' } });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.id as number;
  };

  /** A caller for each set of resources that routes ask for, made once. */
  const callers = new Map<string, Promise<Client>>();
  const granted = (type: 'admin' | 'integration', resources: readonly string[]): Promise<Client> => {
    const key = `${type} ${resources.join()}`;
    if (!callers.has(key)) callers.set(key, here.granted(type, resources));
    return callers.get(key)!;
  };
  const everything = declaredAcl()
    .map(({ id }) => id)
    .filter((id) => id !== 'Magento_Backend::all');
  const allBut = (door: Door): string[] => everything.filter((id) => !resourcesOf(door).includes(id));

  /** Tries doors; gives what is wrong with the refusals. */
  const keptOut = async (tried: readonly Door[], callerFor: (door: Door) => Promise<Client> | Client) => {
    const wrong: string[] = [];
    await together(tried, async (door) => {
      const { status, body, text } = await door.knock(await callerFor(door));
      const resources = resourcesOf(door).join(', ') || door.registered.route.access.kind;
      const refusal = { message: "The consumer isn't authorized to access %resources.", parameters: { resources } };
      if (status !== 401 || JSON.stringify(body) !== JSON.stringify(refusal)) {
        wrong.push(`${nameOf(door)} -> ${status} ${text.slice(0, 200)}`);
      }
    });
    return wrong;
  };
  /** Tries doors; gives those that stayed shut. */
  const letIn = async (
    tried: readonly Door[],
    callerFor: (door: Door) => Promise<Client> | Client,
    atOnce?: number,
  ) => {
    const wrong: string[] = [];
    await together(
      tried,
      async (door) => {
        const { status, text } = await door.knock(await callerFor(door));
        if (status === 401 || status === 403 || status >= 500) {
          wrong.push(`${nameOf(door)} -> ${status} ${text.slice(0, 200)}`);
        }
      },
      atOnce,
    );
    return wrong;
  };
  const behind = (...kinds: string[]): Door[] =>
    doors.filter(({ registered }) => kinds.includes(registered.route.access.kind));

  /** Doors to try as an administrator: all of them; as an integration: one of each route. */
  const formsFor = (type: 'admin' | 'integration'): Door[] =>
    behind('acl').filter(({ form }) => type === 'admin' || form === 'sync' || form === 'console');

  test('there are doors of each kind', () => {
    expect(behind('acl').length).toBeGreaterThan(300);
    expect(behind('self').length).toBeGreaterThan(50);
    expect(behind('anonymous').length).toBeGreaterThan(50);
    expect(doors.filter(({ form }) => form === 'console').length).toBeGreaterThan(30);
    for (const form of ['async', 'bulk'])
      expect(doors.filter((door) => door.form === form).length).toBeGreaterThan(150);
  });

  test('who lacks what a route asks is kept out, learns nothing and changes nothing', async () => {
    for (const door of behind('acl')) {
      await granted('admin', allBut(door));
      await granted('integration', allBut(door));
    }
    // The mails to those who were made are on their way.
    await until(async () => (await contents(here.souk)).outbox!.startsWith('0 '));
    // Whoever asks what has changed has it numbered, which would otherwise happen some time later.
    await here.admin.raw('GET', '/_/changes');
    const before = await contents(here.souk);
    expect(await keptOut(behind('acl', 'self'), () => here.guest), 'a guest').toEqual([]);
    const once = behind('acl', 'self').filter(({ form }) => form === 'sync' || form === 'console');
    expect(await keptOut(once, () => here.guest.as('x'.repeat(32))), 'an unknown token').toEqual([]);
    expect(await keptOut(behind('acl'), () => customer), 'a customer').toEqual([]);
    expect(await keptOut(behind('acl'), () => companyAdmin), 'an administrator of a company').toEqual([]);
    for (const type of ['admin', 'integration'] as const) {
      expect(await keptOut(formsFor(type), (door) => granted(type, allBut(door))), `another ${type}`).toEqual([]);
      expect(await keptOut(behind('self'), () => granted(type, allBut(behind('acl')[0]!))), type).toEqual([]);
    }
    expect(await contents(here.souk)).toEqual(before);
  });

  test('who has it is let in', async () => {
    for (const type of ['admin', 'integration'] as const) {
      expect(await letIn(formsFor(type), (door) => granted(type, resourcesOf(door))), type).toEqual([]);
    }
    expect(await letIn(behind('self'), () => here.granted('admin', 'all'), 1), 'an administrator').toEqual([]);
  });

  test('customers are let in where their own data is, and everybody where nothing is asked', async () => {
    const id = await newCustomer('ada@example.com');
    // One after another, with a token each: one of the routes ends all sessions.
    expect(await letIn(behind('self'), () => here.callerOf('customer', id), 1), 'a customer').toEqual([]);
    // This one tells callers of the console who they are: guests and customers are none.
    const open = behind('anonymous').filter((door) => nameOf(door) !== 'console GET /_/console/me');
    expect(await letIn(open, () => here.guest), 'a guest').toEqual([]);
    expect(await letIn(open, () => customer), 'a customer').toEqual([]);
    expect(await letIn(behind('anonymous'), () => granted('integration', [])), 'an integration').toEqual([]);
  });
});
