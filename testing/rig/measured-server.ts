import { startServer } from '../../server/start-server.ts';

/**
 * A server program that measures the processor time its main thread spends without a pause. Processor time, since a busy
 * machine makes every turn of the event loop take longer by the clock. SIGUSR2 prints the longest since the last signal.
 */
const spent = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let before = spent();
let longest = 0;
// However many short turns there are between two ticks, they are no longer than the time to the next one.
setInterval(() => {
  const now = spent();
  longest = Math.max(longest, now - before);
  before = now;
}, 4);
process.on('SIGUSR2', () => {
  console.log(`LONGEST TURN ${longest.toFixed(1)} ms`);
  longest = 0;
});

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
