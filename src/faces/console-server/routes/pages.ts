import { refusal } from '../../../platform/access/check.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { acl, anonymous, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { openPages, presentPage } from '../module-pages/present.ts';

const readPage = route({
  method: 'GET',
  path: '/_/console/pages/:place',
  service: 'consolePageV1',
  operation: 'get',
  summary: 'Reads a page that a module adds to the console.',
  // Each page has a permission of its own.
  access: anonymous,
  input: { place: t.string, language: t.optional(t.string) },
  output: t.mixed,
  handle: ({ place, language }, call) => {
    const page = call.contributions.consolePages.find((one) => one.place === place);
    if (!page) throw platformErrors.noSuchEntity({ fieldName: 'place', fieldValue: place });
    if (!openPages(call).includes(page)) throw refusal(acl(page.permission), call.caller);
    return presentPage(call, page, language ?? 'en');
  },
});

export const pageRoutes = [readPage] as const;
