import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { PlatformError } from '../kernel/errors.ts';
import { registerAdminCommands } from './admin.ts';
import { registerAuditCommands } from './audit.ts';
import { registerCheckoutCommands } from './checkout.ts';
import { registerConfigCommands } from './config.ts';
import { registerCustomerCommands } from './customers.ts';
import { registerDocumentCommands } from './documents.ts';
import { registerGatewayCommands } from './gateway.ts';
import { registerImportCommand } from './import.ts';
import { registerMailCommands } from './mail.ts';
import { registerModuleCommands } from './modules.ts';
import { registerQueueCommands } from './queue.ts';
import { registerSalesCommands } from './sales.ts';
import { registerServeCommands } from './serve.ts';
import { registerStoreCommands } from './stores.ts';

const program = new Command('souk')
  .description('A commerce platform server that speaks the Magento 2 / Adobe Commerce REST interface.')
  .version(packageJson.version)
  .showHelpAfterError()
  .configureHelp({ sortSubcommands: true });

registerServeCommands(program);
registerAdminCommands(program);
registerAuditCommands(program);
registerCheckoutCommands(program);
registerConfigCommands(program);
registerModuleCommands(program);
registerStoreCommands(program);
registerCustomerCommands(program);
registerMailCommands(program);
registerQueueCommands(program);
registerImportCommand(program);
registerSalesCommands(program);
registerDocumentCommands(program);
registerGatewayCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  // A person typed this: a sentence, not a stack.
  console.error(
    `souk: ${error instanceof PlatformError ? error.text : error instanceof Error ? error.message : String(error)}`,
  );
  process.exitCode = 1;
}
