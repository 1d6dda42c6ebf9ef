import { module } from '../../kernel/module.ts';
import { captchaConfiguration } from './configuration.ts';
import { captchaGraphql } from './graphql.ts';
import { captchaGuard } from './guard.ts';
import { captchaPictures } from './picture-face.ts';
import { confirmWithProvider } from './recaptcha.ts';
import { migrations } from './tables.ts';

/** Captchas have no routes of the interface: they guard forms, and show pictures beside it. */
export const captcha = module({
  name: 'Captcha',
  configuration: captchaConfiguration,
  graphql: captchaGraphql,
  migrations,
  unshown: ['captcha_challenge', 'captcha_log'],
  guards: [({ log }) => captchaGuard(confirmWithProvider(log))],
  faces: [captchaPictures],
});
