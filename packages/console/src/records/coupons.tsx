import { useState } from 'preact/hooks';
import type { Page } from '../../../client/src/index.ts';
import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { OutcomeOf, useAction } from '../parts/action.tsx';
import { CallButton } from '../parts/call-dialog.tsx';
import { Field } from '../parts/field.tsx';
import { ListPager } from '../parts/pager.tsx';
import { RowActionBar } from '../parts/row-action-bar.tsx';
import { rowActionTexts, type RowAction } from '../parts/row-actions.ts';
import { selectionColumn, useSelection } from '../parts/selection.tsx';
import { Table } from '../parts/table.tsx';
import { useSession } from '../session.ts';
import { t, tn } from '../texts/text.ts';

interface Coupon {
  readonly coupon_id?: number | null;
  readonly code?: string | null;
  readonly times_used?: number | null;
  readonly usage_limit?: number | null;
  readonly expiration_date?: string | null;
}

const SIZE = 50;

const codeOf = ({ code }: Coupon): string => code ?? '';

const couponActions: readonly RowAction<Coupon>[] = [
  {
    ...rowActionTexts.delete,
    request: ({ coupon_id: couponId }) => ({ route: 'DELETE /V1/coupons/:couponId', input: { couponId } }),
  },
];

/** The coupons of a cart price rule: a list, and a form that generates more. */
export function Coupons({ ruleId, isReadOnly }: { ruleId: number; isReadOnly: boolean }) {
  const { call } = useSession();
  const [{ page = '1' }, change] = useFilters();
  const number = Number(page) || 1;
  const { outcome, isBusy, run } = useAction();
  const [done, setDone] = useState<string>();
  const searchCriteria = {
    filter_groups: [{ filters: [{ field: 'rule_id', value: ruleId, condition_type: 'eq' }] }],
    sort_orders: [{ field: 'coupon_id', direction: 'ASC' }],
    page_size: SIZE,
    current_page: number,
  };
  const read = useLoad(
    (signal) => call<Page<Coupon>>('GET /V1/coupons/search', { searchCriteria }, { signal }),
    [call, ruleId, number],
  );
  const selection = useSelection<Coupon>(({ coupon_id: id }) => id ?? 0);
  const remove = async (couponId: number): Promise<void> => {
    setDone(undefined);
    await run(async () => {
      await call('DELETE /V1/coupons/:couponId', { couponId });
      return t('Coupon deleted.');
    });
    read.reload();
  };
  return (
    <section>
      <div class="head">
        <h2>{t('Coupons')}</h2>
        {!isReadOnly && (
          <GenerateButton
            ruleId={ruleId}
            done={(text) => {
              setDone(text);
              read.reload();
            }}
          />
        )}
      </div>
      <OutcomeOf outcome={outcome ?? (done === undefined ? undefined : { text: done, isFailure: false })} />
      {!isReadOnly && (
        <RowActionBar
          actions={couponActions}
          selection={selection}
          noun={[t('coupon'), t('coupons')]}
          nameOf={codeOf}
          page={read.value?.items ?? []}
          total={read.value?.total_count ?? 0}
          changed={read.reload}
        />
      )}
      <Loaded of={read}>
        {({ items, total_count: total = items.length }) => (
          <>
            <Table
              caption={t('Coupons')}
              rows={items}
              keyOf={({ coupon_id: id }) => id ?? 0}
              none={t('No coupons yet.')}
              columns={[
                ...(isReadOnly ? [] : [selectionColumn(selection, codeOf)]),
                { title: t('Code'), show: ({ code }) => code },
                { title: t('Used'), isNumber: true, show: ({ times_used: used }) => used },
                { title: t('Limit'), isNumber: true, show: ({ usage_limit: limit }) => limit || 'none' },
                { title: t('Expires'), show: ({ expiration_date: day }) => day },
                {
                  title: t('Actions'),
                  show: ({ coupon_id: id, code }) =>
                    !isReadOnly && (
                      <button
                        type="button"
                        disabled={isBusy}
                        aria-label={t('Delete coupon {code}', { code })}
                        onClick={() => void remove(id ?? 0)}
                      >
                        {t('Delete')}
                      </button>
                    ),
                },
              ]}
            />
            <ListPager page={number} size={SIZE} total={total} go={(next) => change({ page: String(next) })} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function GenerateButton({ ruleId, done }: { ruleId: number; done: (text: string) => void }) {
  const [quantity, setQuantity] = useState('10');
  const [length, setLength] = useState('12');
  const [format, setFormat] = useState('alphanum');
  const [prefix, setPrefix] = useState('');
  const [suffix, setSuffix] = useState('');
  const couponSpec = {
    rule_id: ruleId,
    quantity: Number(quantity),
    length: Number(length),
    format,
    ...(prefix !== '' && { prefix }),
    ...(suffix !== '' && { suffix }),
  };
  return (
    <CallButton
      label={t('Generate coupons')}
      call={(shop) => shop.request('POST /V1/coupons/generate', { couponSpec })}
      done={done}
      success={tn(Number(quantity), '{count} coupon generated.', '{count} coupons generated.')}
    >
      <Field label={t('Number of coupons')}>
        <input type="number" min={1} value={quantity} onInput={(event) => setQuantity(event.currentTarget.value)} />
      </Field>
      <Field label={t('Length of a code')}>
        <input type="number" min={1} value={length} onInput={(event) => setLength(event.currentTarget.value)} />
      </Field>
      <Field label={t('Characters')}>
        <select value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
          <option value="alphanum">{t('letters and digits')}</option>
          <option value="alpha">{t('letters')}</option>
          <option value="num">{t('digits')}</option>
        </select>
      </Field>
      <Field label={t('Prefix')}>
        <input value={prefix} onInput={(event) => setPrefix(event.currentTarget.value)} />
      </Field>
      <Field label={t('Suffix')}>
        <input value={suffix} onInput={(event) => setSuffix(event.currentTarget.value)} />
      </Field>
    </CallButton>
  );
}
