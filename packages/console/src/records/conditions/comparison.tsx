import { textOf } from '../../values.ts';
import type { Options } from '../entity.ts';
import type { ConditionAttribute } from './attributes.ts';
import { operators, type ConditionKind, type ConditionNode } from './grammar.ts';
import { t } from '../../texts/text.ts';

/** A comparison: an attribute, an operator and a value. */
export function Comparison({
  kind,
  node,
  name,
  set,
  attributes,
  isReadOnly,
}: {
  kind: ConditionKind;
  node: ConditionNode;
  name: string;
  set: (node: ConditionNode) => void;
  attributes: readonly ConditionAttribute[];
  isReadOnly: boolean;
}) {
  const code = node.attribute_name ?? '';
  const attribute = attributes.find((one) => one.code === code);
  const label = kind.attributes?.find(([value]) => value === code)?.[1] ?? attribute?.label ?? code;
  const operator = node.operator ?? '';
  const isList = operator === '()' || operator === '!()';
  const change = (changes: ConditionNode): void => set({ ...node, ...changes });
  return (
    <div class="sentence">
      <span>{label}</span>
      <select
        aria-label={t('{name}: comparison', { name })}
        disabled={isReadOnly}
        value={operator}
        onChange={(event) => change({ operator: event.currentTarget.value })}
      >
        {operators.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {operator !== '<=>' && (
        <ComparedValue
          name={t('{name}: value', { name })}
          options={kind.ofProducts && !isList ? (attribute?.options ?? []) : []}
          isList={isList}
          isReadOnly={isReadOnly}
          value={Array.isArray(node.value) ? node.value.map(textOf).join(',') : textOf(node.value)}
          set={(value) => change({ value })}
        />
      )}
    </div>
  );
}

function ComparedValue({
  name,
  options,
  isList,
  isReadOnly,
  value,
  set,
}: {
  name: string;
  options: Options;
  isList: boolean;
  isReadOnly: boolean;
  value: string;
  set: (value: string) => void;
}) {
  if (options.length === 0) {
    return (
      <input
        aria-label={name}
        disabled={isReadOnly}
        placeholder={isList ? '1, 2, 3' : ''}
        value={value}
        onInput={(event) => set(event.currentTarget.value)}
      />
    );
  }
  return (
    <select aria-label={name} disabled={isReadOnly} value={value} onChange={(event) => set(event.currentTarget.value)}>
      <option value="" />
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  );
}
