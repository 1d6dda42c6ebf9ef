import { defineErrors } from '../../kernel/errors.ts';

/** Errors of the recording of calls. */
export const inspectorErrors = defineErrors('inspector', {
  minutes: ['input', 'Calls are recorded for 1 to %1 minutes.', 'the duration of a recording is out of range'],
  callers: ['input', '"%1" is not a type of caller: use %2.', 'the type of caller of a recording or search is unknown'],
  caller: ['noSuchEntity', 'There is no %1 "%2".', 'the caller of a recording does not exist'],
});
