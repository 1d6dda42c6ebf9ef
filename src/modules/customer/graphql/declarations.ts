import { addressDeclarations } from './addresses.ts';
import { customerDeclarations } from './customer-type.ts';
import { customerSettings } from './settings.ts';
import { customerMetadataDeclarations } from './metadata.ts';
import { packageDeclarations } from './package.ts';

/** The customers' declarations in the GraphQL schema. */
export const customerGraphql = [
  ...customerDeclarations,
  ...addressDeclarations,
  ...customerMetadataDeclarations,
  customerSettings,
  ...packageDeclarations,
];
