import type { Call } from '../../kernel/call.ts';
import { saveEach, type RowKind, type SavedCounts } from '../../platform/row-import/row-kind.ts';
import { CellFault, keyText, type ImportRow } from '../../platform/row-import/rows.ts';
import { flagOf, integerOf, numberOf, textOf } from '../../platform/row-import/values.ts';
import { decimalText } from './product-export/texts.ts';

/** Columns of the interface's file of tax rates, in its order; titles follow, each in the column of its store view's code. */
const rateColumns = [
  'Code',
  'Country',
  'State',
  'Zip/Post Code',
  'Rate',
  'Zip/Post is Range',
  'Range From',
  'Range To',
] as const;
/** Rows per page. */
const PAGE = 1_000;

/** Tax rates by their codes; to replace is to change. */
export const taxRateRows: RowKind = {
  columns: ({ services }) => {
    const known = new Set<string>([...rateColumns, ...viewsOf(services).map(({ code }) => code)]);
    return (name) => known.has(name);
  },
  required: ['Code', 'Country', 'Rate'],
  keyOf: (row) => keyText(row, 'Code'),
  identityOf: (row) => keyText(row, 'Code'),
  batch: 128,
  save: (call, rows, saving) => saveEach(call, rows, saving, (inside, row) => saveRow(inside, row, saving.behavior)),
};

/** Tax rates in the layout of the interface's export, in order of ids. */
export async function* exportTaxRates(call: Call): AsyncGenerator<readonly string[]> {
  const { tax, directory } = call.services;
  const views = viewsOf(call.services);
  yield [...rateColumns, ...views.map(({ code }) => code)];
  for (let after = 0; ;) {
    const rates = await tax.ratesAfter(call, after, PAGE);
    for (const rate of rates) {
      const titles = tax.titlesOf(rate.titles);
      yield [
        rate.code,
        rate.tax_country_id,
        directory.region(rate.tax_region_id)?.code ?? '*',
        rate.tax_postcode,
        decimalText(rate.rate, 4),
        rate.zip_is_range ? '1' : '',
        String(rate.zip_from ?? ''),
        String(rate.zip_to ?? ''),
        ...views.map(({ id }) => titles[id] ?? ''),
      ];
    }
    after = rates.at(-1)?.tax_calculation_rate_id ?? after;
    if (rates.length < PAGE) return;
  }
}

/** Store views in order of their codes, as ids differ between shops. */
function viewsOf({ store }: Call['services']): { readonly id: number; readonly code: string }[] {
  return store
    .views()
    .filter(({ id }) => id !== 0)
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

async function saveRow(call: Call, row: ImportRow, behavior: string): Promise<keyof SavedCounts> {
  const { tax } = call.services;
  const code = keyText(row, 'Code');
  if (code === '') throw new CellFault('Code', 'the row has no code');
  const before = await tax.rateByCode(call, code);
  if (behavior === 'delete') {
    if (!before) throw new CellFault('Code', `there is no tax rate "${code}"`);
    await tax.deleteRate(call, before.tax_calculation_rate_id);
    return 'deleted';
  }
  await tax.saveRate(call, { ...rateInput(call, row), code, ...(before && { id: before.tax_calculation_rate_id }) });
  return before ? 'updated' : 'created';
}

function rateInput(call: Call, { cells }: ImportRow) {
  const text = (column: string): string => textOf(column, cells.get(column) ?? '').trim();
  const country = text('Country');
  const titles = viewsOf(call.services).flatMap(({ id, code }) =>
    cells.has(code) ? [{ store_id: String(id), value: text(code) }] : [],
  );
  const isRange = cells.has('Zip/Post is Range') && flagOf('Zip/Post is Range', text('Zip/Post is Range'));
  return {
    tax_country_id: country,
    tax_region_id: regionOf(call, country, text('State')),
    rate: numberOf('Rate', text('Rate')),
    ...(titles.length > 0 && { titles }),
    ...(isRange
      ? {
          zip_is_range: 1,
          zip_from: integerOf('Range From', text('Range From')),
          zip_to: integerOf('Range To', text('Range To')),
        }
      : { tax_postcode: text('Zip/Post Code') || '*' }),
  };
}

function regionOf({ services: { directory } }: Call, country: string, code: string): number {
  if (code === '' || code === '*') return 0;
  const region = directory.regionByCode(country, code);
  if (!region) throw new CellFault('State', `there is no region "${code}" in the country "${country}"`);
  return region.id;
}
