import { expect, test } from 'vitest';
// @ts-expect-error A plain script, without types.
import { judge } from './check-advisories.mjs';

const report = (severity: string) =>
  JSON.stringify({
    vulnerabilities: { leftpad: { name: 'leftpad', severity, range: '<2.0.0' } },
    metadata: { vulnerabilities: { total: 1 } },
  });

test.each(['high', 'critical'])(
  'fails the check for a package with a %s advisory and names it',
  (severity) => {
    expect(judge(report(severity))).toEqual({
      failed: true,
      text: expect.stringContaining(`leftpad <2.0.0: ${severity}`),
    });
  },
);

test.each(['low', 'moderate'])('passes the check with a %s advisory', (severity) => {
  expect(judge(report(severity))).toMatchObject({
    failed: false,
    text: expect.stringContaining('no serious'),
  });
});

test.each(['', 'not JSON', '{"message":"405 Method Not Allowed","statusCode":405}'])(
  'reports an unreachable registry without failing: %j',
  (output) => {
    expect(judge(output)).toMatchObject({
      failed: false,
      text: expect.stringContaining('did not respond'),
    });
  },
);
