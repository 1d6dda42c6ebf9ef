/** The values and labels of a choice. */
export type CellChoices = readonly (readonly [value: string, label: string])[];

/** A choice in the cell of a table. A value that is none of the options stands as it is. */
export function SelectCell({
  label,
  value,
  options,
  set,
}: {
  label: string;
  value: string;
  options: CellChoices;
  set: (value: string) => void;
}) {
  return (
    <select aria-label={label} value={value} onChange={(event) => set(event.currentTarget.value)}>
      {!options.some(([one]) => one === value) && <option value={value}>{value}</option>}
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A number in the cell of a table. */
export function AmountCell({
  label,
  min,
  max,
  step,
  value,
  set,
}: {
  label: string;
  min: number;
  max?: number | undefined;
  /** Default: any fraction. */
  step?: number;
  value: string;
  set: (value: string) => void;
}) {
  return (
    <input
      class="amount"
      type="number"
      aria-label={label}
      min={min}
      max={max}
      step={step ?? 'any'}
      required
      value={value}
      onInput={(event) => set(event.currentTarget.value)}
    />
  );
}
