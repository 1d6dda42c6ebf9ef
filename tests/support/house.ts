/**
 * The layers of the house from the ground up (see ARCHITECTURE.md): each knows those before it. Files of the composition stand
 * for themselves. A file belongs to the longest of these paths that it lies in.
 */
export const layers = [
  'kernel',
  'storage',
  'storage/criteria',
  'platform/tracing',
  'platform/mail',
  'platform/audit',
  'platform/limits',
  'platform/access',
  'platform/idempotency',
  'platform/configuration',
  'platform/captcha',
  'platform/execution',
  'platform/row-import',
  'platform/operation-queue',
  'platform/change-log',
  'platform/page-cache',
  'modules',
  'faces/import',
  'faces/demo',
  'faces/reference',
  'faces/media',
  'faces/webapi',
  'faces/graphql',
  'faces/inspector',
  'faces/overview',
  'faces/console-server',
  'faces/control',
  'faces/marketplace',
  'program/clock.ts',
  'program/environment',
  'program/added-modules',
  'program/modules.ts',
  'program/souk.ts',
  'program/processes',
  'program/server.ts',
  'program/cli',
];

/** The layer of a file, by its path within src. */
export const layerOf = (path: string): string =>
  layers
    .filter((layer) => path === layer || path.startsWith(`${layer}/`))
    .reduce((longest, layer) => (layer.length > longest.length ? layer : longest), '');
/** The folder of the module that a file belongs to, by its path within src; undefined for files of other layers. */
export const moduleOf = (path: string): string | undefined => /^modules\/([^/]+)\//.exec(path)?.[1];
