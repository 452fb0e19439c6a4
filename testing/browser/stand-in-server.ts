import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, chromium, expect, type LaunchOptions } from '@playwright/test';
import type { PortalStandIn } from '../fakes/arcgis/start.ts';
import { makeDataFolder } from '../rig/data-folder.ts';
import { freePort } from '../rig/free-port.ts';
import { startServerProcess } from '../rig/server-process.ts';
import { recordFaults } from './steps.ts';

/** A server of this product with one organisation, `harbour`, on the stand-in of a portal. */
export interface StandInServer {
  origin: string;
  /** A context of a browser whose requests reach the server and the stand-in. `record` records its faults instead of `faults`. */
  newContext(record?: (context: BrowserContext) => void): Promise<BrowserContext>;
  /** Errors that pages have thrown, and violations of their policy. */
  faults: string[];
  /** Ends the browser, the server and the stand-in. Fails if a page has thrown an error or violated its policy. */
  stop(): Promise<void>;
}

interface StandInOptions {
  launchOptions: LaunchOptions;
  /** Of the application, which is registered in the stand-in with the server's redirect address. */
  appId: string;
  /** The configuration of the organisation. */
  config: object;
}

/** The hash by which Chromium recognises the key of a certificate. */
async function keyHash(certificate: string): Promise<string> {
  const { publicKey } = new X509Certificate(await readFile(certificate));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}

/** Starts a server on the stand-in of a portal, and a browser whose requests reach both. */
export async function startStandInServer(
  standIn: PortalStandIn,
  { launchOptions, appId, config }: StandInOptions,
): Promise<StandInServer> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const pagesPort = String(await freePort());
  standIn.apps.push({ clientId: appId, redirectUris: [`${origin}/harbour/signed-in`] });
  const dataDir = makeDataFolder('mapping-stand-in-');
  const file = path.join(dataDir, 'harbour.json');
  await writeFile(file, JSON.stringify(config));
  const environment = {
    PORT: String(port),
    PUBLIC_URL: origin,
    INTEGRATIONS_PORT: pagesPort,
    INTEGRATIONS_URL: `http://localhost:${pagesPort}`,
    DATA_DIR: dataDir,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    ALLOWED_PRIVATE_HOSTS: 'yes',
    ...standIn.environment,
    NODE_OPTIONS: `--import=${path.resolve('testing/fakes/arcgis/redirect-tls.ts')}`,
  };
  execFileSync(
    path.resolve('node_modules/.bin/node'),
    ['server/operator/main.ts', 'create', 'harbour', '--config', file],
    { env: { PATH: process.env['PATH'], ...environment }, stdio: 'inherit' },
  );
  const server = await startServerProcess(environment);
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      `--host-resolver-rules=${standIn.hostRules}`,
      // Chromium keeps no responses of hosts whose certificate is an error.
      `--ignore-certificate-errors-spki-list=${await keyHash(standIn.certificate)}`,
    ],
  });
  const faults: string[] = [];
  return {
    origin,
    faults,
    async newContext(record = (context) => recordFaults(context, faults, false)) {
      const context = await browser.newContext({
        baseURL: origin,
        viewport: { width: 1280, height: 800 },
        locale: 'en',
        reducedMotion: 'reduce',
      });
      record(context);
      return context;
    },
    async stop() {
      await browser.close();
      await server.stop();
      await standIn.stop();
      await rm(dataDir, { recursive: true, force: true });
      expect(faults, 'thrown errors and policy violations').toEqual([]);
    },
  };
}
