import type { ModuleManifest } from '../../../src/kernel/module.ts';
import { printApi } from './print.ts';
import { operationTable } from './table.ts';

/**
 * Prints the source text of a typed client for a shop with modules of its own: one file that imports `souk-client`. It has every type by
 * its name, and the table of operations, so that it needs neither the modules nor the server. `version` is that of the server.
 */
export function printClient(modules: readonly ModuleManifest[], version: string): string {
  return `// Printed by \`souk client\` of Souk ${version}: every route of this shop. Print it again after a change of modules.
import { createClientOf, type ClientOf, type ClientOptions, type OperationTable } from 'souk-client';
${printApi(modules, 'souk-client')}
const operations: OperationTable = ${JSON.stringify(operationTable(modules))};

/** The client of this shop. */
export type Client = ClientOf<Groups, Routes>;

/** Makes a client of this shop. It sends nothing before its first call. */
export function createClient(options: ClientOptions): Client {
  return createClientOf<Groups, Routes>(operations, options);
}`;
}
