import { attributeGroupRoutes } from './group-routes.ts';
import { productSetRoutes } from './set-routes.ts';

/** Routes of product attribute sets, of the attributes in them and of their groups. */
export const attributeSetRoutes = [...productSetRoutes, ...attributeGroupRoutes];
