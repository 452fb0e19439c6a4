import { expect, test } from 'vitest';
import { organisationNameSchema, reservedNames } from './organisation.ts';

test.each(['demo', 'a', '0-day', 'a'.repeat(63)])('%s is a name', (name) =>
  expect(organisationNameSchema.safeParse(name).success).toBe(true),
);

test.each(['', '-a', 'Demo', 'a_b', 'ü', 'a'.repeat(64), ...reservedNames])('%s is not', (name) =>
  expect(organisationNameSchema.safeParse(name).success).toBe(false),
);
