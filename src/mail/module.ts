import { module } from '../kernel/module.ts';
import { mailConfiguration } from './configuration.ts';

/** E-mail: modules contribute their templates (`mailTemplates`). */
export const mail = module({ name: 'Email', configuration: mailConfiguration });
