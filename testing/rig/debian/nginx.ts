import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { findProgram } from './install.ts';

const run = promisify(execFile);
const places = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'];

/** Debian's nginx with TLS and the configuration of `examples/deployment/nginx.conf`. */
export interface Nginx {
  /** Public address, such as https://localhost:40213. */
  url: string;
  port: number;
  /** Sends requests to the servers on these ports from now on, and completes running requests to others. */
  sendTo(ports: readonly number[]): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param ports of the servers behind it
 * @returns the reason when this machine has none and it cannot be installed
 */
export async function startNginx(
  ports: readonly number[],
  port: number,
): Promise<Nginx | { missing: string }> {
  const found = await findProgram('nginx-light', () => places.find(existsSync));
  if ('missing' in found) return found;
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-nginx-'));
  await makeCertificate(folder);
  await writeConfiguration(folder, ports, port);
  const command = ['-p', folder, '-c', 'nginx.conf'];
  const server = spawn(found.place, command, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(server, 'exit');
  await Promise.race([
    answering(`https://localhost:${port}/health`, () => server.exitCode !== null),
    ended.then(([code]) => {
      throw new Error(`nginx ended with ${String(code)}; its reason is above.`);
    }),
  ]);
  return {
    url: `https://localhost:${port}`,
    port,
    async sendTo(next) {
      const before = await workers(server.pid ?? 0);
      await writeConfiguration(folder, next, port);
      await run(found.place, [...command, '-s', 'reload']);
      // The workers of the old configuration exit when they have answered everything.
      while ((await workers(server.pid ?? 0)).some((worker) => before.includes(worker))) await turn();
    },
    async stop() {
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function writeConfiguration(folder: string, ports: readonly number[], port: number): Promise<void> {
  const example = await readFile(path.resolve('examples/deployment/nginx.conf'), 'utf8');
  const site = example
    .replace(
      /( {2}server 127\.0\.0\.1:\d+;\n)+/,
      ports.map((each) => `  server 127.0.0.1:${each};\n`).join(''),
    )
    .replaceAll('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
    .replace('maps.example.org;', 'localhost;')
    .replace(/ssl_certificate .*/g, `ssl_certificate ${folder}/certificate.pem;`)
    .replace(/ssl_certificate_key .*/g, `ssl_certificate_key ${folder}/key.pem;`);
  await writeFile(path.join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http { ${temporary} include ${folder}/site.conf; }
`,
  );
}

/** A certificate for localhost that this process trusts from now on. */
async function makeCertificate(folder: string): Promise<void> {
  const place = (name: string) => path.join(folder, name);
  const request =
    'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost';
  await run('openssl', [
    ...request.split(' '),
    '-keyout',
    place('key.pem'),
    '-out',
    place('certificate.pem'),
  ]);
  setDefaultCACertificates([
    ...getCACertificates('default'),
    await readFile(place('certificate.pem'), 'utf8'),
  ]);
}

async function workers(master: number): Promise<string[]> {
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(master)]).catch(() => ({ stdout: '' }));
  return stdout.split(/\s+/).filter(Boolean);
}

async function answering(url: string, ended: () => boolean): Promise<void> {
  while (!ended() && !(await fetch(url).catch(() => undefined))) await turn();
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 50));
