/** Areas of the schema with the names of their types and root fields; the first one that matches a name has it. */
const areas = [
  [
    'B2B',
    /compan|negotiable|requisition|purchaseorder|approvalrule|quotetemplate|quotesnapshot|quotesubmit|sharedcatalog/i,
  ],
  ['gift registry', /giftregistr/i],
  ['returns', /return(?!url)/i],
  ['dynamic blocks', /dynamicblock/i],
  ['gift cards and options', /gift/i],
  ['reward points and credit', /reward|storecredit|balance/i],
  ['wish lists', /wish_?list/i],
  ['compare lists', /compar(e|able)/i],
  ['reviews', /review/i],
  [
    'payment',
    /payment|paypal|payflow|braintree|hosted|vault|applepay|googlepay|smartbutton|sdk|card|threeds|button|message(style|s)/i,
  ],
  ['pickup in store', /pickup|^AreaInput$/i],
  ['orders', /order|invoice|shipment|creditmemo|salescomment|salesitem/i],
  ['cart and checkout', /cart|quote|coupon|checkout|estimate|shipping|discount|entered|agreement/i],
  [
    'catalogue service',
    /productview|productsearch|recommend|highlight|bucket|facet|search(clause|range)|querycontext/i,
  ],
  [
    'catalogue',
    /product|categor|aggregat|price|bundle|configurable|downloadable|grouped|customizable|media|swatch|layer|tier|breadcrumb|filter|sort|search|option/i,
  ],
  ['attributes', /attribute|validationrule|inputfilter|storefrontproperties|navigation/i],
  ['customers', /customer|address|token|password|email|subscri|otp|segment|contact|newsletter/i],
  ['content and routes', /cms|rout|url|robots|complextext|sitemap/i],
  ['store and directory', /store|countr|currenc|region|website|exchange|recaptcha|scope|captcha/i],
];

/** Names of the areas. */
export const areaNames = [...areas.map(([name]) => name), 'others'];

/** The area of a type or of a field of `Query` and `Mutation`. */
export function areaOf(name) {
  return areas.find(([, names]) => names.test(name))?.[0] ?? 'others';
}
