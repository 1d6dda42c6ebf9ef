import { formatMoney } from '../../../../src/kernel/money-text.ts';
import type {
  PresentedBlock,
  PresentedPage,
  PresentedView,
} from '../../../../src/faces/console-server/module-pages/present.ts';
import type { ConsoleField } from '../../../../src/kernel/console-pages.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Badge } from '../parts/badge.tsx';
import { Tile } from '../parts/tile.tsx';
import { useSession } from '../session.ts';
import { textOf, valueAt } from '../values.ts';
import { timeOf } from './call-parts.tsx';
import { ActionButtons, argumentsFrom, useActions } from './module-action.tsx';
import { numberText } from '../texts/format.ts';
import { locale } from '../texts/language.ts';

/** A value of a record in the form that its field declares. */
export function Value({ field, record, page }: { field: ConsoleField; record: unknown; page: PresentedPage }) {
  const { format, currency, colors = {} } = field;
  const value = valueAt(record, field.field);
  const text = textOf(value);
  if (text === '') return null;
  switch (format) {
    case 'money': {
      const code = currency === undefined ? page.currency : textOf(valueAt(record, currency));
      return <>{formatMoney(Number(value), code, locale)}</>;
    }
    case 'number':
      return <>{numberText(Number(value))}</>;
    case 'time':
      return <time>{timeOf(text)}</time>;
    case 'badge':
      return <Badge kind={colors[text] ?? 'plain'}>{text}</Badge>;
    default:
      return <>{text}</>;
  }
}

/** Whether a table aligns the values of a field to the right. */
export const isNumber = ({ format }: ConsoleField): boolean => format === 'number' || format === 'money';

/** The title of a field; times are in UTC. */
export const titleOf = ({ label, format }: ConsoleField): string => (format === 'time' ? `${label} (UTC)` : label);

/** Figures in tiles. */
export function ModuleFigures({
  page,
  block,
  turn,
}: {
  page: PresentedPage;
  block: Extract<PresentedBlock, { kind: 'figures' }>;
  turn: number;
}) {
  const { call } = useSession();
  const read = useLoad((signal) => call(block.route.call, {}, { signal }), [call, block, turn]);
  return (
    <section>
      <h2>{block.title}</h2>
      <Loaded of={read} source={page.module}>
        {(record) => (
          <dl class="tiles">
            {block.figures.map((field) => (
              <Tile key={field.label} title={titleOf(field)}>
                <Value field={field} record={record} page={page} />
              </Tile>
            ))}
          </dl>
        )}
      </Loaded>
    </section>
  );
}

/** A record with its actions. `row`: the fields of the row of a list that it was opened from. */
export function ModuleRecord({
  page,
  view,
  title,
  row,
  turn,
}: {
  page: PresentedPage;
  view: PresentedView;
  title: string;
  row: Readonly<Record<string, unknown>>;
  turn: number;
}) {
  const { call } = useSession();
  const read = useLoad(
    (signal) => call(view.route.call, argumentsFrom(view.arguments, row), { signal }),
    [call, view, JSON.stringify(row), turn],
  );
  const actions = useActions(read.reload);
  return (
    <section>
      <div class="head">
        <h2>{title}</h2>
        <div class="actions">
          <ActionButtons of={actions} actions={view.actions ?? []} record={{ ...Object(read.value), ...row }} />
        </div>
      </div>
      {actions.outcome}
      <Loaded of={read} source={page.module}>
        {(record) => (
          <dl class="facts">
            {view.fields.map((field) => (
              <div key={field.label}>
                <dt>{titleOf(field)}</dt>
                <dd>
                  <Value field={field} record={record} page={page} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </section>
  );
}
