import { module } from '../../kernel/module.ts';
import { ProductOptionExtension } from '../quote/option-types.ts';
import { OrderProductOptionExtension } from '../sales/types/order-item.ts';
import { groupedChoiceFields, groupedItem } from './cart-item.ts';
import { groupedType } from './product-type.ts';
import { GROUPED } from './types.ts';
import { groupedChoices } from './view-choices.ts';
import { groupedGraphql } from './graphql.ts';

export const groupedProduct = module({
  name: 'GroupedProduct',
  needs: ['availability', 'storefront', 'quote'],
  extends: [
    { type: ProductOptionExtension, fields: groupedChoiceFields },
    { type: OrderProductOptionExtension, fields: groupedChoiceFields },
  ],
  graphql: groupedGraphql,
  contributes: {
    productTypes: [groupedType],
    cartItemTypes: [groupedItem],
    viewChoices: [{ type: GROUPED, of: groupedChoices }],
  },
});
