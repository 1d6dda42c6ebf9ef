import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { webapiConfiguration } from './configuration.ts';

/** The HTTP face as a module of the interface: its settings and permissions. */
export const webapi = module({ name: 'Webapi', acl: declaredAcl, configuration: webapiConfiguration });
