import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { attachmentType, opensInBrowser, tidyFilename } from './attachments/allowed-type.ts';
import type { HostedService } from '../layer/layer.ts';
import { defaultRenderer } from './default-renderer.ts';
import { findToken } from '../../platform/arcgis/find-token.ts';
import { Parameters } from '../../platform/arcgis/parameters.ts';
import { splitList } from './query/split-list.ts';
import { capabilitiesFor, mustEdit, unseen } from './rights.ts';

describe('parameters', () => {
  test('are read from query and body, in any case; blank ones are absent; the first value counts', () => {
    const parameters = new Parameters(
      { Where: '1=1', f: 'json', empty: '', blank: '  ' },
      { f: 'pbf', outfields: ['a', 'b'] },
    );
    expect(parameters.text('where')).toBe('1=1');
    expect(parameters.text('F')).toBe('pbf');
    expect(parameters.text('outFields')).toBe('a');
    expect([parameters.text('empty'), parameters.text('blank'), parameters.text('none')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('do not include names of object properties', () => {
    const parameters = new Parameters({}, null, undefined);
    expect([
      parameters.text('constructor'),
      parameters.text('__proto__'),
      parameters.text('toString'),
    ]).toEqual([undefined, undefined, undefined]);
  });

  test.each([
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['false', false],
    ['0', false],
    ['yes', false],
  ])('read the flag %s as %s', (text, expected) => {
    expect(new Parameters({ flag: text }).flag('flag')).toBe(expected);
  });

  test('have defaults for flags', () => {
    expect([
      new Parameters({}).flag('x'),
      new Parameters({}).flag('x', true),
      new Parameters({ x: 'false' }).flag('x', true),
    ]).toEqual([false, true, false]);
  });

  test('read numbers within limits', () => {
    const parameters = new Parameters({ n: '5', d: '1.5', x: 'five', e: '1e400', minus: '-1' });
    expect([parameters.number('n'), parameters.number('d'), parameters.number('none')]).toEqual([
      5,
      1.5,
      undefined,
    ]);
    for (const name of ['x', 'e']) expect(() => parameters.number(name)).toThrow('Invalid query parameters');
    expect(() => parameters.number('d', { whole: true })).toThrow('Invalid query parameters');
    expect(() => parameters.number('minus', { least: 0 })).toThrow('Invalid query parameters');
    expect(() => parameters.number('n', { most: 4 })).toThrow('Invalid query parameters');
  });

  test('read lists and ids, with commas or as JSON', () => {
    const parameters = new Parameters({
      a: 'x, y,,z',
      b: '["x","y"]',
      c: '[1,2]',
      d: '1,2',
      e: '[1',
      f: '1.5',
      g: '[]',
    });
    expect(parameters.list('a')).toEqual(['x', 'y', 'z']);
    expect(parameters.list('b')).toEqual(['x', 'y']);
    expect(parameters.ids('c')).toEqual([1, 2]);
    expect(parameters.ids('d')).toEqual([1, 2]);
    expect(parameters.ids('g')).toEqual([]);
    expect(() => parameters.list('e')).toThrow('Invalid query parameters');
    expect(() => parameters.ids('f')).toThrow('Invalid query parameters');
    expect(() => parameters.ids('a')).toThrow('Invalid query parameters');
  });

  test('can be overridden', () => {
    const parameters = new Parameters({ where: 'a', geometry: 'b', keep: 'c' }).with({
      WHERE: 'd',
      geometry: '',
    });
    expect([parameters.text('where'), parameters.text('geometry'), parameters.text('keep')]).toEqual([
      'd',
      undefined,
      'c',
    ]);
  });
});

describe('tokens', () => {
  const find = (values: object, headers: object = {}) =>
    findToken(new Parameters(values), headers as FastifyRequest['headers']);

  test.each([
    [{ token: 'a' }, {}, 'a'],
    [{ Token: 'a' }, {}, 'a'],
    [{}, { 'x-esri-authorization': 'Bearer b' }, 'b'],
    [{}, { authorization: 'bearer c' }, 'c'],
    [{ token: 'a' }, { authorization: 'Bearer c' }, 'a'],
    [{}, { authorization: 'Basic xyz' }, undefined],
    [{ token: '' }, {}, undefined],
  ])('%j %j', (values, headers, expected) => {
    expect(find(values, headers)).toBe(expected);
  });
});

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
    expect(capabilitiesFor(all, rights(true, true, 'ada'))).toBe('Create,Delete,Query,Update,Editing');
    expect(capabilitiesFor(all, rights(true, false, 'ada'))).toBe('Query');
    expect(capabilitiesFor(service('Query'), rights(true, true, 'ada'))).toBe('Query');
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

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\pictures\\a.png', 'a.png'],
    ['a\r\nb".png', 'a__b_.png'],
    ['', 'attachment'],
    ['x'.repeat(300), 'x'.repeat(200)],
  ])('%j gets the file name %j', (name, expected) => {
    expect(tidyFilename(name)).toBe(expected);
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
