import { events } from '@dropins/tools/event-bus.js';
import * as accountApi from '@dropins/storefront-account/api.js';
import AddressForm from '@dropins/storefront-account/containers/AddressForm.js';
import Addresses from '@dropins/storefront-account/containers/Addresses.js';
import { render as renderAccount } from '@dropins/storefront-account/render.js';
import * as authApi from '@dropins/storefront-auth/api.js';
import OrderSummary from '@dropins/storefront-cart/containers/OrderSummary.js';
import { render as renderCart } from '@dropins/storefront-cart/render.js';
import * as api from '@dropins/storefront-checkout/api.js';
import BillToShippingAddress from '@dropins/storefront-checkout/containers/BillToShippingAddress.js';
import EstimateShipping from '@dropins/storefront-checkout/containers/EstimateShipping.js';
import LoginForm from '@dropins/storefront-checkout/containers/LoginForm.js';
import PaymentMethods from '@dropins/storefront-checkout/containers/PaymentMethods.js';
import PlaceOrder from '@dropins/storefront-checkout/containers/PlaceOrder.js';
import ServerError from '@dropins/storefront-checkout/containers/ServerError.js';
import ShippingMethods from '@dropins/storefront-checkout/containers/ShippingMethods.js';
import TermsAndConditions from '@dropins/storefront-checkout/containers/TermsAndConditions.js';
import {
  estimateShippingCost,
  getCartAddress,
  isVirtualCart,
  setAddressOnCart,
  transformCartAddressToFormValues,
  validateForms,
} from '@dropins/storefront-checkout/lib/utils.js';
import { render } from '@dropins/storefront-checkout/render.js';
import * as orderApi from '@dropins/storefront-order/api.js';
import { summarySlots } from './cart.js';
import { isSignedIn, place, start } from './connection.js';
import { renderOrder } from './order.js';

/** Milliseconds without a key before an address goes to the server. */
const PAUSE = 300;

export async function checkout(main) {
  await start(accountApi);
  await start(orderApi);
  main.classList.add('two-columns');
  const form = place(main, 'column');
  const summary = place(main, 'column');
  const formRef = { current: null };
  const isKnown = new Promise((resolve) => {
    events.on('checkout/initialized', resolve, { eager: true });
  });
  await start(api);
  events.on('order/placed', async (orderData) => {
    history.pushState({}, '', `/order?orderRef=${encodeURIComponent(orderData.token)}`);
    main.replaceChildren();
    await renderOrder(main, orderData);
    document.documentElement.dataset.ready = 'placed';
  });
  await render.render(ServerError, {})(place(form, 'problem'));
  await render.render(LoginForm, {
    name: 'login-form',
    onSignInClick: () => location.assign('/account'),
    onSignOutClick: () => authApi.revokeCustomerToken(),
  })(place(form, 'login'));
  const address = place(form, 'shipping-address');
  await render.render(BillToShippingAddress, {})(place(form, 'bill-to-shipping'));
  await render.render(ShippingMethods, {})(place(form, 'shipping-methods'));
  await render.render(PaymentMethods, {})(place(form, 'payment-methods'));
  const agreements = await api.getCheckoutAgreements();
  await render.render(TermsAndConditions, {
    slots: {
      Agreements: (slot) => {
        for (const { name, mode, text } of agreements) slot.appendAgreement(() => ({ name, mode, text }));
      },
    },
  })(place(form, 'terms'));
  await render.render(PlaceOrder, {
    handleValidation: () =>
      validateForms([
        { name: 'login-form' },
        { name: 'shipping-address-form', ref: formRef },
        { name: 'checkout-terms-and-conditions__form' },
      ]),
    handlePlaceOrder: async ({ cartId }) => {
      await orderApi.placeOrder(cartId);
    },
  })(place(form, 'place-order'));
  await renderCart.render(OrderSummary, { slots: { ...summarySlots, EstimateShipping: shippingSlot } })(
    place(summary, 'summary'),
  );
  const cart = await isKnown;
  if (cart && !isVirtualCart(cart)) await renderAddress(address, formRef, cart);
  if (cart && isVirtualCart(cart)) await renderAddress(address, formRef, cart, 'billing');
}

/** The form of a visitor's address, or the address book of a customer. */
async function renderAddress(element, formRef, cart, type = 'shipping') {
  const known = getCartAddress(cart, type);
  const save = setAddressOnCart({ type, debounceMs: PAUSE });
  const estimate = type === 'shipping' ? estimateShippingCost({ debounceMs: PAUSE }) : () => {};
  let isFirst = true;
  const change = (values) => {
    if (!isFirst || !known) save(values);
    if (!known) estimate(values);
    isFirst = false;
    events.emit(`checkout/addresses/${type}`, values);
  };
  const common = {
    fieldIdPrefix: type,
    formName: 'shipping-address-form',
    forwardFormRef: formRef,
    inputsDefaultValueSet:
      known && known.id === undefined
        ? transformCartAddressToFormValues(known)
        : { countryCode: api.getStoreConfigCache()?.defaultCountry ?? 'US' },
    showBillingCheckBox: false,
    showShippingCheckBox: false,
  };
  if (!isSignedIn()) {
    await renderAccount.render(AddressForm, {
      ...common,
      hideActionFormButtons: true,
      isOpen: true,
      showFormLoader: false,
      onChange: change,
    })(element);
    return;
  }
  await renderAccount.render(Addresses, {
    ...common,
    minifiedView: false,
    selectable: true,
    selectShipping: type === 'shipping',
    selectBilling: type === 'billing',
    showSaveCheckBox: true,
    defaultSelectAddressId: known ? (known.id ?? 0) : undefined,
    onAddressData: change,
  })(element);
}

function shippingSlot(slot) {
  const element = document.createElement('div');
  render.render(EstimateShipping, {})(element);
  slot.appendChild(element);
}
