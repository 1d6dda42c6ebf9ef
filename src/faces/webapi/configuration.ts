import {
  argumentItems,
  asynchronousItems,
  innerItems,
  synchronousItems,
} from '../../platform/execution/list-limits.ts';
import { settings } from '../../kernel/settings.ts';
import { areInputLimitsOn, defaultPageSize, mostPageSize } from '../../storage/criteria/criteria.ts';

/** Configuration of the web API. */
export const webapiConfiguration = settings([
  areInputLimitsOn,
  argumentItems,
  asynchronousItems,
  defaultPageSize,
  innerItems,
  mostPageSize,
  synchronousItems,
]);
