import { module } from '../kernel/module.ts';
import { migrations } from './tables.ts';

/** Captchas have no routes of the interface: forms are guarded, and pictures shown, by the web API. */
export const captcha = module({ name: 'Captcha', migrations });
