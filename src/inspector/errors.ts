import { defineErrors } from '../kernel/errors.ts';

/** Errors of the recording of calls. */
export const inspectorErrors = defineErrors('inspector', {
  minutes: [
    'input',
    'Calls are recorded for 1 to %1 minutes.',
    'a recording was to be switched on for a time out of its bounds',
  ],
  callers: [
    'input',
    '"%1" is no kind of caller: use %2.',
    'calls of an unknown kind of caller were to be recorded or looked for',
  ],
  caller: ['noSuchEntity', 'There is no %1 "%2".', 'calls of somebody were to be recorded who does not exist'],
});
