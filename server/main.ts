import path from 'node:path';
import { MappingError } from '../wire/errors.ts';
import { startEmbeddedDatabase } from './platform/database/embedded/start.ts';
import { demoBasemaps, demoPortal, demoSamples } from './demo/demo-services.ts';
import { cityworksSimulator } from './demo/cityworks/simulator.ts';
import { demoFeedback } from './demo/feedback/form.ts';
import { createVault, ownKey } from './platform/safety/vault.ts';
import { loadDemo } from './demo/load-demo.ts';
import { readSettings } from './environment.ts';
import { refuseUnsafe } from './composition/startup/refuse-unsafe.ts';
import { findBasemaps } from './gis/find-basemaps.ts';
import { missingProtection, readerConfinement } from './gis/uploads/reader/choose-confinement.ts';
import { startServer } from './start-server.ts';

/** The program: `node server/main.ts [--demo]`. Reads the environment, starts everything, stops in order on Ctrl-C. */
async function main(): Promise<void> {
  const settings = readSettings(process.env, { demo: process.argv.includes('--demo') });
  const closing: (() => Promise<void>)[] = [];
  let isStopping = () => false;
  const close = async () => {
    const failures: unknown[] = [];
    for (const step of closing.splice(0).toReversed())
      await step().catch((error: unknown) => void failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  try {
    const embedded = settings.databaseUrl ? undefined : await startEmbeddedDatabase(settings.dataDir);
    if (embedded) closing.push(() => embedded.stop());
    isStopping = stopOnSignal(close);
    const secretsKey = settings.secretsKey ?? (settings.demo ? await ownKey(settings.dataDir) : undefined);
    const vault = secretsKey === undefined ? undefined : createVault(secretsKey);
    const server = await startServer({
      ...settings,
      secretsKey,
      databaseUrl: settings.databaseUrl ?? embedded?.url ?? '',
      webFolder: path.resolve(import.meta.dirname, '../dist/web'),
      basemaps: [...(await findBasemaps(settings.dataDir)), ...(settings.demo ? demoBasemaps : [])],
      ...(settings.demo
        ? {
            portal: demoPortal(settings.publicUrl),
            prepare: (portal) => loadDemo(portal, vault),
            samples: demoSamples,
            sites: [cityworksSimulator, demoFeedback],
          }
        : { prepare: ({ database }) => refuseUnsafe(settings, database) }),
    });
    closing.push(() => server.close());
    reportMissingProtection();
    console.log(
      settings.demo ? `\n  ${settings.publicUrl}/demo\n` : `Listening on ${settings.host}:${settings.port}`,
    );
  } catch (error) {
    // Stopped during startup: any failure from now on is a consequence, and the process ends with the
    // database.
    if (isStopping()) return;
    await close();
    throw error;
  }
}

/** Missing protections of this computer for reading untrusted files, as they become known. */
function reportMissingProtection(): void {
  let reported: string | undefined;
  const report = (missing: string | undefined) => {
    if (missing !== undefined && missing !== reported) console.error(missing);
    reported = missing;
  };
  readerConfinement.notify = (confinement) => report(missingProtection(confinement));
  void readerConfinement.afterTrial().then(readerConfinement.notify);
}

/** @returns whether the program has been asked to stop */
function stopOnSignal(close: () => Promise<void>): () => boolean {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      close().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    });
  }
  return () => stopping;
}

/** One clear sentence for known errors; the stack only for unknown ones. */
function fail(error: unknown): never {
  console.error(error instanceof MappingError ? error.message : error);
  process.exit(1);
}

// An unhandled rejection is an error in one request: the others continue.
process.on('unhandledRejection', (error) => console.error('Unhandled promise rejection:', error));
main().catch(fail);
