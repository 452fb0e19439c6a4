import { expect, it } from 'vitest';
import { isClosedCondition } from './embed-messages.ts';

it.each([
  '',
  'a = 1',
  "name = 'O''Hara (east)'",
  "(a = 1 OR b IN (1, 2)) AND c LIKE '%--%'",
  '"odd (name" = 1',
])('%s stays a condition of its own', (condition) => expect(isClosedCondition(condition)).toBe(true));

it.each(['1=1) OR (1=1', 'a = 1 --', 'a = 1 /*', "name = 'open", '(a = 1', 'a = 1)', "''')--", '"'])(
  '%s does not',
  (condition) => expect(isClosedCondition(condition)).toBe(false),
);
