import { events } from '@dropins/tools/event-bus.js';
import * as api from '@dropins/storefront-order/api.js';
import CreateReturn from '@dropins/storefront-order/containers/CreateReturn.js';
import CustomerDetails from '@dropins/storefront-order/containers/CustomerDetails.js';
import OrderComments from '@dropins/storefront-order/containers/OrderComments.js';
import OrderCostSummary from '@dropins/storefront-order/containers/OrderCostSummary.js';
import OrderHeader from '@dropins/storefront-order/containers/OrderHeader.js';
import OrderProductList from '@dropins/storefront-order/containers/OrderProductList.js';
import OrderReturns from '@dropins/storefront-order/containers/OrderReturns.js';
import OrderSearch from '@dropins/storefront-order/containers/OrderSearch.js';
import OrderStatus from '@dropins/storefront-order/containers/OrderStatus.js';
import ShippingStatus from '@dropins/storefront-order/containers/ShippingStatus.js';
import { render } from '@dropins/storefront-order/render.js';
import { isSignedIn, place, start } from './connection.js';

const reference = ({ number, token }) => encodeURIComponent(isSignedIn() ? number : token);

/** Everything that a buyer sees of an order. */
export async function renderOrder(main, orderData) {
  main.classList.add('two-columns');
  const parts = {
    header: [OrderHeader, {}],
    status: [
      OrderStatus,
      {
        routeCreateReturn: (one) => `/order/return?orderRef=${reference(one)}`,
        routeOnSuccess: () => '/cart',
      },
    ],
    shipping: [ShippingStatus, {}],
    customer: [CustomerDetails, {}],
    returns: [OrderReturns, { routeReturnDetails: ({ orderNumber }) => `/order?orderRef=${orderNumber}` }],
    comments: [OrderComments, {}],
    products: [OrderProductList, {}],
    costs: [OrderCostSummary, {}],
  };
  for (const [name, [container, props]] of Object.entries(parts)) {
    await render.render(container, { orderData, ...props })(place(main, `order-${name}`));
  }
}

/** `/order`: an order by number or token, or the form of visitors who look for theirs; `/order/return` returns items of one. */
export async function order(main, [action], query) {
  const orderRef = query.get('orderRef');
  const isLoaded = new Promise((resolve) => {
    events.on('order/data', resolve, { eager: true });
    events.on('order/error', resolve, { eager: true });
  });
  await start(api, {
    ...(orderRef && { orderRef }),
    ...(query.has('returnRef') && { returnRef: query.get('returnRef') }),
  });
  if (!orderRef) {
    await render.render(OrderSearch, {
      isAuth: isSignedIn(),
      routeCustomerOrder: () => '/order',
      routeGuestOrder: () => '/order',
    })(place(main, 'order-search'));
    return;
  }
  await isLoaded;
  if (action === 'return') {
    await render.render(CreateReturn, { routeReturnSuccess: () => `/order?orderRef=${orderRef}` })(
      place(main, 'create-return'),
    );
    return;
  }
  await renderOrder(main);
}
