import { isModuleEnabled, optionalModules } from '../../platform/configuration/disabled-modules.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { interfaceName } from '../../kernel/vendor.ts';

/** Modules of the interface that are parts of the platform itself and so have no manifest. */
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
    const closed = new Set<string>(optionalModules.filter((name) => !isModuleEnabled(config, name)));
    return [...names].map((name) => interfaceName(name)).filter((name) => !closed.has(name));
  },
});

/** Routes about the modules. */
export const backendRoutes = [getModules];
