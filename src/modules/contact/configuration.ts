import { flag, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Paths of the settings, as the interface names them. */
export const paths = { enabled: 'contact/contact/enabled', recipient: 'contact/email/recipient_email' } as const;

/** Whether visitors may write to the shop, and where that goes. */
export const contactConfiguration: DeclaredConfiguration = {
  [paths.enabled]: { shipped: '1', takes: flag },
  [paths.recipient]: 'hello@example.com',
};
