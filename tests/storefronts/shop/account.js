import * as api from '@dropins/storefront-account/api.js';
import Addresses from '@dropins/storefront-account/containers/Addresses.js';
import CustomerInformation from '@dropins/storefront-account/containers/CustomerInformation.js';
import OrdersList from '@dropins/storefront-account/containers/OrdersList.js';
import { render } from '@dropins/storefront-account/render.js';
import ResetPassword from '@dropins/storefront-auth/containers/ResetPassword.js';
import SignIn from '@dropins/storefront-auth/containers/SignIn.js';
import SignUp from '@dropins/storefront-auth/containers/SignUp.js';
import UpdatePassword from '@dropins/storefront-auth/containers/UpdatePassword.js';
import { render as renderAuth } from '@dropins/storefront-auth/render.js';
import * as orderApi from '@dropins/storefront-order/api.js';
import ReturnsList from '@dropins/storefront-order/containers/ReturnsList.js';
import { render as renderOrder } from '@dropins/storefront-order/render.js';
import { isSignedIn, place, start } from './connection.js';

const forms = {
  create: [SignUp, { routeSignIn: () => '/account', routeRedirectOnSignIn: () => '/account' }],
  forgotten: [ResetPassword, { routeSignIn: () => '/account' }],
  createPassword: [UpdatePassword, { routeSignInPage: () => '/account', routeRedirectOnSignIn: () => '/account' }],
};

/** `/account` and the forms of those who are not signed in. */
export async function account(main, [form]) {
  if (!isSignedIn()) {
    const [container, props] = forms[form] ?? [
      SignIn,
      {
        routeSignUp: () => '/account/create',
        routeForgotPassword: () => '/account/forgotten',
        routeRedirectOnSignIn: () => '/account',
      },
    ];
    await renderAuth.render(container, props)(place(main, 'auth'));
    return;
  }
  await start(api);
  await start(orderApi);
  await render.render(CustomerInformation, {})(place(main, 'information'));
  await render.render(Addresses, { minifiedView: false, withActionsInFullSizeView: true })(place(main, 'addresses'));
  await render.render(OrdersList, {
    minifiedView: false,
    routeOrderDetails: (number) => `/order?orderRef=${number}`,
  })(place(main, 'orders'));
  await renderOrder.render(ReturnsList, {
    minifiedView: false,
    routeReturnDetails: ({ orderNumber, returnNumber }) => `/order?orderRef=${orderNumber}&returnRef=${returnNumber}`,
  })(place(main, 'returns'));
}
