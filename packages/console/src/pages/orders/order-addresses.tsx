import { Money } from '../b2b/texts.tsx';
import type { OrderRecord } from './order.tsx';
import { countryName } from '../../texts/format.ts';
import { t } from '../../texts/text.ts';
import { tx } from '../../texts/elements.tsx';

type Address = NonNullable<OrderRecord['billing_address']>;

/** Addresses, payment and shipping of an order. */
export function OrderAddresses({ order }: { order: OrderRecord }) {
  const shipping = order.extension_attributes?.shipping_assignments?.[0]?.shipping;
  return (
    <section class="cards">
      <div class="card">
        <h2>{t('Billing address')}</h2>
        <AddressLines address={order.billing_address} />
      </div>
      {shipping?.address && (
        <div class="card">
          <h2>{t('Shipping address')}</h2>
          <AddressLines address={shipping.address} />
        </div>
      )}
      <Payment order={order} />
      {!order.is_virtual && (
        <div class="card">
          <h2>{t('Shipping method')}</h2>
          <p>{order.shipping_description}</p>
          <p class="quiet">{shipping?.method}</p>
          {order.weight ? <p class="quiet">{t('Weight: {weight}', { weight: order.weight })}</p> : null}
        </div>
      )}
    </section>
  );
}

function Payment({
  order: { payment, extension_attributes: extension, order_currency_code: currency },
}: {
  order: OrderRecord;
}) {
  const title = extension?.payment_additional_info?.find(({ key }) => key === 'method_title')?.value;
  const {
    method,
    po_number: number,
    last_trans_id: transaction,
    cc_last4: digits,
    amount_authorized: held,
  } = payment ?? {};
  return (
    <div class="card">
      <h2>{t('Payment')}</h2>
      <p>{title ?? method}</p>
      {number && <p>{t('Purchase order number: {number}', { number })}</p>}
      {transaction && <p>{t('Transaction: {transaction}', { transaction })}</p>}
      {digits && <p>{t('Card that ends with {digits}', { digits })}</p>}
      {held ? <p>{tx('Authorized: {amount}', { amount: <Money value={held} currency={currency} /> })}</p> : null}
    </div>
  );
}

/** An address as on an envelope. */
function AddressLines({ address }: { address: Address | null | undefined }) {
  if (!address) return <p class="quiet">{t('No address.')}</p>;
  const { street, postcode, city, region, country_id: country, telephone, company, vat_id: vat } = address;
  const name = [address.prefix, address.firstname, address.middlename, address.lastname, address.suffix];
  const lines = [
    name.filter(Boolean).join(' '),
    company,
    ...(street ?? []),
    [postcode, city].filter(Boolean).join(' '),
    region,
    countryName(country ?? ''),
    telephone,
    vat && t('VAT {number}', { number: vat }),
  ];
  return (
    <address>
      {lines.filter(Boolean).map((line, i) => (
        <div key={i}>{line}</div>
      ))}
    </address>
  );
}
