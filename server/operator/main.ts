import { createInterface } from 'node:readline/promises';
import { MappingError } from '../../wire/errors.ts';
import { readSettings } from '../environment.ts';
import { createPortalContext } from '../portal/portal-context.ts';
import { findCommand, usage } from './commands.ts';
import { withDatabase } from './open-database.ts';

/** The operator's command line. It works with a running or a stopped server. */
async function main(): Promise<void> {
  const run = findCommand(process.argv.slice(2));
  if (!run) throw new MappingError('operator:usage', usage);
  const settings = readSettings(process.env, { demo: false });
  await withDatabase(settings, async (database) => {
    const portal = createPortalContext({ database, publicUrl: settings.publicUrl });
    const { allowedPrivateHosts } = settings;
    const terminal =
      process.stdin.isTTY && process.stdout.isTTY
        ? createInterface({ input: process.stdin, output: process.stdout })
        : undefined;
    const ask = terminal && ((question: string) => terminal.question(question));
    try {
      console.log(await run({ database, portal, allowedPrivateHosts, ask, notify: console.log }));
    } finally {
      terminal?.close();
    }
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof MappingError ? error.message : error);
  process.exit(1);
});
