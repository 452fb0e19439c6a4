import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { faultsOf, longestPath, MappingError, mostFaults } from './errors.ts';
import { problemSchema } from './problem.ts';

describe('MappingError', () => {
  it('is an internal error without faults by default', () => {
    const error = new MappingError('map:odd', 'Something odd');
    expect(error).toMatchObject({
      name: 'MappingError',
      id: 'map:odd',
      message: 'Something odd',
      status: 500,
    });
    expect(error.faults).toEqual([]);
    expect('cause' in error).toBe(false);
  });

  it('carries its status, its cause and the paths of the faults', () => {
    const cause = new Error('refused');
    const faults = [{ path: 'url', message: 'Give https.' }];
    const error = new MappingError('config:bad', 'Bad', { status: 400, cause, faults });
    expect(error).toMatchObject({ status: 400, faults });
    expect(error.cause).toBe(cause);
    expect(error).toBeInstanceOf(Error);
  });

  it('keeps a falsy cause', () => {
    expect('cause' in new MappingError('a:b', 'c', { cause: null })).toBe(true);
  });
});

describe('faults of an input', () => {
  const schema = z.object({
    portal: z.object({ url: z.string() }),
    list: z.array(z.object({ id: z.int() })),
  });

  it.each([
    [{ portal: {}, list: [] }, ['portal.url']],
    [{ portal: { url: 'x' }, list: [{ id: 1 }, { id: 1.5 }] }, ['list.1.id']],
    [{ portal: { url: 1 }, list: [{}, {}] }, ['portal.url', 'list.0.id', 'list.1.id']],
    ['text', ['(whole)']],
    [null, ['(whole)']],
  ])('of %j are at %j', (input, paths) => {
    const { error } = schema.safeParse(input);
    expect(error && faultsOf(error).map(({ path }) => path)).toEqual(paths);
  });

  it('are the first of many, with the beginning of their paths', () => {
    const many = z.record(z.string(), z.array(z.int()));
    const { error } = many.safeParse({ ['a'.repeat(10_000)]: Array.from({ length: 1000 }, () => 'x') });
    const faults = error ? faultsOf(error) : [];
    expect(faults).toHaveLength(mostFaults);
    expect(faults[0]?.path).toHaveLength(longestPath);
  });

  it('have a message each', () => {
    const { error } = schema.safeParse({ portal: {}, list: [{}] });
    const silent = error ? faultsOf(error).filter(({ message }) => message.trim() === '') : undefined;
    expect(silent).toEqual([]);
  });
});

describe('body of a problem', () => {
  const problem = { type: 'about:blank', id: 'a:b', title: 'Bad Request', status: 400, detail: 'Because.' };

  it.each([
    [problem, true],
    [{ ...problem, requestId: 'r-1' }, true],
    [{ ...problem, faults: [{ path: 'a', message: 'b' }] }, true],
    [{ ...problem, status: '400' }, false],
    [{ ...problem, status: 400.5 }, false],
    [{ ...problem, detail: undefined }, false],
    [{ ...problem, faults: ['a'] }, false],
  ])('is recognised in %j: %s', (body, is) => {
    expect(problemSchema.safeParse(body).success).toBe(is);
  });
});
