import CartSummaryList from '@dropins/storefront-cart/containers/CartSummaryList.js';
import Coupons from '@dropins/storefront-cart/containers/Coupons.js';
import EstimateShipping from '@dropins/storefront-cart/containers/EstimateShipping.js';
import GiftCards from '@dropins/storefront-cart/containers/GiftCards.js';
import GiftOptions from '@dropins/storefront-cart/containers/GiftOptions.js';
import OrderSummary from '@dropins/storefront-cart/containers/OrderSummary.js';
import { render } from '@dropins/storefront-cart/render.js';
import { place, productPath } from './connection.js';

const slot = (container, props) => (context) => {
  const element = document.createElement('div');
  render.render(container, props?.(context) ?? {})(element);
  context.appendChild(element);
};

/** The slots of a summary in which coupons and gift cards are entered. */
export const summarySlots = { Coupons: slot(Coupons), GiftCards: slot(GiftCards) };

/** The gift options of an item. */
export const itemGiftOptions = slot(GiftOptions, (context) => ({
  item: context.item,
  view: 'product',
  dataSource: 'cart',
  handleItemsLoading: context.handleItemsLoading,
  handleItemsError: context.handleItemsError,
  onItemUpdate: context.onItemUpdate,
}));

export async function cartPage(main) {
  main.classList.add('two-columns');
  await render.render(CartSummaryList, {
    routeProduct: ({ topLevelSku }) => productPath({ sku: topLevelSku }),
    enableUpdateItemQuantity: true,
    enableRemoveItem: true,
    undo: true,
    slots: { Footer: itemGiftOptions },
  })(place(main, 'items'));
  const column = place(main, 'column');
  await render.render(OrderSummary, {
    routeCheckout: () => '/checkout',
    slots: { ...summarySlots, EstimateShipping: slot(EstimateShipping) },
  })(place(column, 'summary'));
  await render.render(GiftOptions, { view: 'order', dataSource: 'cart' })(place(column, 'gift-options'));
}
