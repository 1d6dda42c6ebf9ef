import type { modules } from '../../../src/program/modules.ts';
import type { GroupsOf, RoutesByPath } from '../declared/infer.ts';

/**
 * What the client can call, read from the declarations of the server's modules. In the published package this file is the same in
 * print, since that has no declarations.
 */
export type Groups = GroupsOf<typeof modules>;

/** Every route by its method and path. */
export type Routes = RoutesByPath<typeof modules>;
