import { defineErrors } from '../../kernel/errors.ts';

/** Errors of rewrites. */
export const rewriteErrors = defineErrors('url-rewrite', {
  pathTaken: [
    'alreadyExists',
    'Request Path for Specified Store already exists.',
    'a rewrite is created for a path that the store view already uses',
  ],
  noUrl: ['input', '"url" argument should be specified and not empty', 'a query resolves an empty URL'],
});
