import { describe, expect, test } from 'vitest';
import { explainError, explainFailure } from './explain-failure.ts';

const failure = (code: string, message = '') => Object.assign(new Error(message), { code });

describe('failures of the database', () => {
  test.each([
    ['a wait for a lock', '55P03', 'database:busy', 503],
    ['a cancelled statement', '57014', 'database:busy', 503],
    ['a deadlock', '40P01', 'database:busy', 503],
    ['no memory, or no room for locks', '53200', 'database:busy', 503],
    ['too many connections', '53300', 'database:unreachable', 503],
    ['a stopping server', '57P01', 'database:unreachable', 503],
    ['a full disk', '53100', 'http:disk-full', 507],
    ['too many new words', 'MQ002', 'quota:new-words', 409],
  ])('%s', (_what, code, id, status) => {
    expect(explainFailure(failure(code))).toMatchObject({ id, status });
  });

  test('that are faults of a statement are not explained', () => {
    expect(explainFailure(failure('42601', 'syntax error'))).toBeUndefined();
  });

  test('without room for locks may be repeated', () => {
    expect(explainFailure(failure('53200', 'out of shared memory'))?.retryAfterSeconds).toBe(10);
  });
});

test.each(['22021', '22P05'])(
  'a text that is not stored (%s) is a mistake of the request, and not repeated',
  (code) => {
    expect(explainError(failure(code))).toMatchObject({ id: 'http:nul-character', status: 400 });
    expect(explainError(new Error('no', { cause: failure(code) }))).toMatchObject({ status: 400 });
    expect(explainFailure(failure(code))).toBeUndefined();
  },
);

test('texts with more words than an index holds are a mistake of the request', () => {
  const tooLong = failure('54000', 'string is too long for tsvector (1400000 bytes, max 1048575 bytes)');
  expect(explainError(tooLong)).toMatchObject({ id: 'http:texts-too-long', status: 400 });
  expect(explainError(failure('54000', 'another limit'))).toBeUndefined();
});

test('a reference to what was deleted meanwhile is a conflict', () => {
  expect(explainError(failure('23503'))).toMatchObject({ id: 'database:reference-gone', status: 409 });
});
