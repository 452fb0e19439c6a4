import { describe, expect, it } from 'vitest';
import { KnownAnswers } from './known-answers.ts';

const self = 'http://localhost:8080/portal/sharing/rest/portals/self';

describe('prefetched responses', () => {
  it('are used once, whatever the query string and the scheme', () => {
    const answers = new KnownAnswers();
    answers.add(self, { id: 'p' });
    expect(
      answers.take('https://localhost:8080/portal/sharing/rest/portals/self?f=json&culture=en', 'json'),
    ).toEqual({ id: 'p' });
    expect(answers.take(self, 'json')).toBeUndefined();
  });

  it('are copied, because the SDK may modify them', () => {
    const answers = new KnownAnswers();
    const given = { layers: [{ id: 'a' }] };
    answers.add(self, given);
    (answers.take(self, 'json') as typeof given).layers.push({ id: 'b' });
    expect(given.layers).toHaveLength(1);
  });

  it('are requested over the network when missing', () => {
    const answers = new KnownAnswers();
    answers.add(self, undefined);
    expect(answers.take(self, 'json')).toBeUndefined();
    answers.add(self, {});
    answers.clear();
    expect(answers.take(self, 'json')).toBeUndefined();
  });

  it('may still be pending, and resolve in the SDK’s format', async () => {
    const bytes = () => Promise.resolve(new TextEncoder().encode('{"id":"p"}').buffer);
    const answers = new KnownAnswers();
    answers.add(self, bytes());
    expect(await answers.take(self, 'json')).toEqual({ id: 'p' });
    answers.add(self, bytes());
    expect(await answers.take(self, 'array-buffer')).toBeInstanceOf(ArrayBuffer);
    answers.add(self, Promise.resolve(undefined));
    expect(await answers.take(self, 'json')).toBeUndefined();
  });

  it('are bytes for a worker, even when already read', () => {
    const answers = new KnownAnswers();
    answers.add(self, { id: 'p' });
    expect(new TextDecoder().decode(answers.take(self, 'array-buffer') as ArrayBuffer)).toBe('{"id":"p"}');
  });
});
