import { defineErrors } from '../../kernel/errors.ts';

/** Errors of downloadable products. */
export const downloadableErrors = defineErrors('downloadable', {
  notDownloadable: [
    'input',
    'The product needs to be the downloadable type. Verify the product and try again.',
    'a link or sample is added to a product of another type',
  ],
  linkNotFound: [
    'noSuchEntity',
    'No downloadable link with the provided ID was found. Verify the ID and try again.',
    'no link has this id',
  ],
  linkNotRelated: [
    'input',
    "The downloadable link isn't related to the product. Verify the link and try again.",
    'a link is changed through another product',
  ],
  purchaseNotFound: ['noSuchEntity', "We can't find the link you requested.", 'no bought link has this address'],
  purchaseOfOthers: [
    'unauthorized',
    'Please sign in to download your product.',
    'a bought link that is not shared is downloaded by another customer than its buyer',
  ],
  purchaseExpired: [
    'state',
    'The link has expired.',
    'a bought link is used up, or its order was canceled or refunded',
  ],
  purchaseLocked: ['state', 'The link is not available.', 'a bought link is not unlocked yet'],
  linkTypeInvalid: ['input', 'The link type is invalid. Verify and try again.', 'a link is neither a file nor a URL'],
  linkSampleTypeInvalid: [
    'input',
    'The link sample type is invalid. Verify and try again.',
    'the sample of a link is neither a file nor a URL',
  ],
  linkTitleEmpty: ['input', 'The link title is empty. Enter the link title and try again.', 'a link has no title'],
  linkPrice: ['input', 'Link price must have numeric positive value.', 'the price of a link is negative'],
  downloads: ['input', 'Number of downloads must be a positive integer.', 'the number of downloads is negative'],
  sortOrder: ['input', 'Sort order must be a positive integer.', 'a sort order is negative'],
  linkUrl: ['input', 'Link URL must have valid format.', 'the URL of a link is malformed'],
  linkDomain: [
    'input',
    "Link URL's domain is not in list of downloadable_domains in env.php.",
    'the host of a link is not among those that are allowed',
  ],
  linkFile: ['input', 'Link file not found. Please try again.', 'the file of a link does not exist'],
  sampleUrl: ['input', 'Sample URL must have valid format.', 'the URL of a sample is malformed'],
  sampleDomain: [
    'input',
    "Sample URL's domain is not in list of downloadable_domains in env.php.",
    'the host of a sample is not among those that are allowed',
  ],
  linkSampleFile: [
    'input',
    'Link sample file not found. Please try again.',
    "the file of a link's sample does not exist",
  ],
  sampleFile: ['input', 'Sample file not found. Please try again.', 'the file of a sample does not exist'],
  content: ['input', 'Provided content must be valid base64 encoded data.', 'an uploaded file is not base64, or empty'],
  fileName: [
    'input',
    'Provided file name contains forbidden characters.',
    'the name of an uploaded file is missing or has forbidden characters',
  ],
  sampleNotFound: [
    'noSuchEntity',
    'No downloadable sample with the provided ID was found. Verify the ID and try again.',
    'no sample has this id',
  ],
  sampleNotRelated: [
    'input',
    "The downloadable sample isn't related to the product. Verify the link and try again.",
    'a sample is changed through another product',
  ],
  sampleTypeInvalid: [
    'input',
    'The sample type is invalid. Verify the sample type and try again.',
    'a sample is neither a file nor a URL',
  ],
  sampleTitleEmpty: ['input', 'The sample title is empty. Enter the title and try again.', 'a sample has no title'],
  specifyLinks: ['input', 'Please specify product link(s).', 'no link of a downloadable product was chosen'],
});
