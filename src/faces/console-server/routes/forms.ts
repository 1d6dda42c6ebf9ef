import { platformErrors } from '../../../kernel/errors.ts';
import { anonymous, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { consoleErrors } from '../errors.ts';
import { describeFields } from '../route-fields.ts';

const readForm = route({
  method: 'GET',
  path: '/_/console/forms',
  service: 'consoleFormV1',
  operation: 'get',
  summary: 'Describes the input of a route, for the form of its records.',
  // Any admin user or integration.
  access: anonymous,
  input: { route: t.string },
  output: t.mixed,
  handle: ({ route: name }, { caller, platform, contributions }) => {
    const declared = [...platform.routes.map((one) => one.route), ...contributions.consoleRoutes];
    const described = declared.find(({ method, path }) => `${method} ${path}` === name);
    if (!described) throw platformErrors.noSuchEntity({ fieldName: 'route', fieldValue: name });
    // Types are no secret: the form of a caller who may not save is read-only.
    if (caller.type !== 'admin' && caller.type !== 'integration') throw consoleErrors.people();
    return describeFields(described.input, { edition: platform.edition, release: platform.release });
  },
});

export const formRoutes = [readForm] as const;
