import { chosenValues } from './graphql-cart.ts';

/** The service of configurable products, `call.services.configurableProduct`. */
interface ConfigurableProductService {
  /** The chosen values of a configurable product, as storefronts see them. */
  readonly chosenOptions: typeof chosenValues;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    configurableProduct: ConfigurableProductService;
  }
}

/** The service of configurable products. */
export const configurableProductService: ConfigurableProductService = { chosenOptions: chosenValues };
