import { textOf } from '../../values.ts';
import type { CustomInput } from '../entity.ts';
import { useConditionAttributes, type ConditionAttribute } from './attributes.ts';
import { Comparison } from './comparison.tsx';
import {
  isTrue,
  kindsBelow,
  newCondition,
  operators,
  rootKind,
  type ConditionKind,
  type ConditionNode,
} from './grammar.ts';
import { t } from '../../texts/text.ts';
import { tx } from '../../texts/elements.tsx';

/** An input for a tree of conditions. */
export function ConditionTree({
  label,
  input,
  value,
  set,
  isReadOnly,
}: {
  label: string;
  input: CustomInput;
  value: unknown;
  set: (value: unknown) => void;
  isReadOnly: boolean;
}) {
  const attributes = useConditionAttributes();
  const kind = rootKind(input);
  if (!kind) return null;
  const node: ConditionNode = typeof value === 'object' && value !== null ? { ...value } : newCondition(kind);
  return (
    <fieldset class="wide conditions">
      <legend>{label}</legend>
      <Combination kind={kind} node={node} name={label} set={set} attributes={attributes} isReadOnly={isReadOnly} />
    </fieldset>
  );
}

interface NodeProperties {
  readonly kind: ConditionKind;
  readonly node: ConditionNode;
  /** Its place in the tree, for screen readers: `Conditions 1.2`. */
  readonly name: string;
  readonly set: (node: ConditionNode) => void;
  readonly attributes: readonly ConditionAttribute[];
  readonly isReadOnly: boolean;
}

function Combination({ kind, node, name, set, attributes, isReadOnly }: NodeProperties) {
  const conditions = node.conditions ?? [];
  const setAll = (next: readonly ConditionNode[]): void => set({ ...node, conditions: next });
  return (
    <>
      <Sentence kind={kind} node={node} name={name} set={set} isReadOnly={isReadOnly} />
      <ol class="conditions">
        {conditions.map((one, i) => (
          <li key={i}>
            <Condition
              node={one}
              kinds={kindsBelow(kind)}
              name={`${name} ${i + 1}`}
              set={(next) => setAll(conditions.map((other, at) => (at === i ? next : other)))}
              attributes={attributes}
              isReadOnly={isReadOnly}
            />
            {!isReadOnly && (
              <button
                type="button"
                aria-label={t('Remove condition {name}', { name: `${name} ${i + 1}` })}
                onClick={() => setAll(conditions.filter((_, at) => at !== i))}
              >
                {t('Remove')}
              </button>
            )}
          </li>
        ))}
      </ol>
      {!isReadOnly && (
        <NewCondition
          kinds={kindsBelow(kind)}
          name={name}
          attributes={attributes}
          add={(next) => setAll([...conditions, next])}
        />
      )}
    </>
  );
}

/** The words of a combination: `If all of these conditions are true`. */
function Sentence({ kind, node, name, set, isReadOnly }: Omit<NodeProperties, 'attributes'>) {
  const common = { disabled: isReadOnly };
  const change = (changes: ConditionNode): void => set({ ...node, ...changes });
  const truth = (yes: string, no: string) => (
    <select
      {...common}
      aria-label={t('{name}: {yes} or {no}', { name, yes, no })}
      value={isTrue(node.value) ? '1' : '0'}
      onChange={(event) => change({ value: event.currentTarget.value })}
    >
      <option value="1">{yes}</option>
      <option value="0">{no}</option>
    </select>
  );
  const aggregator = (
    <select
      {...common}
      aria-label={t('{name}: all or any', { name })}
      value={node.aggregator_type === 'any' ? 'any' : 'all'}
      onChange={(event) => change({ aggregator_type: event.currentTarget.value })}
    >
      <option value="all">{t('all [conditions]')}</option>
      <option value="any">{t('any [condition]')}</option>
    </select>
  );
  const found = truth(t('found'), t('not found'));
  if (kind.figures) {
    return (
      <div class="sentence">
        <select
          {...common}
          aria-label={t('{name}: figure', { name })}
          value={node.attribute_name ?? ''}
          onChange={(event) => change({ attribute_name: event.currentTarget.value })}
        >
          {kind.figures.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <select
          {...common}
          aria-label={t('{name}: comparison', { name })}
          value={node.operator ?? ''}
          onChange={(event) => change({ operator: event.currentTarget.value })}
        >
          {operators.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <input
          {...common}
          class="amount"
          aria-label={t('{name}: value', { name })}
          value={textOf(node.value)}
          onInput={(event) => change({ value: event.currentTarget.value })}
        />
        <span>{tx('for items with {aggregator} of these conditions:', { aggregator })}</span>
      </div>
    );
  }
  return (
    <div class="sentence">
      {kind.isFound ? (
        <span>
          {kind.below === 'address'
            ? tx('An address is {truth} with {aggregator} of these conditions:', { truth: found, aggregator })
            : tx('An item is {truth} with {aggregator} of these conditions:', { truth: found, aggregator })}
        </span>
      ) : (
        <span>
          {(node.conditions ?? []).length === 0 && `${t('Always, without conditions.')} `}
          {tx('If {aggregator} of these conditions are {truth}:', { aggregator, truth: truth(t('true'), t('false')) })}
        </span>
      )}
    </div>
  );
}

function Condition({ kinds, ...properties }: Omit<NodeProperties, 'kind'> & { kinds: readonly ConditionKind[] }) {
  const { node } = properties;
  const kind = kinds.find(({ type }) => type === (node.condition_type ?? '').replace(/^\\/, ''));
  if (!kind) return <code>{JSON.stringify(node)}</code>;
  return kind.below === undefined ? (
    <Comparison kind={kind} {...properties} />
  ) : (
    <div>
      <Combination kind={kind} {...properties} />
    </div>
  );
}

function NewCondition({
  kinds,
  name,
  attributes,
  add,
}: {
  kinds: readonly ConditionKind[];
  name: string;
  attributes: readonly ConditionAttribute[];
  add: (node: ConditionNode) => void;
}) {
  const choose = (chosen: string): void => {
    const [i = '', attribute = ''] = chosen.split(/:(.*)/s);
    const kind = kinds[Number(i)];
    if (chosen !== '' && kind) add(newCondition(kind, attribute));
  };
  return (
    <select
      aria-label={t('New condition: {name}', { name })}
      value=""
      onChange={(event) => {
        choose(event.currentTarget.value);
        event.currentTarget.value = '';
      }}
    >
      <option value="">{t('Add condition…')}</option>
      {kinds.map((kind, i) =>
        kind.below === undefined ? (
          <optgroup key={kind.type} label={kind.title}>
            {[
              ...(kind.attributes ?? []),
              ...(kind.ofProducts ? attributes.map(({ code, label }) => [code, label] as const) : []),
            ].map(([code, label]) => (
              <option key={code} value={`${i}:${code}`}>
                {label}
              </option>
            ))}
          </optgroup>
        ) : (
          <option key={kind.type} value={`${i}:`}>
            {kind.title}
          </option>
        ),
      )}
    </select>
  );
}
