import { extendType } from '../../../kernel/graphql.ts';
import { loader } from '../../../kernel/loader.ts';

const canonical = loader<number, string | undefined>(async (ids, call) => {
  const found = await call.services.urlRewrite.canonicalUrls(call, 'PRODUCT', ids);
  return ids.map((id) => found.get(id));
});

/** Where products have their pages. */
export const urlDeclarations = [
  extendType('ProductInterface', (t) => ({
    canonical_url: t.field('String', ({ product }, _, call) => canonical(call, product.id)),
    url_rewrites: t.batch('[UrlRewrite]', async (all, _, call) => {
      const ids = all.map(({ product }) => product.id);
      const found = await call.services.urlRewrite.rewritesOf(call, 'PRODUCT', ids);
      return ids.map((id) => found.get(id) ?? []);
    }),
  })),
];
