import { chosenOf } from './graphql.ts';

/** The service of bundles, `call.services.bundle`. */
interface BundleService {
  /** The chosen selections of a bundle, as storefronts see them. */
  readonly chosenOptions: typeof chosenOf;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    bundle: BundleService;
  }
}

/** The service of bundles. */
export const bundleService: BundleService = { chosenOptions: chosenOf };
