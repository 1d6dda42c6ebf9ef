import type { Json } from '../sales/shop.ts';
import { ok, startSouk, type Client, type Souk } from '../support/souk.ts';

export let souk: Souk;

/** Starts the server that the calls are made to. */
export async function begin(): Promise<void> {
  souk = await startSouk();
}

export const get = async (path: string): Promise<Json> => ok(await souk.admin.get(path));
export const post = async (path: string, body: object): Promise<Json> => ok(await souk.admin.post(path, body));

/** A call whose path names one record and whose body another. */
export interface Mismatch {
  readonly path: string;
  readonly body: object;
  readonly caller?: Client;
  readonly mine: () => Promise<unknown>;
  readonly other: () => Promise<unknown>;
  /** What the record of the path has of the body then. */
  readonly changed: unknown;
}
export type Make = () => Promise<Mismatch>;

/** Both records are read at the same route. */
export function readAt(url: (id: string | number) => string, [mine, other]: readonly (string | number)[]) {
  return { mine: () => get(url(mine!)), other: () => get(url(other!)) };
}

export async function pair<T>(make: () => Promise<T>): Promise<[T, T]> {
  return [await make(), await make()];
}
