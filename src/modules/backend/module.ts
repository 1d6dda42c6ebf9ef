import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { backendRoutes } from './routes.ts';

/** The module that tells which modules there are, by the interface's names, so that clients find out what they can use. */
export const backend = module({ name: 'Backend', acl: declaredAcl, routes: backendRoutes });
