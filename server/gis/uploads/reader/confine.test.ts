import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { limits } from '../../../limits.ts';
import { readerConfinement } from './choose-confinement.ts';
import { type Confinement, readerCommand, readerEnvironment } from './confine.ts';

/** An attacker's programs, run like the reader of a file. */
let folder: string;
let confinement: Confinement;
let server: Server;
let port: number;
let connections = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-test-'));
  confinement = await readerConfinement.afterTrial();
  server = createServer((socket) => {
    connections += 1;
    socket.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** Runs a confined program. @returns its output, and how it ended */
async function attack(
  program: string,
  { cpuSeconds = 60, heapMegabytes = limits.uploadHeapMegabytes as number } = {},
) {
  const place = path.join(folder, 'attack.mjs');
  await writeFile(place, program);
  const { command, args } = readerCommand(confinement, {
    file: place,
    folder: path.join(folder, 'own'),
    cpuSeconds,
    heapMegabytes,
  });
  try {
    const { stdout } = await promisify(execFile)(command, [...args.slice(0, -1), place], {
      env: readerEnvironment(),
      timeout: 60_000,
    });
    return { output: stdout.trim(), ended: 'by itself' };
  } catch (error) {
    const { stdout, signal, code } = error as { stdout: string; signal: string | null; code: number | null };
    return { output: stdout.trim(), ended: signal ?? code };
  }
}

const tried = (statement: string) =>
  `try { ${statement}; console.log('done'); } catch (error) { console.log(error.code ?? error.message); }`;

describe('process that reads a file', () => {
  test.each([
    ['reads another file', `(await import('node:fs')).readFileSync('/etc/passwd')`],
    ['reads its folder', `(await import('node:fs')).readdirSync('/')`],
    ['writes a file', `(await import('node:fs')).writeFileSync('${tmpdir()}/mapping-attack', 'x')`],
    ['starts a program', `(await import('node:child_process')).execSync('true')`],
    ['starts a thread', `new (await import('node:worker_threads')).Worker('1', { eval: true })`],
    ['loads native code', `process.dlopen({ exports: {} }, '/lib/x.node')`],
    ['makes a program of text', `new Function('return 1')()`],
  ])('is refused when it %s', async (_what, statement) => {
    const { output, ended } = await attack(tried(statement));
    expect(ended).toBe('by itself');
    expect(output).toMatch(/ERR_ACCESS_DENIED|ERR_DLOPEN_DISABLED|Code generation from strings/);
  });

  test('has nothing of the server in its environment', async () => {
    const { output } = await attack('console.log(Object.keys(process.env).join())');
    expect(
      output.split(',').filter((name) => !['PATH', 'PWD', 'OLDPWD', '_', 'SHLVL'].includes(name)),
    ).toEqual([]);
  });

  test('is killed when it exceeds its processor time', async (context) => {
    context.skip(!confinement.limits);
    const { output, ended } = await attack(`console.log('begun'); for (;;) {}`, { cpuSeconds: 2 });
    expect([output, ended]).toEqual(['begun', expect.stringMatching(/SIGXCPU|SIGKILL/)]);
  });

  test('gets no more memory than its limit, inside and outside V8', async (context) => {
    context.skip(process.platform !== 'linux');
    const usual = limits.uploadReaderMegabytes;
    const line = readerCommand(confinement, { file: folder, folder: undefined, cpuSeconds: 1 }).args.join(
      ' ',
    );
    expect(line).toContain(`--max-old-space-size=${limits.uploadHeapMegabytes}`);
    expect(line.includes(`ulimit -d ${usual * 1000}`)).toBe(confinement.limits);
    // Less memory is full sooner.
    onTestFinished(() => void Object.assign(limits, { uploadReaderMegabytes: usual }));
    Object.assign(limits, { uploadReaderMegabytes: 1000 });
    const { output } = await attack(`let held = []; try { for (;;) held.push(Buffer.alloc(50_000_000, 1)); }
      catch { console.log(held.length * 50); }`);
    expect(Number(output)).toBeGreaterThan(200);
    expect(Number(output)).toBeLessThan(limits.uploadReaderMegabytes);
    const endless = 'const held = []; for (;;) held.push(new Array(1_000_000).fill(0.5));';
    expect((await attack(endless, { heapMegabytes: 64 })).ended).not.toBe('by itself');
  });

  test('has no network', async () => {
    const { output } = await attack(`const { connect } = await import('node:net');
      connect(${port}, '127.0.0.1').on('connect', () => console.log('connected')).on('error', ({ code }) => console.log(code));`);
    expect(output).toMatch(/ENETUNREACH|ECONNREFUSED|EADDRNOTAVAIL|ERR_ACCESS_DENIED/);
    expect(connections).toBe(0);
  });
});

test('refuses network modules inside the reader, and removes every function that fetches', async () => {
  const guard = path.join(import.meta.dirname, 'deny-network.ts');
  const { output } = await attack(`await import('file://${guard}');
    for (const name of ['node:net', 'http', 'dns/promises', 'node:worker_threads'])
      await import(name).then(() => console.log(name), ({ message }) => console.log(message));
    console.log(typeof fetch, typeof WebSocket, typeof process.getBuiltinModule('net'));`);
  expect(output.split('\n')).toEqual([
    'node:net is not for the process that reads files.',
    'http is not for the process that reads files.',
    'dns/promises is not for the process that reads files.',
    'node:worker_threads is not for the process that reads files.',
    'undefined undefined undefined',
  ]);
});
