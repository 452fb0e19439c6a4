import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded into a server process before its program (`--import`): its TLS connections to the hosts of a stand-in
 * (`STAND_IN_HOSTS`, separated by commas) go to `STAND_IN_PORT` of this computer. `STAND_IN_CERTIFICATE` is the certificate
 * that they trust; empty: they trust none, as a server does whose operator has not named the authority.
 */
const isStandIn = (name: string) =>
  (process.env['STAND_IN_HOSTS'] ?? '')
    .split(',')
    .some((host) => (host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host));

type Connect = (options: tls.ConnectionOptions, ...rest: unknown[]) => tls.TLSSocket;
const connect = tls.connect as unknown as Connect;

tls.connect = ((options: tls.ConnectionOptions, ...rest: unknown[]) => {
  const { host = '' } = options;
  if (!isStandIn(host)) return connect(options, ...rest);
  const { lookup: _lookup, ...kept } = options;
  // Read at each connection: test files that share a process start a stand-in each.
  const port = Number(process.env['STAND_IN_PORT']);
  const certificate = process.env['STAND_IN_CERTIFICATE'] ?? '';
  const ca = certificate === '' ? undefined : readFileSync(certificate);
  return connect({ ...kept, host: '127.0.0.1', port, servername: host, ...(ca && { ca }) }, ...rest);
}) as unknown as typeof tls.connect;
syncBuiltinESMExports();
