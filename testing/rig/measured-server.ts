import { startServer } from '../../server/start-server.ts';
import { startTurnMeter } from './turn-meter.ts';

/**
 * A server program that measures its main thread (`turn-meter.ts`). SIGUSR2 prints the longest turn since the
 * last signal.
 */
const meter = startTurnMeter();
process.on('SIGUSR2', () => console.log(`LONGEST TURN ${meter.report().turn.toFixed(1)} ms`));

const port = Number(process.env['PORT']);
const server = await startServer({
  port,
  host: '127.0.0.1',
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  publicUrl: `http://127.0.0.1:${port}`,
  logLevel: 'warn',
  webFolder: undefined,
});
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
console.log('Listening on', port);
