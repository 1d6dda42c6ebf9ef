import { defineErrors } from '../../kernel/errors.ts';
import { guestsMaySubscribe, isNewsletterOn } from './configuration.ts';

/** Errors of the newsletter. */
export const newsletterErrors = defineErrors('newsletter', {
  disabled: ['input', 'The newsletter is not available.', `\`${isNewsletterOn.path}\` is off`],
  email: ['input', 'Enter a valid email address.', 'the e-mail address of a newsletter subscription is malformed'],
  guests: [
    'input',
    'Guests can not subscribe to the newsletter. You must create an account to subscribe.',
    `a guest subscribes and \`${guestsMaySubscribe.path}\` is off`,
  ],
  foreign: [
    'input',
    'Cannot create a newsletter subscription.',
    'a caller subscribes the address of another customer to the newsletter',
  ],
  subscribed: ['alreadyExists', 'This email address is already subscribed.', 'the address has the newsletter'],
  unknown: [
    'noSuchEntity',
    'There is no newsletter subscription for %1.',
    'a command confirms an unknown address',
    'filled',
  ],
});
