import type { Call } from '../../kernel/call.ts';
import {
  enumTypes,
  ofReleases,
  queries,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { failureMessages, recaptchaOfForm, recaptchaTypes, type RecaptchaType } from './configuration.ts';

/** The forms that all releases name. */
const forms = [
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
] as const;

const enums = enumTypes({
  ReCaptchaFormEnum: [...forms, { value: 'RESEND_CONFIRMATION_EMAIL', release: '2.4.8' }],
});
const newerEnums = enumTypes({ ReCaptchaTypeEmum: ['INVISIBLE', 'RECAPTCHA', 'RECAPTCHA_V3'] });

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
const newerValues = valueTypes({
  ReCaptchaConfigOutput: { configurations: 'ReCaptchaConfiguration', is_enabled: 'Boolean!' },
  ReCaptchaConfiguration: {
    badge_position: 'String',
    language_code: 'String',
    minimum_score: 'Float',
    re_captcha_type: 'ReCaptchaTypeEmum!',
    technical_failure_message: 'String!',
    theme: 'String!',
    validation_failure_message: 'String!',
    website_key: 'String!',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes
    extends
      EnumTypesOf<typeof enums>,
      EnumTypesOf<typeof newerEnums>,
      ValueTypesOf<typeof values>,
      ValueTypesOf<typeof newerValues> {}
}

type Form = GraphQLTypes['ReCaptchaFormEnum'];

/** The type of reCAPTCHA that the store view guards a form with, with or without keys. */
function typeOf(call: Call, form: Form): RecaptchaType | undefined {
  return call.config.of(recaptchaOfForm.of(form.toLowerCase()), call.scope);
}

const typeNames = {
  recaptcha: 'RECAPTCHA',
  invisible: 'INVISIBLE',
  recaptcha_v3: 'RECAPTCHA_V3',
} as const satisfies Readonly<Record<RecaptchaType, GraphQLTypes['ReCaptchaTypeEmum']>>;

/** How storefronts ask the provider before they send a form; without a configuration where the form is not guarded. */
function configurationOf(call: Call, form: Form): GraphQLTypes['ReCaptchaConfigOutput'] {
  const { config, scope } = call;
  const type = typeOf(call, form);
  const key = type && config.of(recaptchaTypes[type].publicKey, scope);
  if (!type || !key) return { is_enabled: false, configurations: null };
  const { position, language, theme, leastScore } = recaptchaTypes[type];
  return {
    is_enabled: true,
    configurations: {
      badge_position: config.of(position, scope) ?? null,
      language_code: config.of(language, scope) ?? null,
      minimum_score: type === 'recaptcha_v3' ? config.of(leastScore, scope) : null,
      re_captcha_type: typeNames[type],
      technical_failure_message: config.of(failureMessages.technical, scope),
      theme: config.of(theme, scope),
      validation_failure_message: config.of(failureMessages.refused, scope),
      website_key: key,
    },
  };
}

const captchaQueries = queries((t) => ({
  recaptchaV3Config: t.field('ReCaptchaConfigurationV3', (_, __, call) => {
    const { config, scope } = call;
    const { publicKey, leastScore, position, theme, language } = recaptchaTypes.recaptcha_v3;
    const guardedForms = forms.filter((form) => typeOf(call, form) === 'recaptcha_v3');
    const key = config.of(publicKey, scope);
    return {
      badge_position: config.of(position, scope) ?? '',
      failure_message: config.of(failureMessages.refused, scope),
      forms: guardedForms,
      is_enabled: Boolean(key) && guardedForms.length > 0,
      language_code: config.of(language, scope) ?? null,
      minimum_score: config.of(leastScore, scope),
      theme: config.of(theme, scope),
      website_key: key ?? '',
    };
  }),
}));

const formQueries = queries((t) => ({
  recaptchaFormConfig: t.field('ReCaptchaConfigOutput', { formType: 'ReCaptchaFormEnum!' }, (_, { formType }, call) =>
    configurationOf(call, formType),
  ),
}));

/** How storefronts ask the provider of reCAPTCHA. */
export const captchaGraphql = [
  enums,
  values,
  captchaQueries,
  ...ofReleases({ release: '2.4.8' }, [newerEnums, newerValues, formQueries]),
];
