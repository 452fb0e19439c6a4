import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uploadFaultAt, type UploadFaultCode, uploadFaults } from './upload-faults.ts';

describe('fault of a file', () => {
  it('has its sentence, its path, its code and the values', () => {
    expect(uploadFaultAt('row-length', { file: 'a.csv', line: 3 }, { found: 3, columns: 12_000 })).toEqual({
      path: 'a.csv, line 3',
      message:
        'The row has 3 values, but the first line has 12,000. Quote values that contain the delimiter.',
      code: 'row-length',
      values: { found: 3, columns: 12_000 },
    });
  });

  it('of the whole file has no path, and may have no values', () => {
    expect(uploadFaultAt('empty-file')).toEqual({
      path: '',
      message: 'The file is empty.',
      code: 'empty-file',
    });
    expect(uploadFaultAt('open-quote', { line: 7 })).toMatchObject({ path: 'line 7', code: 'open-quote' });
  });

  it('quotes the content of a file unchanged, whatever it looks like', () => {
    const values = { text: '{{column}} $& $1', column: '{{text}}' };
    expect(uploadFaultAt('no-coordinate', {}, values).message).toBe(
      '“{{column}} $& $1” in the column {{text}} isn’t a coordinate.',
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(uploadFaultAt('no-coordinates', {}, { text }).message).toBe(`“${text}” aren’t coordinates.`);
      }),
    );
  });

  it('groups the digits of numbers of five digits or more', () => {
    expect(uploadFaultAt('latitude', {}, { latitude: 99 }).message).toMatch(/^The latitude 99 is outside/);
    expect(uploadFaultAt('too-many-files', {}, { most: 2000 }).message).toMatch(/more than 2000 files/);
    expect(uploadFaultAt('too-many-vertices', {}, { found: 1_000_001, most: 1_000_000 }).message).toMatch(
      /^The geometry has 1,000,001 vertices; the limit is 1,000,000/,
    );
  });

  it.each(Object.keys(uploadFaults) as UploadFaultCode[])('%s has a complete sentence', (code) => {
    const sentence = uploadFaults[code];
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(sentence).toMatch(/[.:)}]$/);
    // Single braces belong to the text; double ones to a value.
    expect(sentence.replaceAll(/\{\{\w+\}\}/g, '')).not.toMatch(/\{\{|\}\}/);
  });
});
