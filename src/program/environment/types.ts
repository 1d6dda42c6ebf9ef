import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { listItems } from '../../kernel/configuration.ts';
import type { ObjectStoreAddress } from '../../kernel/files.ts';
import { isAmong } from '../../kernel/narrow.ts';
import { errorMessage } from '../../kernel/thrown.ts';
import { serversOf } from '../../storage/postgres/address.ts';

/** Reads the text of the variable `name`. Throws with a sentence for people, which shows no text that may hold a password. */
export type VariableType<T> = (text: string, name: string) => T;

export const text: VariableType<string> = (value) => value;
export const optionalText: VariableType<string | undefined> = (value) => value || undefined;
/** A folder, as an absolute path, since files are served from it. */
export const folder: VariableType<string> = (value) => resolve(value);

/** One of a few texts. */
export function oneOf<const T extends string>(...values: readonly T[]): VariableType<T> {
  return (value, name) => {
    if (isAmong(values, value)) return value;
    throw new Error(`${name} is "${value}": use ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`);
  };
}

/** 0 or 1. */
export const flag: VariableType<boolean> = (value, name) => oneOf('0', '1')(value, name) === '1';

/** A whole number between two, both included. */
export function wholeNumber(least: number, most: number): VariableType<number> {
  return (value, name) => {
    const number = Number(value);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    throw new Error(`${name} is "${value}": use a whole number from ${least} to ${most}`);
  };
}

/** Seconds, up to a day. */
export const seconds = (least: number): VariableType<number> => wholeNumber(least, 86_400);
export const port = wholeNumber(0, 65_535);

/** A release of the interface. */
export const release: VariableType<string> = (value, name) => {
  if (/^2\.[34]\.\d+$/.test(value)) return value;
  throw new Error(`${name} is "${value}": use a release such as 2.4.8`);
};

/** A URL of one of the schemes; undefined: none. */
export function url(...schemes: readonly string[]): VariableType<string | undefined> {
  return (value, name) => {
    if (!value) return undefined;
    if (URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1))) return value;
    throw new Error(`${name} has to start with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
  };
}

/** The address of a web server, without a trailing slash; undefined: none. */
export const publicUrl: VariableType<string | undefined> = (value, name) =>
  url('http', 'https')(value, name)?.replace(/\/+$/, '');

/** `sqlite:<file>`, or the address of PostgreSQL; undefined: none. */
export const databaseUrl: VariableType<string | undefined> = (value, name) => {
  if (!value) return undefined;
  if (!/^(sqlite:.|postgres(ql)?:\/\/)/.test(value)) {
    throw new Error(`${name} has to start with sqlite: or postgres://`);
  }
  checkAddress(value, name);
  return value;
};

/** Addresses of databases, separated by commas. */
export const databaseUrls: VariableType<readonly string[]> = (value, name) => {
  const urls = listItems(value);
  for (const address of urls) checkAddress(address, name);
  return urls;
};

/** Names, separated by commas. */
export const names: VariableType<readonly string[]> = (value) => listItems(value);

/** Refuses an address of PostgreSQL that cannot be read. */
function checkAddress(address: string, name: string): void {
  if (address.startsWith('sqlite:')) return;
  try {
    serversOf(address);
  } catch (error) {
    throw new Error(`${name}: ${errorMessage(error)}`, { cause: error });
  }
}

/** `s3://bucket/prefix?region=…&endpoint=…`; undefined: none. */
export const objectStore: VariableType<ObjectStoreAddress | undefined> = (value, name) => {
  if (!value) return undefined;
  const wrong = (why: string): Error =>
    new Error(
      `${name} ${why}: use s3://bucket/prefix?region=eu-central-1, with &endpoint=https://… where it is not Amazon's`,
    );
  const address = /^s3:\/\/[a-z0-9]/.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  if (!address || address.username || address.port) throw wrong('is no address of a bucket');
  const unknown = [...address.searchParams.keys()].find((key) => key !== 'region' && key !== 'endpoint');
  if (unknown) throw wrong(`has "${unknown}"`);
  const endpoint = address.searchParams.get('endpoint') ?? undefined;
  const isHttp = endpoint === undefined || (URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol));
  if (!isHttp) throw wrong('has an endpoint that is no address');
  const prefix = decodeURIComponent(address.pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: address.hostname,
    prefix: prefix && `${prefix}/`,
    region: address.searchParams.get('region') ?? 'us-east-1',
    endpoint,
  };
};

/** `name=value` pairs, separated by commas, with values encoded as in URLs. Source: W3C Baggage, which OpenTelemetry refers to. */
export const pairs: VariableType<Readonly<Record<string, string>>> = (value, name) =>
  Object.fromEntries(
    listItems(value).map((item) => {
      const [key = '', ...rest] = item.split('=');
      // The value may be a key of the collector, and is not shown.
      if (!/^\s*[^\s=]+\s*$/.test(key) || rest.length === 0) throw new Error(`${name} has to be name=value pairs`);
      try {
        return [key.trim(), decodeURIComponent(rest.join('=').trim())];
      } catch (error) {
        throw new Error(`${name} has a value of ${key.trim()} that cannot be decoded: use %25 for %`, { cause: error });
      }
    }),
  );

/** A share from 0 to 1. */
export const share: VariableType<number> = (value, name) => {
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= 1) return number;
  throw new Error(`${name} is "${value}": use a number from 0 to 1`);
};

/** The prefix of queue names, without those that RabbitMQ reserves (`amq.`); undefined: none. */
export const queuePrefix: VariableType<string | undefined> = (value, name) => {
  if (!value) return undefined;
  if (/^(?!amq\.)[\w.:-]{1,100}$/.test(value)) return value;
  throw new Error(`${name} is "${value}": use letters, digits, dots, colons, dashes and underscores`);
};

/** Addresses, and networks by prefix length. */
export const networks: VariableType<readonly string[]> = (value, name) => {
  const list = listItems(value);
  for (const item of list) {
    const [address = '', bits, ...more] = item.split('/');
    const version = isIP(address);
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
    if (version === 0 || !fits || more.length > 0) {
      throw new Error(`${name} has "${item}": use addresses such as 10.0.0.1 or networks such as 10.0.0.0/8`);
    }
  }
  return list;
};

/** Origins of web pages, or `*` for all of them. */
export const origins: VariableType<'*' | readonly string[]> = (value, name) => {
  const list = listItems(value);
  if (list.includes('*')) return '*';
  for (const origin of list) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new Error(`${name} has "${origin}": use origins such as https://shop.example`);
    }
  }
  return list;
};
