import {
  enumTypes,
  queries,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type ValueTypesOf,
} from '../kernel/graphql.ts';

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

declare module '../kernel/graphql.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {}
}

const captchaQueries = queries((t) => ({
  recaptchaV3Config: t.field('ReCaptchaConfigurationV3', (_, __, call) => {
    const scope = { storeId: call.scope.storeId };
    const get = (name: string): string | undefined => call.config.get(`recaptcha_frontend/${name}`, scope);
    const v3 = (name: string): string | undefined => get(`type_recaptcha_v3/${name}`);
    const forms = enums.types.ReCaptchaFormEnum.filter(
      (form) => get(`type_for/${form.toLowerCase()}`) === 'recaptcha_v3',
    );
    const key = v3('public_key');
    return {
      badge_position: v3('position') ?? 'inline',
      failure_message: get('failure_messages/validation_failure_message') ?? 'reCAPTCHA verification failed.',
      forms: forms as readonly GraphQLTypes['ReCaptchaFormEnum'][],
      is_enabled: Boolean(key) && forms.length > 0,
      language_code: v3('lang') ?? null,
      minimum_score: Number(v3('score_threshold') ?? 0.5),
      theme: v3('theme') ?? 'light',
      website_key: key ?? '',
    };
  }),
}));

/** How storefronts ask the provider of reCAPTCHA. */
export const captchaGraphql = [enums, values, captchaQueries];
