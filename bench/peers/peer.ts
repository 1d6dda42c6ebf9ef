import { type Client } from 'pg';

/** A commerce server that is measured beside others. */
export interface Peer {
  /** Name, version and database, as in the table. */
  readonly name: string;
  /** Installs the server with a file of `count` products and nothing else. Gives the cost of the import alone. */
  install(count: number): Promise<Cost>;
  start(): Promise<RunningPeer>;
  /** Removes folders and databases. */
  remove(): Promise<void>;
}

/** A server that accepts requests. */
export interface RunningPeer {
  readonly pid: number;
  /** Its database, if that is a server of its own. */
  readonly db?: Client | undefined;
  /** Reads one product of the shop, as a guest. */
  readProduct(number: number): Promise<unknown>;
  /** Reads a list of 20 products, as a guest. */
  readList(): Promise<unknown>;
  /** Adds a product to a new cart. */
  addToCart(): Promise<unknown>;
  /** Places a guest's order for one product, with addresses, shipping and an offline payment. */
  checkOut(): Promise<unknown>;
  stop(): Promise<void>;
}

/** Seconds of CPU and of the clock. */
export interface Cost {
  readonly cpu: number;
  readonly seconds: number;
}

/** Name, SKU and price of the products that all servers have. */
export const productOf = (number: number): { sku: string; name: string; price: number } => ({
  sku: `bench-${number}`,
  name: `Bench product ${number}`,
  price: 10,
});
