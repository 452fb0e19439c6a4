import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appConfigSchema } from './app-config.ts';
import { configVersion, type ConfigStep, upgradeConfig } from './upgrade-config.ts';

/** Versions of a possible later product: a text that became an object, then a renamed member. */
const steps: Record<number, ConfigStep> = {
  1: ({ feedback, ...rest }) => ({
    ...rest,
    ...(typeof feedback === 'string' && { feedback: { url: feedback } }),
  }),
  2: ({ title, ...rest }) => ({ ...rest, name: title }),
};

describe('upgradeConfig', () => {
  test('upgrades a config through every version between', () => {
    const old = { version: 1, title: 'City', feedback: 'https://f.example' };
    expect(upgradeConfig(old, steps, 3)).toEqual({
      version: 3,
      name: 'City',
      feedback: { url: 'https://f.example' },
    });
  });

  test('starts at the version of the config', () => {
    expect(upgradeConfig({ version: 2, title: 'City' }, steps, 3)).toEqual({ version: 3, name: 'City' });
    expect(upgradeConfig({ version: 3, name: 'City' }, steps, 3)).toEqual({ version: 3, name: 'City' });
  });

  test('treats a config without a version as version 1, and does not modify its input', () => {
    const old = Object.freeze({ title: 'City' });
    expect(upgradeConfig(old, steps, 3)).toEqual({ version: 3, name: 'City' });
    expect(old).toEqual({ title: 'City' });
  });

  test('rejects a config of a later version, and a version without an upgrade', () => {
    expect(() => upgradeConfig({ version: 9 }, steps, 3)).toThrow('Update the server');
    expect(() => upgradeConfig({ version: 0 }, steps, 3)).toThrow('cannot be upgraded');
  });

  test.each([[null], ['text'], [[1]], [5]])('leaves %j to the schema', (value) => {
    expect(upgradeConfig(value)).toBe(value);
  });

  test('ends at the version of the schema', () => {
    expect(appConfigSchema.parse(upgradeConfig({})).version).toBe(configVersion);
  });
});

describe('any number of versions', () => {
  test('are upgraded one after another, each once, from any of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9 }), (from, more) => {
        const target = from + more;
        const trail = Object.fromEntries(
          Array.from({ length: target }, (_, index) => [
            index + 1,
            ({ seen, ...rest }) => ({ ...rest, seen: [...(seen as number[]), index + 1] }),
          ]),
        ) as Record<number, ConfigStep>;
        expect(upgradeConfig({ version: from, seen: [] }, trail, target)).toEqual({
          version: target,
          seen: Array.from({ length: more }, (_, index) => from + index),
        });
      }),
    );
  });

  test('stop at a missing step, and the error names the version', () => {
    const holed: Record<number, ConfigStep> = { 1: (config) => ({ ...config }) };
    expect(() => upgradeConfig({ version: 1 }, holed, 4)).toThrow('A config of version 2');
  });

  test('report a too recent config at its version, with advice', () => {
    const error = (() => {
      try {
        return upgradeConfig({ version: configVersion + 1 });
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toMatchObject({
      id: 'config:too-new',
      status: 400,
      faults: [{ path: 'version', message: `Specify at most ${configVersion}.` }],
    });
  });

  test('treat a version that is not a number as none', () => {
    expect(upgradeConfig({ version: '3', title: 'City' }, steps, 3)).toEqual({ version: 3, name: 'City' });
  });
});
