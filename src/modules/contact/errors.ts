import { defineErrors } from '../../kernel/errors.ts';
import { isContactFormOn } from './configuration.ts';

/** Errors of messages to the shop. */
export const contactErrors = defineErrors('contact', {
  disabled: ['input', 'The contact form is not available.', `\`${isContactFormOn.path}\` is off`],
  email: [
    'input',
    'The email address is invalid. Verify the email address and try again.',
    'the e-mail address of a message is malformed',
  ],
  missing: ['input', 'The "%1" field is required.', 'a message has no name or no text', 'filled'],
  tooOften: [
    'input',
    'You can send at most %1 messages an hour. Try again later.',
    'a visitor writes more often than the setting allows',
    'filled',
  ],
});
