import type { AnyRoute } from '../../kernel/route.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import type { DescribedOperation } from './operations.ts';
import argumentTexts from './arguments.json' with { type: 'json' };

const texts: Readonly<Record<string, string>> = argumentTexts;

/** The text for the step before `/{id}` in a path. */
const records: Readonly<Record<string, string>> = {
  attributes: 'an attribute',
  'attribute-sets': 'an attribute set',
  categories: 'a category',
  cmsBlock: 'a block',
  cmsPage: 'a page',
  children: 'a product that can be chosen',
  creditmemo: 'a credit memo',
  customerGroups: 'a customer group',
  customers: 'a customer',
  default: 'a customer group or a store view',
  'downloadable-links': 'something that can be downloaded',
  invoices: 'an invoice',
  items: 'an item',
  links: 'the product that can be chosen',
  options: 'an option',
  orders: 'an order',
  samples: 'a sample',
  shipment: 'a shipment',
  track: 'a track',
  transactions: 'a transaction',
};

/** Descriptions of arguments: by name, or by the last part of `searchCriteria[filterGroups][0][filters][0][field]`. */
export function argumentText(name: string, path = ''): string {
  const last = name.split(/\W+/).findLast((part) => /\D/.test(part)) ?? name;
  if (last === 'id') {
    const [, before] = /([\w-]+)\/\{id\}/.exec(path) ?? [];
    const record = before === undefined ? undefined : records[before];
    if (record) return `Id of ${record}.`;
  }
  return (
    texts[last] ??
    `${last.charAt(0).toUpperCase()}${last
      .slice(1)
      .replace(/(?=[A-Z])/g, ' ')
      .toLowerCase()}.`
  );
}

/** Notes on an operation, besides its summary. */
export function operationText({ registered, success }: DescribedOperation<unknown>): string {
  const { route, topic, bulkPath } = registered;
  const sentences = [route.summary, accessText(route)];
  if (route.secure) sentences.push('Over HTTPS only.');
  const filledIn = Object.keys(route.forced ?? {}).map((name) => `\`${name}\``);
  if (filledIn.length > 0) sentences.push(`The server fills in ${filledIn.join(', ')} from the caller.`);
  if (success === 200 && topic !== undefined) {
    sentences.push(
      `Can be called asynchronously, as \`/async${route.path}\`, and in bulk, as \`/async/bulk${bulkPath}\`.`,
    );
  }
  if (success === 202) sentences.push(`Is executed by the consumer of the topic \`${topic}\`.`);
  if (route.print && success === 200)
    sentences.push('With `Accept: application/pdf` the answer is the document in print.');
  if (route.partial) sentences.push(`Partly implemented: ${route.partial}.`);
  return sentences.join(' ');
}

function accessText({ access }: AnyRoute): string {
  if (access.kind === 'anonymous') return 'Open to everybody.';
  if (access.kind === 'self') return 'For signed-in customers, about their own.';
  return `Needs ${access.resources.map((resource) => `\`${resource}\``).join(' and ')}.`;
}

/** A service: its title and its name in the interface. */
export function tagText({ route, module, serviceClass }: RegisteredRoute): string {
  const words = route.service
    .replace(/V\d+$/, '')
    .replace(/(?=[A-Z])/g, ' ')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: \`${serviceClass}\` of the module ${module}.`;
}

/** The headers that a captcha asks for, where the form of a route is guarded. */
export function captchaHeaders({ captcha, recaptcha }: AnyRoute): unknown[] {
  const header = (name: string, description: string): unknown => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return [
    ...(captcha ? [header('X-Captcha', `The word of the picture, where \`${captcha}\` is guarded by one.`)] : []),
    ...(recaptcha
      ? [
          header(
            'X-ReCaptcha',
            `The provider's token, where \`${[recaptcha].flat().join('` or `')}\` is guarded by reCAPTCHA.`,
          ),
        ]
      : []),
  ];
}
