import { defineErrors } from '../../kernel/errors.ts';

/** Errors of rewrites. */
export const rewriteErrors = defineErrors('url-rewrite', {
  pathTaken: [
    'alreadyExists',
    'Request Path for Specified Store already exists.',
    'a rewrite is made for a path that already leads somewhere in the store view',
  ],
  noUrl: ['input', '"url" argument should be specified and not empty', 'a query asks where an empty URL leads to'],
});
