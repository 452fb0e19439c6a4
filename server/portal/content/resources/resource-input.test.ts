import { Parameters } from '../../../platform/arcgis/parameters.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../../../testing/rig/property-seed.ts';
import { limits } from '../../../limits.ts';
import { checkResourcePath, readResources } from './resource-operations.ts';

const file = (filename: string, text = 'x', contentType = 'text/plain') => ({
  name: 'file',
  filename,
  contentType,
  size: text.length,
  place: `/${text}`,
});
const read = (parameters: Record<string, string>, files: ReturnType<typeof file>[] = []) =>
  readResources({ parameters: new Parameters(parameters), files } as never).map(
    ({ path, contentType, bytes }) => ({
      path,
      contentType,
      text: bytes instanceof Uint8Array ? Buffer.from(bytes).toString() : (bytes as { place: string }).place,
    }),
  );

describe('uploaded resources', () => {
  test('are files under their own names', () => {
    expect(read({}, [file('a.png', '1', 'image/png'), file('styles.json', '{}')])).toEqual([
      { path: 'a.png', contentType: 'image/png', text: '/1' },
      { path: 'styles.json', contentType: 'application/json', text: '/{}' },
    ]);
  });

  test('may be below a folder, with or without a trailing slash', () => {
    for (const resourcesPrefix of ['styles', 'styles/', 'styles//'])
      expect(read({ resourcesPrefix }, [file('root.json')])).toMatchObject([{ path: 'styles/root.json' }]);
    expect(read({ resourcesPrefix: 'a/b' }, [file('c.txt')])).toMatchObject([{ path: 'a/b/c.txt' }]);
  });

  test('may rename a single file; several keep their names', () => {
    expect(read({ fileName: 'other.txt' }, [file('a.txt')])).toMatchObject([{ path: 'other.txt' }]);
    expect(read({ fileName: 'other.txt' }, [file('a.txt'), file('b.txt')])).toMatchObject([
      { path: 'a.txt' },
      { path: 'b.txt' },
    ]);
  });

  test('may be a text with a name', () => {
    expect(read({ text: 'Ü', fileName: 'note.txt' })).toEqual([
      { path: 'note.txt', contentType: 'text/plain; charset=utf-8', text: 'Ü' },
    ]);
  });

  test.each<[string, Record<string, string>, ReturnType<typeof file>[], RegExp]>([
    ['nothing', {}, [], /Specify a file/],
    ['only a name', { fileName: 'a.txt' }, [], /Specify a file/],
    ['an empty text', { text: '', fileName: 'note.txt' }, [], /Specify a file/],
    ['a text without a name', { text: 'x' }, [], /Specify a file name/],
    ['an archive to unpack', { archive: 'true' }, [file('a.zip')], /not supported/],
    ['a file without a name', {}, [file('')], /Specify a file name/],
    ['a folder that leaves the item', { resourcesPrefix: '..' }, [file('a.txt')], /Specify a file name/],
  ])('%s are rejected', (_what, parameters, files, message) => {
    expect(() => read(parameters, files)).toThrow(message);
  });

  test('may have any prefix, which is read once', () => {
    const resourcesPrefix = `${'/'.repeat(1_000_000)}x`;
    expect(() => read({ resourcesPrefix }, [file('a.txt')])).toThrow(/Specify a file name/);
  });

  test('store no script as one', () => {
    const [script] = read({}, [file('run', 'alert()', 'text/javascript')]);
    expect(script!.contentType).toBe('application/octet-stream');
  });

  test('beyond the size limit are rejected, with the limit', () => {
    const large = { ...file('a.bin'), size: limits.resourceBytes + 1 };
    expect(() => readResources({ parameters: new Parameters(), files: [large] } as never)).toThrow(/50 MB/);
  });
});

describe('path of a resource', () => {
  test.each([
    'a',
    'a.txt',
    'a/b/c.json',
    'имя.txt',
    'Ünter den Linden.png',
    '...',
    'a..b',
    '.hidden',
    'x'.repeat(240),
  ])('accepts %s', (path) => {
    expect(checkResourcePath(path)).toBe(path);
  });

  test.each([
    '',
    '.',
    '..',
    '/a',
    'a/',
    'a//b',
    'a/./b',
    '../a',
    'a/../../b',
    'a\\b',
    '..\\a',
    'a?b',
    'a#b',
    'a%2e%2e',
    'a\0b',
    'a\nb',
    'a\u007fb',
    'x'.repeat(241),
  ])('rejects %j', (path) => {
    expect(() => checkResourcePath(path)).toThrow(/Specify a file name/);
  });

  test('stays below its item, however it is joined', () => {
    const step = fc.oneof(
      fc.constantFrom('..', '.', '', 'a', '%2e', '\\', 'b.txt'),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 5 }), (steps) => {
        const path = steps.join('/');
        let taken: string;
        try {
          taken = checkResourcePath(path);
        } catch {
          return;
        }
        const address = new URL(`resources/${taken}`, 'http://host/items/1/');
        expect(address.pathname.startsWith('/items/1/resources/')).toBe(true);
        expect(address.search + address.hash).toBe('');
      }),
    );
  });
});
