import { useState } from 'preact/hooks';
import { Field } from '../../parts/field.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { useUnsaved } from '../../unsaved.ts';
import type { Changing } from './changes.tsx';
import type { QuoteRecord } from './quote.tsx';
import { Money } from './texts.tsx';
import { t } from '../../texts/text.ts';

type Item = NonNullable<QuoteRecord['items']>[number];

/** A proposed price in the form: a number of the interface, or an empty text for none. */
interface Proposal {
  readonly type: string;
  readonly value: string;
}

/** The form of all proposals. */
interface Edits {
  readonly whole: Proposal;
  readonly items: ReadonlyMap<number, Proposal>;
  readonly shipping: string;
  readonly lastDay: string;
}

const wholeTypes = { '1': t('percent off'), '2': t('amount off'), '3': t('total of the goods') } as const;
const itemTypes = { '1': t('percent off'), '2': t('amount off each'), '3': t('price of each') } as const;

const proposalOf = (type: number | null | undefined, value: number | null | undefined): Proposal =>
  type == null ? { type: '', value: '' } : { type: String(type), value: String(value ?? 0) };

function editsOf({ items, price_type: type, price_value: value, ...quote }: QuoteRecord): Edits {
  return {
    whole: proposalOf(type, value),
    items: new Map(items!.map((item) => [item.item_id!, proposalOf(item.price_type, item.price_value)])),
    shipping: quote.proposed_shipping == null ? '' : String(quote.proposed_shipping),
    lastDay: quote.expires_on ?? '',
  };
}

const isSame = (a: Proposal, b: Proposal): boolean => a.type === b.type && a.value === b.value;

/** A proposal for the interface. A proposal cannot be removed there: zero percent off replaces it. */
function fieldsOf({ type, value }: Proposal) {
  return type === ''
    ? { negotiated_price_type: 1, negotiated_price_value: 0 }
    : { negotiated_price_type: Number(type), negotiated_price_value: Number(value) };
}

/** The changed proposals as the interface takes them. */
function changesOf(quote: QuoteRecord, edits: Edits) {
  const before = editsOf(quote);
  const items = quote.items!.flatMap(({ item_id: id, qty }) => {
    const proposal = edits.items.get(id!);
    if (!proposal || isSame(proposal, before.items.get(id!) ?? proposal)) return [];
    const extension_attributes = { negotiable_quote_item: { extension_attributes: fieldsOf(proposal) } };
    return [{ item_id: id, qty, extension_attributes }];
  });
  const negotiable_quote = {
    ...(isSame(edits.whole, before.whole) ? {} : fieldsOf(edits.whole)),
    ...(edits.shipping === before.shipping ? {} : { shipping_price: Number(edits.shipping) }),
    ...(edits.lastDay === before.lastDay ? {} : { expiration_period: edits.lastDay }),
  };
  return {
    ...(items.length > 0 && { items }),
    ...(Object.keys(negotiable_quote).length > 0 && { extension_attributes: { negotiable_quote } }),
  };
}

/** The items of a quote, and the form of the proposed prices. */
export function QuotePrices({
  quote,
  isEditable,
  changing: { act, isBusy },
  noteEdits,
}: {
  quote: QuoteRecord;
  isEditable: boolean;
  changing: Changing<QuoteRecord>;
  noteEdits: (isEdited: boolean) => void;
}) {
  const { shop } = useSession();
  const [edits, setEdits] = useState(() => editsOf(quote));
  const isEdited = Object.keys(changesOf(quote, edits)).length > 0;
  useUnsaved(isEdited);
  const change = (changes: Partial<Edits>): void => {
    const next = { ...edits, ...changes };
    setEdits(next);
    noteEdits(Object.keys(changesOf(quote, next)).length > 0);
  };
  const save = (): Promise<boolean> =>
    act(async () => {
      await shop.negotiableCarts.save({ quoteId: quote.quote_id!, quote: changesOf(quote, edits) });
      noteEdits(false);
      return t('Prices saved. The buyer sees them once the quote is sent.');
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2>{t('Items')}</h2>
      <Items
        quote={quote}
        edits={edits}
        isEditable={isEditable}
        change={(id, proposal) => change({ items: new Map(edits.items).set(id, proposal) })}
      />
      {isEditable && (
        <>
          <div class="filters">
            <div class="field">
              <span>{t('Price of the whole quote')}</span>
              <Choice
                name="Price of the whole quote"
                types={wholeTypes}
                of={edits.whole}
                enter={(whole) => change({ whole })}
              />
            </div>
            <Field
              label={t('Proposed shipping ({currency})', { currency: quote.currency })}
              hint={t('Empty: the price of the carrier.')}
            >
              <input
                type="number"
                min="0.01"
                step="0.01"
                value={edits.shipping}
                required={quote.proposed_shipping != null}
                onInput={(event) => change({ shipping: event.currentTarget.value })}
              />
            </Field>
            <Field label={t('Valid until')}>
              <input
                type="date"
                value={edits.lastDay}
                required={quote.expires_on != null}
                onInput={(event) => change({ lastDay: event.currentTarget.value })}
              />
            </Field>
          </div>
          <div class="actions">
            <button type="submit" class="primary" disabled={isBusy || !isEdited}>
              {t('Save prices')}
            </button>
            {isEdited && (
              <button type="button" disabled={isBusy} onClick={() => change(editsOf(quote))}>
                {t('Discard changes')}
              </button>
            )}
            {isEdited && <p class="quiet">{t('Save the prices before you send the quote.')}</p>}
          </div>
        </>
      )}
    </form>
  );
}

function Items({
  quote: { items, currency },
  edits,
  isEditable,
  change,
}: {
  quote: QuoteRecord;
  edits: Edits;
  isEditable: boolean;
  change: (id: number, proposal: Proposal) => void;
}) {
  const money = (value: number | null | undefined) => <Money value={value} currency={currency} />;
  const hasCosts = items!.some(({ cost }) => cost != null);
  return (
    <Table
      caption={t('Items')}
      rows={items!}
      keyOf={({ item_id: id }) => id!}
      none={t('No items yet.')}
      columns={[
        {
          title: t('Item'),
          show: ({ name, sku, note }) => (
            <>
              {name}
              <br />
              <small class="quiet">{sku}</small>
              {note && <p class="quiet">{t('Note: {note}', { note })}</p>}
            </>
          ),
        },
        { title: t('Quantity'), isNumber: true, show: ({ qty }) => qty },
        { title: t('Catalog price'), isNumber: true, show: ({ price }) => money(price) },
        ...(hasCosts
          ? [{ title: t('Cost'), isNumber: true, show: ({ cost }: Item) => (cost == null ? '' : money(cost)) }]
          : []),
        {
          title: t('Proposed price'),
          show: (item) =>
            isEditable ? (
              <Choice
                name={t('Proposed price of {name}', { name: item.name })}
                types={itemTypes}
                of={edits.items.get(item.item_id!) ?? proposalOf(undefined, undefined)}
                enter={(proposal) => change(item.item_id!, proposal)}
              />
            ) : (
              textOf(item)
            ),
        },
        { title: t('Catalog row'), isNumber: true, show: (item) => money(item.original_row) },
        { title: t('Proposed row'), isNumber: true, show: (item) => money(item.proposed_row) },
      ]}
    />
  );
}

function textOf({ price_type: type, price_value: value }: Item): string {
  const label = Object.entries(itemTypes).find(([number]) => Number(number) === type)?.[1];
  return label === undefined ? '' : `${value} ${label}`;
}

/** The kind of a proposed price, and its value. */
function Choice({
  name,
  types,
  of: { type, value },
  enter,
}: {
  name: string;
  types: Readonly<Record<string, string>>;
  of: Proposal;
  enter: (proposal: Proposal) => void;
}) {
  return (
    <div class="actions">
      <select
        aria-label={t('{name}: kind', { name })}
        value={type}
        onChange={(event) => enter({ type: event.currentTarget.value, value: event.currentTarget.value && value })}
      >
        <option value="">{t('as in the catalog')}</option>
        {Object.entries(types).map(([number, label]) => (
          <option key={number} value={number}>
            {label}
          </option>
        ))}
      </select>
      {type !== '' && (
        <input
          type="number"
          class="amount"
          aria-label={t('{name}: value', { name })}
          min="0"
          max={type === '1' ? '100' : undefined}
          step="any"
          required
          value={value}
          onInput={(event) => enter({ type, value: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
