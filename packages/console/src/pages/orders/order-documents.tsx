import { useSession, type Session } from '../../session.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { OutcomeOf, useAction } from '../../parts/action.tsx';
import { CallButton, type ClientCall } from '../../parts/call-dialog.tsx';
import { Table, type TableProperties } from '../../parts/table.tsx';
import { printed } from '../../sent.ts';
import { Money } from '../b2b/texts.tsx';
import { timeOf } from '../call-parts.tsx';
import type { OrderActionProperties } from './order-actions.tsx';
import { returnStatusLabel } from '../../records/return-statuses.ts';
import { t } from '../../texts/text.ts';

/** A document of an order, as its list shows it. */
interface DocumentRow {
  readonly id: number;
  readonly number: string;
  readonly date: string;
  readonly state: string;
  /** Whether it is an invoice whose money is not captured yet. */
  readonly isOpenInvoice?: boolean;
  /** The total of a document about money. */
  readonly total?: number;
  readonly items: readonly { readonly name: string; readonly qty: number }[];
  readonly notes?: readonly string[];
}

/** A kind of documents: its list, and the calls on one of them. */
interface DocumentKind {
  readonly title: string;
  readonly noun: string;
  /** The text of an empty list. */
  readonly none: string;
  readonly permission: string;
  readonly module?: string;
  read(shop: Session['shop'], orderId: number, signal: AbortSignal): Promise<readonly DocumentRow[]>;
  /** Prints a document as PDF. */
  readonly print?: (id: number) => ClientCall;
  readonly email?: (id: number) => ClientCall;
  /** The address of the page of a document. */
  readonly address?: (id: number) => string;
}

const invoiceStates: Readonly<Record<number, string>> = { 1: t('open'), 2: t('paid'), 3: t('canceled') };
const memoStates: Readonly<Record<number, string>> = { 1: t('open'), 2: t('refunded'), 3: t('canceled') };

interface WireItem {
  readonly name?: string | null;
  readonly qty?: number | null;
  readonly price?: number | null;
}

const itemsOf = (items: readonly WireItem[] | null | undefined): DocumentRow['items'] =>
  (items ?? []).map(({ name, qty }) => ({ name: name ?? '', qty: qty ?? 0 }));

const kinds: readonly DocumentKind[] = [
  {
    title: t('Invoices'),
    noun: t('invoice'),
    none: t('No invoices yet.'),
    permission: 'Magento_Sales::sales_invoice',
    read: async (shop, orderId, signal) =>
      (await shop.invoices.list({ where: { order_id: orderId } }, { signal }).all()).map((one) => ({
        id: one.entity_id!,
        number: one.increment_id ?? '',
        date: one.created_at ?? '',
        state: invoiceStates[one.state ?? 0] ?? '',
        isOpenInvoice: one.state === 1,
        total: one.grand_total ?? 0,
        items: itemsOf(one.items),
      })),
    print: (id) => (shop) => shop.request('GET /V1/invoices/:id', { id }),
    email: (id) => (shop) => shop.request('POST /V1/invoices/:id/emails', { id }),
  },
  {
    title: t('Shipments'),
    noun: t('shipment'),
    none: t('No shipments yet.'),
    permission: 'Magento_Sales::shipment',
    read: async (shop, orderId, signal) =>
      (await shop.shipments.list({ where: { order_id: orderId } }, { signal }).all()).map((one) => ({
        id: one.entity_id!,
        number: one.increment_id ?? '',
        date: one.created_at ?? '',
        state: '',
        items: itemsOf(one.items),
        notes: (one.tracks ?? []).map(({ title, track_number: number }) => `${title}: ${number}`),
      })),
    print: (id) => (shop) => shop.request('GET /V1/shipment/:id', { id }),
    email: (id) => (shop) => shop.request('POST /V1/shipment/:id/emails', { id }),
  },
  {
    title: t('Credit memos'),
    noun: t('credit memo'),
    none: t('No credit memos yet.'),
    permission: 'Magento_Sales::sales_creditmemo',
    read: async (shop, orderId, signal) =>
      (await shop.creditmemos.list({ where: { order_id: orderId } }, { signal }).all()).map((one) => ({
        id: one.entity_id!,
        number: one.increment_id ?? '',
        date: one.created_at ?? '',
        state: memoStates[one.state ?? 0] ?? '',
        total: one.grand_total ?? 0,
        items: itemsOf(one.items),
      })),
    print: (id) => (shop) => shop.request('GET /V1/creditmemo/:id', { id }),
    email: (id) => (shop) => shop.request('POST /V1/creditmemo/:id/emails', { id }),
  },
  {
    title: t('Returns'),
    noun: t('return'),
    none: t('No returns yet.'),
    permission: 'Magento_Rma::magento_rma',
    module: 'Rma',
    address: (id) => `/console/customers/returns/${id}`,
    read: async (shop, orderId, signal) =>
      (await shop.rmas.search({ where: { order_id: orderId } }, { signal }).all()).map((one) => ({
        id: one.entity_id!,
        number: one.increment_id ?? '',
        date: one.date_requested ?? '',
        state: returnStatusLabel(one.status ?? ''),
        items: (one.items ?? []).map((item) => ({
          name: t('item {id}', { id: item.order_item_id }),
          qty: item.qty_requested ?? 0,
        })),
      })),
  },
];

/** Invoices, shipments, credit memos and returns of an order: the kinds that the caller may read. */
export function OrderDocuments(properties: OrderActionProperties) {
  const { me, may } = useSession();
  return (
    <>
      {kinds
        .filter(({ permission, module }) => may(permission) && (!module || me.modules?.includes(module)))
        .map((kind) => (
          <Documents key={kind.title} kind={kind} {...properties} />
        ))}
    </>
  );
}

function Documents({ kind, order, done }: { kind: DocumentKind } & OrderActionProperties) {
  const { shop } = useSession();
  const printing = useAction();
  const read = useLoad((signal) => kind.read(shop, order.entity_id!, signal), [shop, order.entity_id]);
  const names = new Map((order.items ?? []).map(({ item_id: id, name }) => [t('item {id}', { id }), name ?? '']));
  const currency = order.order_currency_code;
  return (
    <section>
      <h2>{kind.title}</h2>
      <OutcomeOf outcome={printing.outcome} />
      <Loaded of={read}>
        {(rows) => (
          <Table
            caption={kind.title}
            rows={rows}
            keyOf={({ id }) => id}
            none={kind.none}
            columns={[
              { title: t('Number'), show: (row) => <DocumentNumber kind={kind} row={row} /> },
              { title: t('Created (UTC)'), show: ({ date }) => <time>{timeOf(date)}</time> },
              ...onlyIf<DocumentRow>(
                rows.some(({ state }) => state !== ''),
                {
                  title: t('State'),
                  show: ({ state }) => state,
                },
              ),
              { title: t('Items'), show: (row) => <Lines row={row} names={names} /> },
              ...onlyIf<DocumentRow>(
                rows.some(({ total }) => total !== undefined),
                {
                  title: t('Total'),
                  isNumber: true,
                  show: ({ total }) => <Money value={total} currency={currency} />,
                },
              ),
              ...onlyIf<DocumentRow>(kind.print !== undefined, {
                title: t('Actions'),
                show: (row) => (
                  <DocumentButtons kind={kind} row={row} printing={printing} email={order.customer_email} done={done} />
                ),
              }),
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}

function DocumentNumber({ kind: { address }, row: { id, number } }: { kind: DocumentKind; row: DocumentRow }) {
  return address ? <a href={address(id)}>{number}</a> : <>{number}</>;
}

type Column<T> = TableProperties<T>['columns'][number];

function onlyIf<T>(isShown: boolean, column: Column<T>): Column<T>[] {
  return isShown ? [column] : [];
}

function Lines({ row: { items, notes = [] }, names }: { row: DocumentRow; names: ReadonlyMap<string, string> }) {
  return (
    <ul class="quantities">
      {items.map(({ name, qty }, i) => (
        <li key={i}>
          {qty} × {names.get(name) ?? name}
        </li>
      ))}
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** The calls on one document. */
function DocumentButtons({
  kind: { noun, print, email: send },
  row: { id, number, isOpenInvoice },
  printing: { isBusy, run },
  email,
  done,
}: {
  kind: DocumentKind;
  row: DocumentRow;
  printing: ReturnType<typeof useAction>;
  email: string | null;
  done: (text: string) => void;
}) {
  const { shop } = useSession();
  const open = async (call: ClientCall): Promise<string> => {
    globalThis.open(URL.createObjectURL(await printed(shop, call)), '_blank');
    return t('The {noun} is in a new window.', { noun });
  };
  return (
    <div class="actions">
      {print && (
        <button
          type="button"
          disabled={isBusy}
          aria-label={t('Print {noun} {number}', { noun, number })}
          onClick={() => void run(() => open(print(id)))}
        >
          {t('Print')}
        </button>
      )}
      {send && (
        <CallButton
          label={t('Send {noun} {number}', { noun, number })}
          button={t('Send email')}
          call={send(id)}
          success={t('The {noun} is sent to the customer.', { noun })}
          done={done}
        >
          <p>{t('Sends the {noun} to {email}.', { noun, email })}</p>
        </CallButton>
      )}
      {isOpenInvoice && <OpenInvoice id={id} number={number} done={done} />}
    </div>
  );
}

/** The calls on an invoice whose money is not captured yet. */
function OpenInvoice({ id, number, done }: { id: number; number: string; done: (text: string) => void }) {
  return (
    <>
      <CallButton
        label={t('Capture invoice {number}', { number })}
        button={t('Capture')}
        call={(shop) => shop.request('POST /V1/invoices/:id/capture', { id })}
        success={t('The payment is captured.')}
        done={done}
      />
      <CallButton
        label={t('Void invoice {number}', { number })}
        button={t('Void')}
        call={(shop) => shop.request('POST /V1/invoices/:id/void', { id })}
        success={t('The payment is void.')}
        done={done}
      />
    </>
  );
}
