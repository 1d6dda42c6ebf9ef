import { germanNames } from './de-names.ts';

/** German forms of the values that settings take, by the English ones. */
export const germanExpectedTexts: Readonly<Record<string, string>> = {
  'a text': 'ein Text',
  'a number': 'eine Zahl',
  'an amount': 'ein Betrag',
  'a URL': 'eine URL',
  'a path without slashes at its ends': 'ein Pfad ohne Schrägstriche am Anfang und am Ende',
  'the path of a picture below media/email/logo, such as logo.png':
    'der Pfad eines Bildes unter media/email/logo, etwa logo.png',
  'a country code such as US': 'ein Ländercode wie US',
  'a currency code such as USD': 'ein Währungscode wie USD',
  'a locale such as en_US': 'ein Gebietsschema wie en_US',
  'a time zone such as Europe/Paris': 'eine Zeitzone wie Europe/Paris',
  'a number of letters such as 5 or 4-5': 'eine Zahl von Buchstaben wie 5 oder 4-5',
  'a quantity, or quantities by customer group such as {"32000":"3"}':
    'eine Menge, oder Mengen nach Kundengruppe wie {"32000":"3"}',
  'a JSON object of role names by claim value, such as {"shop-admins":"Administrators"}':
    'ein JSON-Objekt mit Rollennamen nach Wert des Claims, etwa {"shop-admins":"Administrators"}',
  '0 (hidden), 1 or opt (optional) or req (required)':
    '0 (ausgeblendet), 1 oder opt (freiwillig) oder req (erforderlich)',
  '0, 1, or a list of host names and addresses': '0, 1 oder eine Liste von Hostnamen und Adressen',
  'host names separated by commas or blanks': 'Hostnamen, durch Kommas oder Leerzeichen getrennt',
  'rules such as "featured: Yes ^ 2", with "in_stock: 1" for products that can be sold, on lines or separated by semicolons':
    'Regeln wie "featured: Yes ^ 2", mit "in_stock: 1" für verkäufliche Produkte, je Zeile oder durch Semikolons getrennt',
  'rules such as "sale => /sale.html", on lines or separated by semicolons':
    'Regeln wie "sale => /sale.html", je Zeile oder durch Semikolons getrennt',
  'groups such as "sofa, couch", or rules such as "mobile => phone", on lines or separated by semicolons':
    'Gruppen wie "sofa, couch" oder Regeln wie "mobile => phone", je Zeile oder durch Semikolons getrennt',
  'a list': 'eine Liste',
  numbers: 'Zahlen',
  'country codes such as US,CA': 'Ländercodes wie US,CA',
  'currency codes such as USD,EUR': 'Währungscodes wie USD,EUR',
  'email addresses': 'E-Mail-Adressen',
  'addresses such as http://varnish:6081/': 'Adressen wie http://varnish:6081/',
  'codes of providers such as google,u2fkey': 'Codes von Anbietern wie google,u2fkey',
};

/** Forms with numbers or names in them; `$1` is the first. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/^a whole number from (\d+) to (\d+)$/, 'eine ganze Zahl von $1 bis $2'],
  [/^a whole number from (\d+)$/, 'eine ganze Zahl ab $1'],
  [/^a number from (-?[\d.]+)$/, 'eine Zahl ab $1'],
  [/^a number of seconds from ([\d.]+)$/, 'eine Dauer ab $1 Sekunden'],
  [/^a URL that ends in a slash, or (\{\{\w+\}\})$/, 'eine URL mit Schrägstrich am Ende, oder $1'],
  [/^some of ([\w, ]+)$/, 'einige von $1'],
  [/^names of ([\w, ]+)$/, 'Namen aus $1'],
  [/^kinds of pages \(([\w, ]+)\)$/, 'Arten von Seiten ($1)'],
];

/** The German form of the values that a setting takes; undefined where there is none. */
export function germanExpected(english: string): string | undefined {
  const [, required] = /^(.+), or nothing$/.exec(english) ?? [];
  if (required !== undefined) return withEnd(germanExpected(required), ', oder leer');
  if (Object.hasOwn(germanExpectedTexts, english)) return germanExpectedTexts[english];
  const [, items] = /^(.+?),? separated by commas$/.exec(english) ?? [];
  if (items !== undefined) return withEnd(germanExpected(items), ', durch Kommas getrennt');
  const [pattern, german] = patterns.find(([one]) => one.test(english)) ?? [];
  if (pattern && german) return english.replace(pattern, german);
  return germanChoices(english);
}

function withEnd(german: string | undefined, end: string): string | undefined {
  return german === undefined ? undefined : german + end;
}

/** The German form of a list of choices, `F (fixed) or P (percent)`: the values stay, the names are German. */
function germanChoices(english: string): string | undefined {
  const choices = english.split(' or ').map((choice) => /^([\w,-]+)(?: \((\w+)\))?$/.exec(choice));
  if (choices.length < 2 || choices.includes(null)) return undefined;
  return choices
    .map((match) => {
      const [, value = '', name = value] = match ?? [];
      const german = Object.hasOwn(germanNames, name) ? germanNames[name] : name;
      return german === value ? value : `${value} (${german})`;
    })
    .join(' oder ');
}
