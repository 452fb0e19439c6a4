import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRequestSchema, problemSchema, workItemSchema } from './cityworks.ts';

const request = { problem: '7', lat: 51.16, lng: 71.43 };
const work = {
  kind: 'work-order',
  id: '42',
  title: 'Repair',
  status: 'OPEN',
  lat: 51.16,
  lng: 71.43,
  link: '',
};

describe('new request', () => {
  it('requires a problem and a place, with optional details', () => {
    expect(newRequestSchema.parse(request)).toEqual({ ...request, details: '' });
    expect(newRequestSchema.parse({ ...request, details: 'Deep.' }).details).toBe('Deep.');
  });

  it.each([
    ['problem', { problem: '' }],
    ['problem', { problem: 'POTHOLE' }],
    ['problem', { problem: '1'.repeat(16) }],
    ['problem', { problem: 7 }],
    ['details', { details: 'x'.repeat(4001) }],
    ['details', { details: null }],
    ['lat', { lat: 90.0001 }],
    ['lat', { lat: Number.NaN }],
    ['lat', { lat: '51' }],
    ['lng', { lng: -180.0001 }],
    ['lng', { lng: Number.POSITIVE_INFINITY }],
    ['', { assignee: 'me' }],
  ])('is rejected for its %s: %j', (path, change) => {
    const { error } = newRequestSchema.safeParse({ ...request, ...change });
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });

  it('may be as long as Cityworks accepts, and no longer', () => {
    const details = fc.integer({ min: 0, max: 5000 }).map((length) => 'x'.repeat(length));
    fc.assert(
      fc.property(details, (text) => {
        expect(newRequestSchema.safeParse({ ...request, details: text }).success).toBe(text.length <= 4000);
      }),
    );
  });
});

describe('work near a place', () => {
  it.each(['work-order', 'request', 'inspection'])('is a %s', (kind) => {
    expect(workItemSchema.parse({ ...work, kind })).toEqual({ ...work, kind });
  });

  it('may have no place', () => {
    expect(workItemSchema.parse({ ...work, lat: null, lng: null })).toMatchObject({ lat: null, lng: null });
  });

  it.each([{ kind: 'asset' }, { id: 42 }, { title: undefined }, { lat: undefined }, { link: null }])(
    'is not %j',
    (change) => {
      expect(workItemSchema.safeParse({ ...work, ...change }).success).toBe(false);
    },
  );

  it('has only the documented members', () => {
    expect(workItemSchema.parse({ ...work, Token: 'secret' })).toEqual(work);
    expect(problemSchema.parse({ id: '1', title: 'Pothole', Token: 'secret' })).toEqual({
      id: '1',
      title: 'Pothole',
    });
  });
});
