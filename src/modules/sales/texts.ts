import type { MailTexts } from '../../platform/mail/template.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

/** The words of mails and prints about orders. */
export const salesTexts: MailTexts = { en, de };
