import type { ConditionNode } from './node.ts';

type Value = ConditionNode['value'];

/** Whether the value of a condition is true: as in the reference, 0, the empty text and null are false. */
export function isTrue(value: Value): boolean {
  return value !== null && value !== '' && value !== '0';
}

/** The text that a condition compares with. */
export function expectedOf({ value }: ConditionNode): string {
  return value === true ? '1' : (value ?? '');
}
