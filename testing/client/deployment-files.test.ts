import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../server/environment.ts';
import { limits } from '../../server/limits.ts';
// @ts-expect-error A plain script, without types.
import { sources } from '../../tools/build.mjs';
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

describe('PostgreSQL', () => {
  test.each(['compose.yaml', 'cluster/patroni.yml', 'cluster/cloudnative-pg.yaml'])(
    'of %s has as much room for locks as the embedded one',
    (name) => {
      const setting = /^[^#]*max_locks_per_transaction[:=] ?'?(\d+)/m.exec(read(name))?.[1];
      expect(Number(setting)).toBe(limits.locksPerConnection);
    },
  );
});

describe('environment file', () => {
  test('with a key is accepted, and has no unknown variable', () => {
    expect(faultsOf({ ...variables(read('mapping.env')), SECRETS_KEY: key })).toEqual([]);
  });
});

describe('systemd unit', () => {
  const unit = read('mapping.service');

  test('starts an existing program, and lets it write to its data only', () => {
    const script = /^ExecStart=\/usr\/bin\/node (\S+)/m.exec(unit)?.[1] ?? '';
    expect(existsSync(script)).toBe(true);
    const writable = /^ReadWritePaths=(.*)$/m.exec(unit)?.[1];
    expect(writable).toBe(variables(read('mapping.env'))['DATA_DIR']);
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
      [...compose.slice(compose.indexOf('\n  mapping:')).matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(
        ([, name, value]) => [name, value ?? ''],
      ),
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

  test('uses existing scripts, and runs without root, which owns the program', () => {
    expect(dockerfile).toMatch(/^USER node$[^]*^CMD \["node", "tools\/start\.mjs"/m);
    expect(dockerfile.match(/chown .*/g)).toEqual(['chown node /data']);
    const scripts = [...dockerfile.matchAll(/tools\/[\w.-]+/g)].map(([script]) => script);
    expect(scripts.filter((script) => !existsSync(script))).toEqual([]);
    expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThan(
      limits.drainSeconds + limits.stopSeconds,
    );
  });
});

describe('what is copied into the image', () => {
  /** Of Docker's ignore file: the last pattern that names a path, or a folder that it is in, decides. */
  const patterns = read('Dockerfile.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isException = line.startsWith('!');
      const form = line
        .slice(isException ? 1 : 0)
        .replaceAll('.', '\\.')
        .replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
      return { isException, form: new RegExp(`^${form}(?:/.*)?$`) };
    });
  const isCopied = (file: string) => patterns.findLast(({ form }) => form.test(file))?.isException ?? true;

  test.each(['.env', 'examples/deployment/.env', 'server/.env.production', 'city.backup', 'web/city.backup'])(
    'is not %s',
    (file) => {
      expect(isCopied(file)).toBe(false);
    },
  );

  test.each(['.git/config', 'data/postgres/base', 'backup-2026/organisation', 'examples/astana/city.json'])(
    'is not %s, which the program does not need',
    (file) => {
      expect(isCopied(file)).toBe(false);
    },
  );

  test('is what the program is built from and runs', () => {
    const { workspaces } = JSON.parse(readFileSync('package.json', 'utf8')) as { workspaces: string[] };
    const needed = [
      ...(sources as string[]),
      ...workspaces.map((folder) => `${folder}/package.json`),
      'package.json',
      'server/main.ts',
      'tools/start.mjs',
      'tsconfig.base.json',
      'tsconfig.web.json',
    ];
    expect(needed.filter((file) => !isCopied(file))).toEqual([]);
  });
});

describe('the database of the container', () => {
  test('has a role for the program that is no superuser, with a password of its own', () => {
    const compose = read('compose.yaml');
    expect(compose).not.toContain('POSTGRES_USER');
    expect(compose).toContain('POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?}');
    expect(compose).toContain('./create-role.sh:/docker-entrypoint-initdb.d/');
    expect(read('create-role.sh')).toContain('create role mapping login password');
    expect(read('create-role.sh')).not.toMatch(/create role.* superuser/);
  });
});

describe('the cluster', () => {
  test('takes commands of those who know the password of its nodes only', () => {
    const environment = variables(read('cluster/patroni.env'));
    for (const name of ['PATRONI_RESTAPI_USERNAME', 'PATRONI_RESTAPI_PASSWORD']) {
      expect(environment).toHaveProperty(name);
      expect(read('cluster/hand-over.sh')).toContain(`$${name}`);
    }
  });

  test('lets the machines of the program in as its role, to its database', () => {
    const entries = [...read('cluster/patroni.yml').matchAll(/- host (.*) (10\.77\.0\.\d+\/\d+) scram/g)];
    const others = entries.filter(([, , network]) => network !== '10.77.0.8/29');
    expect(others.map(([, who]) => who)).toEqual(['mapping mapping']);
  });

  test('acknowledges a commit when a second node has it, and none without one', () => {
    const settings = Object.fromEntries(
      [...read('cluster/patroni.yml').matchAll(/^ *(synchronous_\w+): (.*)$/gm)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    expect(settings).toEqual({
      synchronous_mode: 'true',
      synchronous_mode_strict: 'true',
      synchronous_commit: "'on'",
    });
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
