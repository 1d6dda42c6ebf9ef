import * as t from '../../kernel/types.ts';

/** Whether the implementation of a second factor is installed and configured. */
const Engine = t.object('two-factor-auth-engine-interface', { enabled: t.boolean });

/** A kind of second factor. */
export const TwoFactorProvider = t.object('two-factor-auth-provider-interface', {
  enabled: t.boolean,
  engine: Engine,
  code: t.string,
  name: t.string,
  icon: t.string,
  reset_allowed: t.boolean,
  configure_action: t.string,
  auth_action: t.string,
  extra_actions: t.array(t.string),
});

/** The data from which an authenticator app is set up. */
export const GoogleSetup = t.object('two-factor-auth-data-google-configure-interface', {
  qr_code_base64: t.secret(t.string),
  secret_code: t.secret(t.string),
  extension_attributes: t.optional(t.extension('two-factor-auth-data-google-configure-extension-interface', {})),
});

/** The options of a browser's call to a security key, as JSON. */
export const KeyOptions = t.object('two-factor-auth-data-u2f-web-authn-request-interface', {
  credential_request_options_json: t.secret(t.string),
  extension_attributes: t.optional(t.extension('two-factor-auth-data-u2f-web-authn-request-extension-interface', {})),
});

/** The telephone that Authy sends codes to. */
export const AuthyDevice = t.object('two-factor-auth-data-authy-device-interface', {
  country: t.string,
  phone_number: t.string,
  method: t.string,
  extension_attributes: t.optional(t.extension('two-factor-auth-data-authy-device-extension-interface', {})),
});

/** The response of Authy to the registration of a device. */
export const AuthyPrompt = t.object('two-factor-auth-data-authy-registration-prompt-response-interface', {
  message: t.string,
  expiration_seconds: t.string,
  extension_attributes: t.optional(
    t.extension('two-factor-auth-data-authy-registration-prompt-response-extension-interface', {}),
  ),
});
