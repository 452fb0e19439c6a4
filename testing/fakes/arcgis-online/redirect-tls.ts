import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded into a server process before its program (`--import`): its TLS connections to the hosts of ArcGIS Online go to the
 * stand-in at `ARCGIS_ONLINE_PORT`, whose certificate (`ARCGIS_ONLINE_CERTIFICATE`) they trust.
 */
const port = Number(process.env['ARCGIS_ONLINE_PORT']);
const ca = readFileSync(process.env['ARCGIS_ONLINE_CERTIFICATE'] ?? '');
const standIn = /(^|\.)(arcgis|arcgisonline)\.com$/;

type Connect = (options: tls.ConnectionOptions, ...rest: unknown[]) => tls.TLSSocket;
const connect = tls.connect as unknown as Connect;

tls.connect = ((options: tls.ConnectionOptions, ...rest: unknown[]) => {
  const { host = '' } = options;
  if (!standIn.test(host)) return connect(options, ...rest);
  const { lookup: _lookup, ...kept } = options;
  return connect({ ...kept, host: '127.0.0.1', port, servername: host, ca }, ...rest);
}) as unknown as typeof tls.connect;
syncBuiltinESMExports();
