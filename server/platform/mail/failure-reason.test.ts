import { expect, test } from 'vitest';
import { failureReason } from './failure-reason.ts';

test.each([
  [{ code: 'EENVELOPE', responseCode: 550 }, 'message refused (550)'],
  [{ code: 'EAUTH', responseCode: 535 }, 'sign-in refused (535)'],
  [{ code: 'EAUTH' }, 'sign-in refused'],
  [{ code: 'ETLS' }, 'no encrypted connection'],
  [{ code: 'ESOCKET' }, 'none, because it could not be reached'],
  [{ code: 'ECONNREFUSED' }, 'none, because it could not be reached'],
  [{ code: 'EDNS' }, 'none, because it could not be reached'],
  [{ code: 'ETIMEDOUT' }, 'none, because it could not be reached'],
  [{ responseCode: 1e9 }, 'none, or an unexpected one'],
  [{}, 'none, or an unexpected one'],
])('of %j is %s', (parts, reason) => {
  const error = Object.assign(new Error('connect 10.0.0.7:25 mx1.internal'), parts);
  expect(failureReason(error)).toBe(reason);
});

test('of anything else is unexpected', () => {
  expect(failureReason(undefined)).toBe('none, or an unexpected one');
  expect(failureReason('mx1.internal')).toBe('none, or an unexpected one');
});
