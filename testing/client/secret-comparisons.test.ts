import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/**
 * A comparison that ends at the first difference reveals to a patient caller how much of a secret was right.
 * Secrets are compared in constant time, or looked up by their hash in the database; `===` is for public
 * values.
 */
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server'])
  .toString()
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));

/** Where a received secret is compared with the stored one. */
const inConstantTime = [
  ['server/application/sessions/session-cookie.ts', 'the key of a session'],
  ['server/demo/cityworks/simulator.ts', 'a password'],
  ['server/platform/observability/metrics.ts', 'the token of /metrics'],
  ['server/portal/identity/apps/client-secret.ts', 'the secret of an application'],
  ['server/portal/identity/password.ts', 'a password'],
  ['server/portal/identity/oauth2/authorization-request.ts', 'a code verifier'],
  ['server/portal/identity/sign-in/form-token.ts', 'the token of a form'],
] as const;

/**
 * Secrets found by the hash of what was sent: the database compares hashes, which reveals nothing about a
 * secret.
 */
const byHash = [
  ['server/portal/identity/resolve-caller.ts', 'an access token'],
  ['server/portal/identity/oauth2/refresh.ts', 'a refresh token'],
  ['server/portal/identity/oauth2/token.ts', 'an authorization code'],
  ['server/portal/community/links/use-link.ts', 'the secret of a link'],
  ['server/portal/identity/forgotten-password/new-password.ts', 'the secret of a mailed link'],
  ['server/portal/mail/send-queue.ts', 'a mailed code'],
] as const;

const secret =
  /(?:token|secret|password|passwd|hash|digest|verifier|challenge|signature|credential|cookie|apiKey|mac)s?$/i;
const literal = /^(?:undefined|null|true|false|-?\d.*|['"`].*)$/;

/** Whether a line compares something named like a secret with anything but a literal. */
function comparesSecret(line: string): boolean {
  if (
    /(?:secret|password|token|hash|apiKey)\w*\)*\.(?:equals|localeCompare|startsWith|endsWith)\(/i.test(line)
  )
    return true;
  if (/\bBuffer\.compare\(/.test(line)) return true;
  if (/\bisDeepStrictEqual\(.*(?:secret|password|token|hash|apiKey)/i.test(line)) return true;
  return [...line.matchAll(/(typeof )?(\S+) [!=]==? (\S+)/g)].some(([, type, ...sides]) => {
    const operands = sides.map((side) => side.replace(/^[(!]+/, '').replace(/[);,]+$/, ''));
    if (type !== undefined || operands.some((operand) => literal.test(operand) || operand === 'typeof'))
      return false;
    return operands.some((operand) => secret.test(operand));
  });
}

describe('search for plain comparisons', () => {
  test.each([
    'if (token === wanted) return true;',
    'if (given !== row.token_hash) throw refused();',
    'return expected.passwordHash == hash;',
    'if (settings.metricsToken !== given) return;',
    'return wanted === form.csrfToken;',
    'if (Buffer.from(secret).equals(kept)) return;',
    'if (apiKey.startsWith(given)) return;',
    'return Buffer.compare(a, b) === 0;',
    'if (codeVerifier === challenge) return;',
    'if (!isDeepStrictEqual([name, Password], kept)) return;',
  ])('finds %s', (line) => {
    expect(comparesSecret(line)).toBe(true);
  });

  test.each([
    'if (token === undefined) return;',
    "if (password !== '') return;",
    'if (typeof token === "string") return;',
    'if (row.hash === null) return;',
    "if (kind === 'password') return;",
    'const same = timingSafeEqual(token, wanted);',
    'if (tokens.length === 0) return;',
    'const hashed = hashOf(token);',
  ])('ignores %s', (line) => {
    expect(comparesSecret(line)).toBe(false);
  });
});

test('finds no secret that is compared plainly', () => {
  const found = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => !/^(\*|\/\/|\/\*)/.test(line) && comparesSecret(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});

test.each(inConstantTime)('%s compares %s in constant time', (file) => {
  expect(readFileSync(file, 'utf8')).toMatch(/\btimingSafeEqual\(/);
});

test('lists every constant-time comparison', () => {
  const all = sources.filter((file) => /\btimingSafeEqual\(/.test(readFileSync(file, 'utf8')));
  expect(all).toEqual(inConstantTime.map(([file]) => file).toSorted());
});

test.each(byHash)('%s finds %s by its hash', (file) => {
  expect(readFileSync(file, 'utf8')).toMatch(/\bhashOf\(/);
});
