import { module } from '../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { webapiConfiguration } from './configuration.ts';

/** The HTTP face as a module of the interface: what it is configured by. */
export const webapi = module({ name: 'Webapi', acl: declaredAcl, configuration: webapiConfiguration });
