import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { backendRoutes } from './routes.ts';

/** Lists the modules, by the interface's names, so that clients discover supported features. */
export const backend = module({ name: 'Backend', acl: declaredAcl, routes: backendRoutes });
