import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Registry } from '../../../kernel/registry.ts';
import { interfaceName } from '../../../kernel/vendor.ts';

/** Whether a name is that of a file in the folder of a bundle: it leads neither out of the folder nor to a hidden file. */
export function isBundleFile(name: unknown): name is string {
  if (typeof name !== 'string' || /[\\\0]/.test(name)) return false;
  return name.split('/').every((part) => part !== '' && !part.startsWith('.'));
}

/** The address of a bundle's file. */
export function bundleAddress(module: string, place: string, file: string): string {
  return `/console/modules/${interfaceName(module)}/${place}/${file.split('/').map(encodeURIComponent).join('/')}`;
}

/** Serves the bundles of modules below `/console/modules/<module>/<place>/`. Browsers ask each time whether a file has changed. */
export function bundleFiles(
  app: FastifyInstance,
  { contributions, contributors }: Registry,
  headers: Readonly<Record<string, string>>,
): void {
  for (const page of contributions.consolePages) {
    const { place, bundle } = page;
    if (!bundle) continue;
    const folder = fileURLToPath(bundle.folder);
    const address = bundleAddress(contributors.get(page) ?? '', place, '');
    app.get<{ Params: { '*': string } }>(`${address}*`, { config: { isFile: true } }, (request, reply) => {
      const file = request.params['*'];
      return isBundleFile(file) ? reply.headers(headers).sendFile(file, folder) : reply.callNotFound();
    });
  }
}
