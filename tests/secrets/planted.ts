import { criteria, ok, until, type Client } from '../support/client.ts';
import type { Souk } from '../support/souk.ts';
import { storedTables, writtenPlaces } from '../support/stored.ts';
import type { AskedServer } from '../webhooks/hook.ts';

/** A secret that was sent or received, and the places that may hold it, each with the reason. */
interface Planted {
  readonly name: string;
  readonly value: string;
  readonly allowed: Readonly<Record<string, string>>;
}

/** Secrets by name, and the places where they are looked for. */
export interface Garden {
  /** Remembers a secret; gives its value. */
  plant(name: string, value: string, allowed?: Readonly<Record<string, string>>): string;
  readonly planted: readonly Planted[];
}

/** A garden without secrets. */
export function newGarden(): Garden {
  const planted: Planted[] = [];
  return {
    planted,
    plant(name, value, allowed = {}) {
      if (value.length < 4) throw new Error(`${name} is too short to be looked for: "${value}"`);
      planted.push({ name, value, allowed });
      return value;
    },
  };
}

/** Each place that a secret was found in without a reason, as `name: place`. */
export function foundIn({ planted }: Garden, places: ReadonlyMap<string, string>): string[] {
  return planted.flatMap(({ name, value, allowed }) => {
    const isStored = Object.keys(allowed).some((place) => place.startsWith('table '));
    return [...places].flatMap(([place, text]) => {
      // The file has the rows of all tables, and those are looked through one by one.
      const isAllowed = allowed[place] !== undefined || (place === 'database file' && isStored);
      return !isAllowed && text.includes(value) ? [`${name}: ${place}`] : [];
    });
  });
}

/** All that an installation writes down and shows about calls, by place. */
export async function placesOf(souk: Souk, asked: AskedServer): Promise<ReadonlyMap<string, string>> {
  const { log, files, database } = await writtenPlaces(souk);
  const places = new Map([
    ['log', log],
    ['files', files],
    ['recorded calls', await recordedCalls(souk.admin)],
    ['bulk operations', await operations(souk.admin)],
    ['listed emails', await listedMails(souk.admin)],
    ['hooks and events', asked.asked.map(({ text }) => text).join('\n')],
  ]);
  if (souk.env.DATABASE_URL!.startsWith('sqlite:')) places.set('database file', database);
  for (const [table, rows] of await storedTables(souk)) places.set(`table ${table}`, rows);
  const shown = {
    audit: '/_/console/audit?limit=500',
    settings: '/_/console/settings',
    'event targets': '/_/console/events/targets',
    deliveries: '/_/console/events/deliveries',
    providers: '/rest/V1/eventing/getEventProviders',
    hooks: '/rest/V1/webhooks/list',
    changes: '/_/changes?after=0&limit=1000',
  };
  for (const [place, path] of Object.entries(shown)) places.set(place, (await souk.admin.raw('GET', path)).text);
  places.set('metrics', (await souk.guest.raw('GET', '/metrics')).text);
  return places;
}

/** The list of recorded calls, and each of them. */
async function recordedCalls(admin: Client): Promise<string> {
  const list = ok(await admin.raw('GET', '/_/console/calls?limit=500')) as { id: number }[];
  const details: string[] = [];
  for (const { id } of list) details.push(ok(await admin.raw('GET', `/_/console/calls/${id}`)) as string);
  return JSON.stringify([list, details]);
}

async function operations(admin: Client): Promise<string> {
  const { items } = ok(await admin.get(`/V1/bulk/?${criteria([], { pageSize: 100 })}`)) as {
    items: { bulk_uuid: string }[];
  };
  const bulks: unknown[] = [items, ok(await admin.raw('GET', '/_/console/bulks'))];
  for (const uuid of new Set(items.map(({ bulk_uuid }) => bulk_uuid))) {
    bulks.push(ok(await admin.get(`/V1/bulk/${uuid}/detailed-status`)));
    bulks.push(ok(await admin.raw('GET', `/_/console/bulks/${uuid}/operations`)));
  }
  return JSON.stringify(bulks);
}

async function listedMails(admin: Client): Promise<string> {
  const { items } = ok(await admin.raw('GET', '/_/console/mails?limit=500')) as { items: { id: number }[] };
  const mails: unknown[] = [items];
  for (const { id } of items) mails.push(ok(await admin.raw('GET', `/_/console/mails/${id}`)));
  return JSON.stringify(mails);
}

/** Waits until no operation is open. */
export async function settled(admin: Client, uuids: readonly string[]): Promise<void> {
  for (const uuid of uuids) {
    await until(async () => {
      const { operations_list: list } = ok(await admin.get(`/V1/bulk/${uuid}/detailed-status`)) as {
        operations_list: { status: number }[];
      };
      return list.length > 0 && list.every(({ status }) => status !== 4);
    });
  }
}

/** Reasons for places where the secret is not: they would hide it if it came there. */
export function unusedReasons({ planted }: Garden, places: ReadonlyMap<string, string>): string[] {
  return planted.flatMap(({ name, value, allowed }) =>
    Object.keys(allowed)
      // The write-ahead log may have been written back.
      .filter((place) => place !== 'database file' && !places.get(place)?.includes(value))
      .map((place) => `${name}: ${place}`),
  );
}
