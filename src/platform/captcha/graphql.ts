import { enumTypes, queries, valueTypes, type EnumTypesOf, type ValueTypesOf } from '../../kernel/graphql.ts';
import { recaptchaBadge, recaptchaOfForm, recaptchaTypes } from './configuration.ts';

const enums = enumTypes({
  ReCaptchaFormEnum: [
    'PLACE_ORDER',
    'CONTACT',
    'CUSTOMER_LOGIN',
    'CUSTOMER_FORGOT_PASSWORD',
    'CUSTOMER_CREATE',
    'CUSTOMER_EDIT',
    'NEWSLETTER',
    'PRODUCT_REVIEW',
    'SENDFRIEND',
    'BRAINTREE',
  ],
});

const values = valueTypes({
  ReCaptchaConfigurationV3: {
    badge_position: 'String!',
    failure_message: 'String!',
    forms: '[ReCaptchaFormEnum]!',
    is_enabled: 'Boolean!',
    language_code: 'String',
    minimum_score: 'Float!',
    theme: 'String!',
    website_key: 'String!',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {}
}

const captchaQueries = queries((t) => ({
  recaptchaV3Config: t.field('ReCaptchaConfigurationV3', (_, __, call) => {
    const scope = { storeId: call.scope.storeId };
    const { config } = call;
    const { publicKey, leastScore } = recaptchaTypes.recaptcha_v3;
    const forms = enums.types.ReCaptchaFormEnum.filter(
      (form) => config.of(recaptchaOfForm.of(form.toLowerCase()), scope) === 'recaptcha_v3',
    );
    const key = config.of(publicKey, scope);
    return {
      badge_position: config.of(recaptchaBadge.position, scope),
      failure_message: config.of(recaptchaBadge.failureMessage, scope),
      forms,
      is_enabled: Boolean(key) && forms.length > 0,
      language_code: config.of(recaptchaBadge.language, scope) ?? null,
      minimum_score: config.of(leastScore, scope),
      theme: config.of(recaptchaBadge.theme, scope),
      website_key: key ?? '',
    };
  }),
}));

/** How storefronts ask the provider of reCAPTCHA. */
export const captchaGraphql = [enums, values, captchaQueries];
