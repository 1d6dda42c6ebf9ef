import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const pages = fileURLToPath(new URL('shop', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** A storefront's own server: it has pages and packages, and no data of the shop. */
export interface Storefront {
  readonly base: string;
  stop(): Promise<void>;
}

/**
 * Serves the pages of `shop`, and `packages` (a `node_modules` folder) below `/packages/`. `settings` is the configuration of the
 * pages, read at each request because the address of the shop's server is known later.
 */
export async function startStorefront(packages: string, settings: () => object): Promise<Storefront> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://storefront');
    void respond(response, pathname, packages, settings);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { base: `http://127.0.0.1:${port}`, stop: () => close(server) };
}

async function respond(
  response: ServerResponse,
  pathname: string,
  packages: string,
  settings: () => object,
): Promise<void> {
  if (pathname === '/settings.json') {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(settings()));
    return;
  }
  const file = fileOf(normalize(decodeURIComponent(pathname)), packages);
  try {
    const content = await readFile(file);
    response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream').end(content);
  } catch {
    response.writeHead(404).end();
  }
}

function fileOf(path: string, packages: string): string {
  if (path.startsWith('/packages/')) return join(packages, path.slice('/packages/'.length));
  if (path.startsWith('/shop/')) return join(pages, path.slice('/shop/'.length));
  return join(pages, 'index.html');
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
