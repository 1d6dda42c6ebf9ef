import { modules } from '../../../src/program/modules.ts';
import { operationTable } from '../declared/table.ts';

/** What the client can call, read from the declarations. In the published package this file is the same table in print. */
export const operations = operationTable(modules);
