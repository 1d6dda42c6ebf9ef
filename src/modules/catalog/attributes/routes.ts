import { categoryAttributeRoutes } from './category-routes.ts';
import { attributeOptionRoutes } from './option-routes.ts';
import { productAttributeRoutes } from './product-routes.ts';

/** Routes of product and category attributes and their options. */
export const attributeRoutes = [...productAttributeRoutes, ...attributeOptionRoutes, ...categoryAttributeRoutes];
