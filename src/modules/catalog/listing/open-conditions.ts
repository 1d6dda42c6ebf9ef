import { elementAt } from '../../../kernel/lists.ts';
import type { Condition, ListRequest } from '../../../storage/criteria/criteria.ts';
import { isParametric } from '../../../storage/criteria/conditions.ts';
import { ValueNeeded } from '../../../storage/criteria/fields.ts';
import { derived } from '../../../storage/prepared.ts';

/** Conditions on products in a statement that is built once for all their values. */
interface OpenConditions {
  /** The inputs of the statement besides the values. */
  readonly shape: unknown;
  readonly values: readonly string[];
  /** The conditions with their values as parameters, and the categories to which they narrow a list. */
  opened(values: readonly string[]): {
    readonly groups: ListRequest['groups'];
    readonly categoryIds: readonly number[];
  };
}

/** Conditions of a list at most: longer ones are seldom alike, and their statements take much memory. */
const MOST = 20;

/** Opens the conditions of a list; undefined where there are too many or the text of a statement depends on a value. */
export function openConditions(conditionGroups: ListRequest['groups']): OpenConditions | undefined {
  const all = conditionGroups.flat();
  if (all.length > MOST || !all.every(isOpen)) return undefined;
  return {
    shape: conditionGroups.map((group) => group.map(({ field, type }) => [field, type])),
    values: all.map(({ value }) => value),
    opened(values) {
      let next = 0;
      const groups = conditionGroups.map((group) =>
        group.map((condition) => {
          const at = next++;
          return { ...condition, value: derived(values, (actualValues) => elementAt(actualValues, at)) };
        }),
      );
      const categories = groups.flat().filter(({ field }) => field === 'category_id');
      return { groups, categoryIds: categories.map(({ value }) => derived(value, Number)) };
    },
  };
}

/** Whether a condition can be in a statement without its value. */
function isOpen(condition: Condition): boolean {
  if (condition.field === 'category_id' && (condition.type !== 'eq' || !/^\d+$/.test(condition.value))) return false;
  return isParametric(condition);
}

/** The statement of `build`; undefined where its text depends on a value. */
export function unlessValueNeeded<S>(build: () => S): S | undefined {
  try {
    return build();
  } catch (error) {
    if (error instanceof ValueNeeded) return undefined;
    throw error;
  }
}
