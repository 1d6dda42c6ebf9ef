import type { ConfigurationReader } from '../../kernel/call.ts';
import type { StoreScopes } from '../../kernel/scopes.ts';
import { fillText, type ModuleTexts, type TextCatalog, type TextsByKey } from '../../kernel/texts.ts';
import { baseUrls, currencySettings, shopLocale, storeInformation } from '../../kernel/shop-settings.ts';
import { mailLogo, mailSenders } from './configuration.ts';
import type { MailStore, MailTexts } from './template.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };

/** The texts of the frame around each email. */
export const layoutTexts: ModuleTexts = { en, de, es, fr };

/** The part of the platform that rendering needs. */
export interface MailSources {
  readonly config: ConfigurationReader;
  readonly scopes: Pick<StoreScopes, 'groupName'>;
  readonly texts: TextCatalog;
}

/** A picture in the head of an email. Sizes in pixels; undefined: those of the picture. */
interface MailLogo {
  readonly url: string;
  readonly text: string;
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** The frame around an email: the logo above it, and the lines below it. */
export interface MailLayout {
  readonly logo: MailLogo | undefined;
  /** Contact and address of the shop. */
  readonly footer: readonly string[];
}

/** A store view in texts for its customers: its name and translations; 0: the default view. */
export function mailStore(sources: MailSources, storeId: number, texts: MailTexts): MailStore {
  const { config, texts: catalog } = sources;
  const scope = { storeId };
  const locale = config.of(shopLocale, scope);
  const words = catalog.of(texts, locale);
  const name = storeName(sources, storeId);
  return {
    name,
    url: config.of(baseUrls.secure.base, scope),
    locale,
    currency: config.of(currencySettings.display, scope),
    text: (key, values = {}) => fillText(words[key] ?? key, { store: name, ...values }),
  };
}

/** The frame of the emails of a store view; 0: the default view. */
export function mailLayout(sources: MailSources, storeId: number): MailLayout {
  const { config, texts } = sources;
  const scope = { storeId };
  const words = texts.of(layoutTexts, config.of(shopLocale, scope));
  const phone = config.of(storeInformation.phone, scope)?.trim() ?? '';
  const hours = config.of(storeInformation.hours, scope)?.trim();
  const email = config.of(mailSenders.support.email, scope);
  const address = storeAddress(config, storeId).join(', ');
  return {
    logo: logoOf(sources, storeId),
    footer: [
      ...(email ? [filled(words, phone ? 'contact.phone' : 'contact', { email, phone })] : []),
      ...(hours ? [filled(words, 'hours', { hours })] : []),
      ...(address ? [address] : []),
    ],
  };
}

/** Street and town of a store, line by line, as its settings say; the empty ones are omitted. */
export function storeAddress(config: ConfigurationReader, storeId: number): string[] {
  const { postcode, city, street } = storeInformation;
  const [zip, town, ...streets] = [postcode, city, ...street].map((setting) => config.of(setting, { storeId })?.trim());
  return [...streets, [zip, town].filter(Boolean).join(' ')].flatMap((line) => line || []);
}

function filled(words: TextsByKey, key: string, values: Readonly<Record<string, string>>): string {
  return fillText(words[key] ?? key, values);
}

function storeName({ config, scopes }: MailSources, storeId: number): string {
  return config.of(storeInformation.name, { storeId }) || scopes.groupName(storeId);
}

function logoOf(sources: MailSources, storeId: number): MailLogo | undefined {
  const { config } = sources;
  const scope = { storeId };
  const file = config.of(mailLogo.file, scope);
  if (!file) return undefined;
  const { media, base } = baseUrls.secure;
  const folder = config.of(media, scope) ?? `${config.of(base, scope)}media/`;
  return {
    url: `${folder}email/logo/${file.split('/').map(encodeURIComponent).join('/')}`,
    text: config.of(mailLogo.text, scope) || storeName(sources, storeId),
    width: config.of(mailLogo.width, scope),
    height: config.of(mailLogo.height, scope),
  };
}
