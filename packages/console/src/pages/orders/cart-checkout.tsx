import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { Loaded, useLoad } from '../../load.tsx';
import { OutcomeOf, useAction } from '../../parts/action.tsx';
import { CallPreview } from '../../parts/call-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useSession, type Session } from '../../session.ts';
import { Money } from '../b2b/texts.tsx';
import { AddressInputs, addressOf, emptyAddress, type TypedAddress } from './address-inputs.tsx';
import type { OrderingCustomer, StaffCart } from './new-order.tsx';
import { t } from '../../texts/text.ts';

/** The default address of a customer; an empty one for a guest. */
function firstAddress(customer: OrderingCustomer | undefined): TypedAddress {
  const all = customer?.addresses ?? [];
  const one = all.find((address) => address.default_shipping) ?? all[0];
  const names = { firstname: customer?.firstname ?? '', lastname: customer?.lastname ?? '' };
  if (!one) return { ...emptyAddress, ...names };
  const texts = ['firstname', 'lastname', 'company', 'postcode', 'city', 'telephone'] as const;
  return {
    ...emptyAddress,
    ...Object.fromEntries(texts.map((name) => [name, one[name] ?? ''])),
    street: (one.street ?? []).join('\n'),
    country_id: one.country_id ?? 'US',
    region_id: one.region_id ? String(one.region_id) : '',
  };
}

/** A way to ship a cart. */
type ShippingMethod = Awaited<ReturnType<typeof shippingMethodsOf>>[number];

const shippingMethodsOf = (shop: Session['shop'], cartId: number, address: ReturnType<typeof addressOf>) =>
  shop.request('POST /V1/carts/:cartId/estimate-shipping-methods', { cartId: String(cartId), address });

/** The value of a shipping method in the form. */
const methodKey = ({ carrier_code: carrier, method_code: method }: ShippingMethod): string => `${carrier} ${method}`;

/** Addresses, shipping, coupon and payment of a cart, which is then ordered. `version` grows with each change of the items. */
export function CartCheckout({ cart, version }: { cart: StaffCart; version: number }) {
  const { shop, id: cartId, customer } = cart;
  const [email, setEmail] = useState(customer?.email ?? '');
  const [shipping, setShipping] = useState(() => firstAddress(customer));
  const [billing, setBilling] = useState<TypedAddress>();
  const [methods, setMethods] = useState<readonly ShippingMethod[]>([]);
  const [method, setMethod] = useState('');
  const [step, setStep] = useState(0);
  const { outcome, isBusy, run } = useAction();
  const shippingAddress = addressOf(shipping, email);
  const billingAddress = addressOf(billing ?? shipping, email);
  const quote = async (): Promise<string> => {
    if ((await shop.carts.get({ cartId })).is_virtual) {
      await shop.request('POST /V1/carts/:cartId/billing-address', { cartId, address: billingAddress });
      setStep(step + 1);
      return t('Address saved; nothing is shipped.');
    }
    const found = (await shippingMethodsOf(shop, cartId, shippingAddress)).filter((one) => one.available);
    setMethods(found);
    if (!found.some((one) => methodKey(one) === method)) setMethod(found[0] ? methodKey(found[0]) : '');
    return found.length > 0 ? t('Choose a shipping method.') : t('No shipping method delivers to this address.');
  };
  const save = async (): Promise<string> => {
    const [carrier, code] = method.split(' ') as [string, string];
    await shop.request('POST /V1/carts/:cartId/shipping-information', {
      cartId,
      addressInformation: {
        shipping_address: shippingAddress,
        billing_address: billingAddress,
        shipping_carrier_code: carrier,
        shipping_method_code: code,
      },
    });
    setStep(step + 1);
    return t('Addresses and shipping saved.');
  };
  return (
    <section>
      <h2>{t('Addresses and shipping')}</h2>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(method === '' ? quote : save);
        }}
      >
        {!customer && (
          <Field label={t('Email')}>
            <input type="email" required value={email} onInput={(event) => setEmail(event.currentTarget.value)} />
          </Field>
        )}
        <AddressInputs title={t('Shipping address')} address={shipping} set={setShipping} />
        <label>
          <input
            type="checkbox"
            checked={billing === undefined}
            onChange={(event) => setBilling(event.currentTarget.checked ? undefined : shipping)}
          />{' '}
          {t('Bill to the same address')}
        </label>
        {billing && <AddressInputs title={t('Billing address')} address={billing} set={setBilling} />}
        {methods.length > 0 && (
          <Field label={t('Shipping method')}>
            <select value={method} onChange={(event) => setMethod(event.currentTarget.value)}>
              {methods.map((one) => (
                <option key={methodKey(one)} value={methodKey(one)}>
                  {one.carrier_title} {one.method_title}: {one.amount}
                </option>
              ))}
            </select>
          </Field>
        )}
        <OutcomeOf outcome={outcome} />
        <div class="actions">
          <button type="submit" class={step === 0 ? 'primary' : undefined} disabled={isBusy}>
            {method === '' ? t('Find shipping methods') : t('Save addresses and shipping')}
          </button>
        </div>
      </form>
      {step > 0 && <Payment key={`${step} ${version}`} cart={cart} />}
    </section>
  );
}

/** The coupon, the totals and the payment of a cart with its shipping. */
function Payment({ cart: { shop, store, id: cartId } }: { cart: StaffCart }) {
  const { shop: all } = useSession();
  const { route } = useLocation();
  const [coupon, setCoupon] = useState('');
  const [chosen, setChosen] = useState<string>();
  const { outcome, isBusy, run } = useAction();
  const read = useLoad(
    async (signal) => {
      const [methods, totals] = await Promise.all([
        shop.request('GET /V1/carts/:cartId/payment-methods', { cartId }, { signal }),
        shop.request('GET /V1/carts/:cartId/totals', { cartId }, { signal }),
      ]);
      return { methods, totals };
    },
    [shop, cartId],
  );
  const method = chosen ?? read.value?.methods[0]?.code ?? '';
  const place = (client: typeof all) =>
    client.with({ store }).request('PUT /V1/carts/:cartId/order', { cartId, paymentMethod: { method } });
  const applyCoupon = (): void =>
    void run(async () => {
      if (coupon === '') await shop.request('DELETE /V1/carts/:cartId/coupons', { cartId });
      else await shop.request('PUT /V1/carts/:cartId/coupons/:couponCode', { cartId, couponCode: coupon });
      read.reload();
      return coupon === '' ? t('Coupon removed.') : t('Coupon applied.');
    });
  return (
    <Loaded of={read}>
      {({ methods, totals }) => (
        <>
          <h2>{t('Payment')}</h2>
          <div class="filters">
            <Field label={t('Coupon code')}>
              <input value={coupon} onInput={(event) => setCoupon(event.currentTarget.value)} />
            </Field>
            <button type="button" disabled={isBusy} onClick={applyCoupon}>
              {coupon === '' ? t('Remove coupon') : t('Apply coupon')}
            </button>
            <Field label={t('Payment method')}>
              <select value={method} onChange={(event) => setChosen(event.currentTarget.value)}>
                {methods.map(({ code, title }) => (
                  <option key={code} value={code ?? ''}>
                    {title}
                  </option>
                ))}
              </select>
            </Field>
          </div>
          <dl class="totals" aria-label={t('Totals')}>
            {(totals.total_segments ?? [])
              .filter(({ value }) => value !== null)
              .map(({ code, title, value }) => (
                <>
                  <dt class={code === 'grand_total' ? 'grand' : undefined}>{title}</dt>
                  <dd class={code === 'grand_total' ? 'grand' : undefined}>
                    <Money value={value} currency={totals.quote_currency_code} />
                  </dd>
                </>
              ))}
          </dl>
          <OutcomeOf outcome={outcome} />
          <CallPreview call={place} />
          <button
            type="button"
            class="primary"
            disabled={isBusy || method === ''}
            onClick={() =>
              void run(async () => {
                route(`/console/orders/${await place(all)}`);
                return t('Order placed.');
              })
            }
          >
            {t('Place order')}
          </button>
        </>
      )}
    </Loaded>
  );
}
