import { defineErrors } from '../../kernel/errors.ts';
import { locations } from './targets.ts';

/** Errors of dynamic blocks. */
export const dynamicBlockErrors = defineErrors('banner', {
  noBlock: ['noSuchEntity', 'There is no dynamic block %1.', 'a command names an unknown dynamic block', 'filled'],
  noStore: ['input', 'There is no store view "%1".', 'the content of a dynamic block is for an unknown store view'],
  noSegment: ['input', 'There is no segment %1.', 'a dynamic block is created for an unknown segment', 'filled'],
  noRule: ['input', 'There is no cart price rule %1.', 'a dynamic block is created for an unknown rule', 'filled'],
  location: [
    'input',
    `"%1" is not a location. Use ${locations.join(', ')}.`,
    'a dynamic block is created for an unknown location',
  ],
});
