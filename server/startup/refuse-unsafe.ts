import { type Fault, MappingError } from '../../wire/errors.ts';
import type { Database } from '../database/connect.ts';
import { demoAccounts } from '../demo/demo-accounts.ts';
import type { Settings } from '../environment.ts';
import { unsafeSettings } from './unsafe-settings.ts';

/**
 * Ends the start of an installation that would not be safe to serve.
 * @throws MappingError `safety:refused` that lists every fault with its cure, settings and accounts at once
 */
export async function refuseUnsafe(settings: Settings, database: Database): Promise<void> {
  const faults: Fault[] = [...unsafeSettings(settings)];
  const accounts = await demoAccounts(database);
  if (accounts.length > 0) {
    faults.push({
      path: 'accounts',
      message: `${new Intl.ListFormat('en-GB').format(accounts)} can sign in with the demo’s password, which is public. Give a new one: npm run org -- password NAME; or disable the account: npm run org -- disable NAME.`,
    });
  }
  if (faults.length === 0) return;
  throw new MappingError(
    'safety:refused',
    [
      'This installation is not safe to serve:',
      ...faults.map(({ path, message }) => `  ${path}: ${message}`),
      'npm start serves the demo on this computer without these questions.',
    ].join('\n'),
    { faults },
  );
}
