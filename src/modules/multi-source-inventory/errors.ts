import { fillTemplate } from '../../kernel/error-templates.ts';
import { defineErrors, type CollectedError, type PlatformError } from '../../kernel/errors.ts';

/** Errors of sources and stocks. */
export const sourceErrors = defineErrors('multi-source-inventory', {
  validationFailed: ['input', 'Validation Failed', 'a value violates a rule; `errors` lists the rules'],
  itemsInvalid: ['input', 'Validation Failed: %first', 'a source item violates a rule', 'filled'],
  empty: ['input', '"%field" can not be empty.', 'a field is missing or blank'],
  whitespace: ['input', '"%field" can not contain whitespaces.', 'a code has spaces in it'],
  spacesAround: ['input', '"%field" can not contain leading or trailing spaces.', 'a SKU has spaces around it'],
  notNumeric: ['input', '"%field" should be numeric.', 'a number is missing'],
  tooLong: ['input', '"%field" can not be longer than %max characters.', 'a text does not fit into its column'],
  notOnEarth: ['input', '"%field" should be between -%max and %max.', 'a coordinate of a source is nowhere on earth'],
  unknownStatus: ['input', '"%field" should a known status.', 'the status of a source item is neither 0 nor 1'],
  pickupField: [
    'input',
    '"%field" can not be empty for Pickup Location.',
    'a pickup location lacks a part of its address',
  ],
  defaultPickup: [
    'input',
    'The Default Source can not be used for In-Store Pickup Delivery.',
    'the default source is changed to a pickup location',
  ],
  defaultDisabled: ['input', 'Default source can not be disabled.', 'the default source is disabled'],
  ownCarriers: [
    'input',
    'You can\'t configure "%field" because you have chosen Global Shipping configuration.',
    'a source has its own carriers',
  ],
  noSource: ['noSuchEntity', 'Source with code "%value" does not exist.', 'no source has this code'],
  sourceNotSaved: [
    'couldNotSave',
    'Could not save Source',
    'another source has the name, or the code in other letters',
  ],
  noStock: ['noSuchEntity', 'Stock with id "%value" does not exist.', 'no stock has this id'],
  noStockToDelete: [
    'noSuchEntity',
    'There is no stock with "%fieldValue" for "%fieldName". Verify and try again.',
    'a stock is deleted that does not exist',
  ],
  stockNotSaved: ['couldNotSave', 'Could not save Stock', 'another stock has the name, or no stock can have the id'],
  noWebsite: ['input', 'The website with code "%code" does not exist.', 'a sales channel names no website'],
  defaultStockDeletion: ['couldNotDelete', 'Default Stock could not be deleted.', 'the default stock is deleted'],
  stockSells: [
    'couldNotDelete',
    'Stock has at least one sale channel and could not be deleted.',
    'a stock is deleted that has sales channels',
  ],
  noLinkedStock: ['noSuchEntity', 'No linked stock found', 'no stock has this sales channel'],
  priority: ['input', '"%field" should be greater then 0.', 'the priority of a link is below 1'],
  defaultLinkSaved: [
    'input',
    'Can not save link related to Default Source or Default Stock',
    'the default source is linked to another stock, or another source to the default stock',
  ],
  defaultLinkDeleted: [
    'couldNotDelete',
    'Can not delete link related to Default Source or Default Stock',
    'the default source is unlinked from a stock',
  ],
  linksNotSaved: ['couldNotSave', 'Could not save StockSourceLinks', 'a link names an unknown stock or source'],
  emptyList: ['input', 'Input data is empty', 'a list is empty'],
  itemsNotSaved: ['couldNotSave', 'Could not save Source Item', 'a source item names an unknown source'],
  noStockItem: ['input', 'Could not receive Stock Item data', 'a quantity is read in an unknown stock'],
  noSourceItems: [
    'input',
    "Can't check requested quantity for products without Source Items support.",
    'a quantity is read for a composite product',
  ],
  noProduct: ['noSuchEntity', 'The Product with the "%1" SKU doesn\'t exist.', 'no product has this SKU'],
  sourceMissing: ['input', 'Source %sourceCode does not exist', 'products are assigned to an unknown source'],
  transferInvalid: [
    'input',
    'Validation Error: Select different sources for origin and destination.',
    'a transfer violates a rule; `errors` lists the rules',
  ],
  partialInvalid: [
    'input',
    'Transfer validation failed',
    'a partial transfer violates a rule; `errors` lists the rules',
  ],
  ontoItself: ['input', 'Cannot transfer a source on itself', 'origin and destination are the same'],
  noOrigin: ['input', 'Origin source %sourceCode does not exist', 'the origin is an unknown source'],
  noDestination: ['input', 'Destination source %sourceCode does not exist', 'the destination is an unknown source'],
  notAvailable: [
    'input',
    'Requested transfer amount for sku %sku is not available',
    'the transferred quantity exceeds that of the origin, or is negative',
  ],
  noTransferItem: ['input', '%message', 'a source has no item of a SKU that is transferred'],
  noTransferItems: ['input', 'Could not rebuild index for empty products array', 'a transfer has no items'],
});

/** Combines several errors, or wraps one with its details; undefined without errors. */
export function together(
  found: readonly PlatformError[],
  make: (parameters: undefined, details: { errors: readonly CollectedError[] }) => PlatformError,
): PlatformError | undefined {
  return found.length > 0 ? make(undefined, { errors: found.map(detailOf) }) : undefined;
}

/** As `together`, for source items: the message also includes the first error. */
export function itemErrors(found: readonly PlatformError[]): PlatformError | undefined {
  const [first] = found;
  if (!first) return undefined;
  return sourceErrors.itemsInvalid(
    { first: fillTemplate(first.message, first.parameters) },
    { errors: found.map(detailOf) },
  );
}

function detailOf({ message, parameters }: PlatformError): CollectedError {
  return { message, parameters: parameters ?? [] };
}
