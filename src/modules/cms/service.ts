import type { showContent } from './show-content.ts';

/** The service of content, `call.services.cms`. */
interface CmsService {
  /** Content as storefronts show it, without directives. */
  readonly showContent: typeof showContent;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    cms: CmsService;
  }
}
