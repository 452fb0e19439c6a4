import { beforeAll, describe, expect, test } from 'vitest';
import { boundedExpression, mostSteps, wasStopped } from './bounded-expression.ts';

let run: (expression: string) => Promise<unknown>;

beforeAll(async () => {
  // As in the page: without code from text.
  (globalThis as { esriConfig?: object }).esriConfig = { has: { 'esri-csp-restrictions': true } };
  const { createArcadeExecutor } = await import('@arcgis/core/arcade.js');
  run = async (expression) => (await createArcadeExecutor(expression, { variables: [] })).executeAsync({});
});

describe('an expression', () => {
  test.each([
    ['a loop', 'var i = 0; while (true) { i += 1; } return i;'],
    ['a loop of one statement', 'var i = 0; while (true) i += 1;'],
    ['a loop without a condition', 'for (;;) { }'],
    ['a loop with a condition that stays', 'for (var i = 0; i < 1; i *= 2) { }'],
    ['a loop after a comment within a text', "var a = `${1 /* ' */}`; while (true) { } var b = '`';"],
    ['a loop that sets the count back', 'var mappingSteps = 1; while (true) { mappingSteps = 0; }'],
    ['a function that replaces the count', 'function mappingStep() { return true; } while (true) { }'],
    [
      'loops over a long list in each other',
      'var l = Array(10000); var n = 0; for (var i in l) for (var j in l) for (var k in l) n += 1; return n;',
    ],
  ])('with %s that never ends is stopped', async (_what, expression) => {
    const error = await run(boundedExpression(expression)).catch((cause: unknown) => cause);
    expect(error).toSatisfy(wasStopped);
  });

  test('with a recursion that never ends fails', async () => {
    const recursion = 'function f(n) { return f(n - 1) + f(n - 1); } return f(50);';
    await expect(run(boundedExpression(recursion))).rejects.toThrow(Error);
  });

  test('that was stopped differs from one that fails', async () => {
    const fail = async (text: string) => run(boundedExpression(text)).catch((cause: unknown) => cause);
    expect(wasStopped(await fail('while (true) { }'))).toBe(true);
    expect(wasStopped(await fail('while (true) { return [][1]; }'))).toBe(false);
  });

  test.each([
    ['var n = 0; while (n < 5 || n == 7) { n += 1; } return n;', 5],
    ['var n = 0; for (var i = 0; i < 4; i++) { n += i; } return n;', 6],
    ['var n = 0; for (var i = 0; ; i++) { if (i > 3) { break; } n += i; } return n;', 6],
    ['var n = 0; for (var i in [1, 2, 3]) { n += 1; } return n;', 3],
    ['var n = 0; for (var i in [1, 2, 3]) n += 1; return n;', 3],
    ['var n = 0; for (var i in { "a": 1, "b": 2 }) { n += 1; } return n;', 2],
    ['var n = 0; for (var i in Split("a,b", ",")) { if (i == 0) { continue; } n += i; } return n;', 1],
    ['function twice(n) { return n * 2; }\nreturn twice(21);', 42],
    ['function f(n) { if (n == 0) { return 0; } return f(n - 1) + 1; } return f(20);', 20],
    ['var d = { "while": 1 }; var t = "while (true) {"; /* for (;;) { */ return d["while"]; // function', 1],
    ['var x = `while ${"(`" + `${1 + 1}`} (`; var n = 0; while (n < 2) { n++; } return x;', 'while (`2 ('],
    ["var s = 'it\\'s for(;;)'; var n = 0; while (Count(s) > 99) { n += 1; } return s;", "it's for(;;)"],
  ])('gives the same result: %s', async (expression, expected) => {
    const bounded = boundedExpression(expression);
    expect(await run(bounded)).toBe(expected);
    expect(bounded.split('\n')).toHaveLength(expression.split('\n').length);
  });

  test('of nearly the greatest number of steps is not stopped', async () => {
    const loop = `var n = 0; while (n < ${mostSteps - 1}) { n += 1; } return n;`;
    expect(await run(boundedExpression(loop))).toBe(mostSteps - 1);
  });

  test.each(['$feature.name', '$feature.format', 'while (', 'for (;;}', 'function', '`while', ''])(
    'that has nothing to count, or is not Arcade, stays as it is: %s',
    (expression) => expect(boundedExpression(expression)).toBe(expression),
  );

  test('counts after its imports', () => {
    const expression = 'import { f } from \'portalItem("a")\';\nwhile (f()) { }';
    expect(boundedExpression(expression)).toMatch(
      /^import [^;]+;var mappingSteps[^\n]+\nwhile \(mappingStep/,
    );
  });
});
