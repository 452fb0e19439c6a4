import { describe, expect, test } from 'vitest';
import { attachmentType, opensInBrowser, sanitiseFilename } from './attachments/allowed-type.ts';
import { readBase64 } from './attachments/read-file.ts';
import { limits } from '../../limits.ts';
import type { HostedService } from '../layer/layer.ts';
import { defaultRenderer } from './layer-json.ts';
import { splitList } from './query/order-condition.ts';
import { capabilitiesFor, mustEdit, unseen } from './rights.ts';

describe('lists of terms', () => {
  test.each([
    ['', []],
    ['a', ['a']],
    ['a, b DESC', ['a', 'b DESC']],
    ['UPPER(a, b), c', ['UPPER(a, b)', 'c']],
    ["'a,b', c", ["'a,b'", 'c']],
    ['"a,b" DESC,c', ['"a,b" DESC', 'c']],
    ["'it''s, so', b", ["'it''s, so'", 'b']],
    [',,a,,', ['a']],
    ['f((a, b), c), d', ['f((a, b), c)', 'd']],
  ])('%j', (text, expected) => {
    expect(splitList(text)).toEqual(expected);
  });
});

describe('rights', () => {
  const service = (capabilities: string) =>
    ({ capabilities: capabilities.split(',') }) as unknown as HostedService;
  const all = service('Create,Delete,Query,Update,Editing');
  const rights = (mayRead: boolean, mayEdit: boolean, caller: string | null) => ({
    mayRead,
    mayEdit,
    caller,
  });

  test('list the capabilities', () => {
    expect(capabilitiesFor(all, [], rights(true, true, 'ada'))).toBe('Create,Delete,Query,Update,Editing');
    expect(capabilitiesFor(all, [], rights(true, false, 'ada'))).toBe('Query');
    expect(capabilitiesFor(service('Query'), [], rights(true, true, 'ada'))).toBe('Query');
  });

  test.each([
    [true, true, 'ada', undefined],
    [true, false, 'ada', 403],
    [false, true, 'ada', 403],
    [true, false, null, 499],
    [false, false, null, 499],
  ])('read %s, edit %s, as %s: %s', (mayRead, mayEdit, caller, status) => {
    const act = () => mustEdit(all, rights(mayRead, mayEdit, caller), 'Create');
    const outcome = (() => {
      try {
        act();
      } catch (error) {
        return (error as { status: number }).status;
      }
      return undefined;
    })();
    expect(outcome).toBe(status);
  });

  test('never exceed what the service allows', () => {
    expect(() => mustEdit(service('Query,Create'), rights(true, true, 'ada'), 'Delete')).toThrow(
      expect.objectContaining({ status: 400 }),
    );
    expect(() => mustEdit(service('Query,Create'), rights(true, true, 'ada'), 'Create')).not.toThrow();
  });

  test('cover reading', () => {
    expect(unseen(rights(false, false, null))).toMatchObject({ status: 499 });
    expect(unseen(rights(false, false, 'otto'))).toMatchObject({ status: 404 });
  });
});

describe('attachments', () => {
  test.each([
    ['a.JPG', 'image/jpeg'],
    ['a.b.png', 'image/png'],
    ['notes.txt', 'text/plain; charset=utf-8'],
    ['plan.pdf', 'application/pdf'],
  ])('%s is %s', (name, type) => {
    expect(attachmentType(name)).toBe(type);
  });

  test.each(['a.html', 'a.htm', 'a.svg', 'a.js', 'a.xhtml', 'a', '.png.exe', ''])(
    '%j is rejected',
    (name) => {
      expect(() => attachmentType(name)).toThrow(
        expect.objectContaining({ id: 'services:attachment-type', status: 400 }),
      );
    },
  );

  test('that are too large are refused with a code, which browsers translate', () => {
    const most = limits.attachmentBytes / 1_000_000;
    expect(() => readBase64('a.png', 'A'.repeat(2 * limits.attachmentBytes))).toThrow(
      expect.objectContaining({
        faults: [expect.objectContaining({ code: 'large-attachment', values: { most } })],
      }),
    );
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\pictures\\a.png', 'a.png'],
    ['a\r\nb".png', 'a__b_.png'],
    ['', 'attachment'],
    ['x'.repeat(300), 'x'.repeat(200)],
  ])('%j gets the file name %j', (name, expected) => {
    expect(sanitiseFilename(name)).toBe(expected);
  });

  test('open in the browser only when they are pictures or PDF', () => {
    expect(
      ['image/png', 'application/pdf', 'text/plain', 'application/xml', 'image/svg+xml'].map(opensInBrowser),
    ).toEqual([true, true, false, false, false]);
  });
});

test('has a symbol for every type of geometry', () => {
  const symbol = (type: any) => (defaultRenderer(type) as any).symbol.type;
  expect([
    symbol('esriGeometryPoint'),
    symbol('esriGeometryMultipoint'),
    symbol('esriGeometryPolyline'),
    symbol('esriGeometryPolygon'),
  ]).toEqual(['esriSMS', 'esriSMS', 'esriSLS', 'esriSFS']);
});
