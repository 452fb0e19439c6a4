import { expect, test } from 'vitest';
// @ts-expect-error A plain script, without types.
import { judge } from './check-advisories.mjs';

const report = (severity: string) =>
  JSON.stringify({
    vulnerabilities: { leftpad: { name: 'leftpad', severity, range: '<2.0.0' } },
    metadata: { vulnerabilities: { total: 1 } },
  });

test.each(['high', 'critical'])('a package with a %s advisory fails the check and is named', (severity) => {
  expect(judge(report(severity))).toEqual({
    failed: true,
    text: expect.stringContaining(`leftpad <2.0.0: ${severity}`),
  });
});

test.each(['low', 'moderate'])('one with a %s advisory does not', (severity) => {
  expect(judge(report(severity))).toMatchObject({ failed: false, text: expect.stringContaining('none') });
});

test.each(['', 'not JSON', '{"message":"405 Method Not Allowed","statusCode":405}'])(
  'a registry that cannot be asked fails nothing, and is said: %j',
  (output) => {
    expect(judge(output)).toMatchObject({
      failed: false,
      text: expect.stringContaining('could not be asked'),
    });
  },
);
