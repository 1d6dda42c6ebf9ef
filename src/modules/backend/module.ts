import { closable, isOpen } from '../../configuration/closed-modules.ts';
import { module } from '../../kernel/module.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';

/**
 * Modules of the interface whose functions are parts of the platform itself: they are there, but have no manifest of their
 * own to be found by.
 */
const ofThePlatform = [
  'Config',
  'Authorization',
  'User',
  'Webapi',
  'WebapiAsync',
  'WebapiSecurity',
  'MessageQueue',
  'MysqlMq',
  'Amqp',
  'Swagger',
  'SwaggerWebapi',
  'SwaggerWebapiAsync',
];

const getModules = route({
  method: 'GET',
  path: '/V1/modules',
  service: 'backendModuleServiceV1',
  operation: 'getModules',
  summary: 'List the names of the modules that are enabled.',
  access: acl('Magento_Backend::admin'),
  input: {},
  output: t.array(t.string),
  serviceClass: 'Magento\\Backend\\Service\\V1\\ModuleServiceInterface',
  handle: (_, { platform, config }) => {
    const names = new Set([...platform.modules, ...ofThePlatform]);
    const closed = new Set<string>(closable.filter((name) => !isOpen(config, name)));
    return [...names].map((name) => `Magento_${name}`).filter((name) => !closed.has(name));
  },
});

/** The module that tells which modules there are: names are the interface's, so that clients find out what they can use. */
export const backend = module({ name: 'Backend', routes: [getModules] });
