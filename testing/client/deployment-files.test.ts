import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../server/environment.ts';
import { limits } from '../../server/limits.ts';
import { unsafeSettings } from '../../server/composition/startup/refuse-unsafe.ts';

/**
 * The files of examples/deployment agree with the program. nginx runs with its file in
 * testing/client/several-processes.test.ts.
 */
const read = (name: string) => readFileSync(path.resolve('examples/deployment', name), 'utf8');
const key = createHash('sha256').update('deployment files').digest('base64');
const operation = readFileSync('docs/operation.md', 'utf8');

/** `NAME=value` lines. */
function variables(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
}

/** Settings that `npm run serve` would refuse, and variables missing from the documentation. */
function faultsOf(environment: Record<string, string | undefined>): string[] {
  const refused = unsafeSettings(readSettings(environment, { demo: false })).map(({ message }) => message);
  return [...refused, ...Object.keys(environment).filter((name) => !operation.includes(`\`${name}\``))];
}

describe('environment file', () => {
  test('with a key is accepted, and has no unknown variable', () => {
    expect(faultsOf({ ...variables(read('mapping.env')), SECRETS_KEY: key })).toEqual([]);
  });
});

describe('systemd unit', () => {
  const unit = read('mapping.service');

  test('starts an existing program, and lets it write where it writes', () => {
    const script = /^ExecStart=\/usr\/bin\/node (\S+)/m.exec(unit)?.[1] ?? '';
    expect(existsSync(script)).toBe(true);
    const writable = /^ReadWritePaths=(.*)$/m.exec(unit)?.[1]?.split(' ');
    expect(writable).toContain(variables(read('mapping.env'))['DATA_DIR']);
    expect(writable).toContain(/^WorkingDirectory=(.*)$/m.exec(unit)?.[1]);
  });

  test('waits longer than the program takes to shut down', () => {
    const wait = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    expect(wait).toBeGreaterThan(limits.drainSeconds + limits.stopSeconds);
    expect(unit).toMatch(/^KillMode=mixed$/m);
  });
});

describe('container', () => {
  const compose = read('compose.yaml');
  const dockerfile = read('Dockerfile');

  test('starts with the settings of the compose file', () => {
    const given = Object.fromEntries(
      [...compose.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)]
        .map(([, name, value]) => [name, value ?? ''] as const)
        .filter(([name]) => !name?.startsWith('POSTGRES_')),
    );
    const inImage = Object.fromEntries(
      [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    const environment = {
      ...inImage,
      ...given,
      DATABASE_URL: given['DATABASE_URL']?.replace('${DATABASE_PASSWORD:?}', 'secret'),
      PUBLIC_URL: 'https://maps.example.org',
      INTEGRATIONS_URL: 'https://maps-pages.example.org',
      SECRETS_KEY: key,
    };
    expect(faultsOf(environment)).toEqual([]);
  });

  test('uses existing scripts, and runs without root', () => {
    const scripts = [...dockerfile.matchAll(/\/opt\/mapping\/(tools\/[\w.-]+)'/g)].map(
      ([, script]) => script,
    );
    expect(scripts).toEqual(['tools/install.mjs', 'tools/build.mjs']);
    for (const script of scripts) expect(existsSync(script ?? '')).toBe(true);
    expect(dockerfile).toMatch(/^USER node$[^]*^CMD \["node", "tools\/start\.mjs"/m);
    expect(dockerfile).toContain('chown -R node /opt/mapping /data');
    expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThan(
      limits.drainSeconds + limits.stopSeconds,
    );
  });
});

describe('the client’s address', () => {
  test('is set by nginx, whatever the client sends', () => {
    const set = read('nginx.conf').match(/X-Forwarded-For .*/g);
    expect(set).toEqual(Array(2).fill('X-Forwarded-For $remote_addr;'));
  });

  test('is believed of the gateway of the container network only, by which the proxy of the host comes in', () => {
    const compose = read('compose.yaml');
    const [, trusted] = /TRUST_PROXY: (.*)/.exec(compose) ?? [];
    expect(trusted).toMatch(/^[\d.]+$/);
    expect(compose).toMatch(new RegExp(`subnet: [\\d.]+/\\d+\n +gateway: ${trusted}$`, 'm'));
  });
});

test('nginx accepts the largest file the server accepts', () => {
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(read('nginx.conf'))?.[1]);
  expect(megabytes * 1024 * 1024).toBeGreaterThan(limits.uploadBytes);
});
