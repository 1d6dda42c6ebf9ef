import { module } from '../../kernel/module.ts';
import { dynamicBlockCommands } from './commands.ts';
import { dynamicBlockDeclarations } from './graphql.ts';
import { migrations } from './tables.ts';
import { dynamicBlockWidget } from './widget.ts';

/** Dynamic blocks: content by place, customer segment and price rule. */
export const banner = module({
  name: 'Banner',
  edition: 'commercial',
  needs: ['store', 'customer', 'storefront', 'salesRule', 'catalogRule', 'quote', 'cms', 'customerSegment'],
  graphql: dynamicBlockDeclarations,
  migrations,
  commandGroup: 'shop',
  commands: dynamicBlockCommands,
  contributes: { contentWidgets: [dynamicBlockWidget] },
});
