import type { DatabaseTimeouts } from '../limits.ts';

/** PostgreSQL 17 began to limit whole transactions. */
const transactionTimeoutSince = 170_000;

/** The statement a new connection begins with: how long things may take in its session, and whether they may change anything. */
export function sessionSettings(timeouts: DatabaseTimeouts, readOnly: boolean): string {
  const settings = {
    statement_timeout: `${timeouts.statement}s`,
    lock_timeout: `${timeouts.lock}s`,
    idle_in_transaction_session_timeout: `${timeouts.idleInTransaction}s`,
    default_transaction_read_only: readOnly ? 'on' : 'off',
  };
  const sets = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  // In one statement and one round trip: names that the server does not know are never evaluated.
  return `select ${sets.join(', ')}, case
    when current_setting('server_version_num')::int >= ${transactionTimeoutSince}
    then set_config('transaction_timeout', '${timeouts.transaction}s', false) end`;
}
