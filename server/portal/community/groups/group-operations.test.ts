import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MappingError } from '../../../../wire/errors.ts';
import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { readGroupDetails } from './group-operations.ts';

const read = (given: Record<string, string>) => readGroupDetails(new Parameters(given));

/** Paths of the faults for which a request is rejected. */
function faultsOf(given: Record<string, string>): string[] {
  try {
    read(given);
    return [];
  } catch (error) {
    if (error instanceof MappingError && error.status === 400) return error.faults.map(({ path }) => path);
    throw error;
  }
}

const named = (details: object) =>
  Object.entries(details)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);

describe('group parameters', () => {
  it('are read from what clients send', () => {
    expect(
      read({
        title: 'City maps',
        access: 'org',
        snippet: 'Short',
        description: '<b>Long</b>',
        tags: 'city, maps,,city',
        sortField: 'modified',
        sortOrder: 'desc',
        isInvitationOnly: 'false',
        isViewOnly: 'true',
        id: 'x',
        owner: 'eve',
      }),
    ).toEqual({
      title: 'City maps',
      access: 'org',
      snippet: 'Short',
      description: '<b>Long</b>',
      tags: ['city', 'maps'],
      sortField: 'modified',
      sortOrder: 'desc',
      isInvitationOnly: false,
      isViewOnly: true,
    });
  });

  it('omitted or sent blank leave fields unchanged', () => {
    expect(named(read({}))).toEqual([]);
    expect(named(read({ title: ' ', snippet: '', description: '', tags: '', access: '' }))).toEqual([]);
  });

  it('clear fields sent blank when requested, but require a title', () => {
    const cleared = read({
      clearEmptyFields: 'true',
      title: '',
      snippet: '',
      description: ' ',
      tags: '',
      access: '',
    });
    expect(cleared).toMatchObject({ snippet: '', description: '', tags: [] });
    expect(named(cleared).sort()).toEqual(['description', 'snippet', 'tags']);
  });

  it.each([
    ['false', []],
    ['0', []],
    ['TRUE', ['snippet']],
    ['1', ['snippet']],
  ])('are cleared or not by clearEmptyFields=%s', (clearEmptyFields, cleared) => {
    expect(named(read({ clearEmptyFields, snippet: '' }))).toEqual(cleared);
  });

  it.each([
    ['title', 250],
    ['snippet', 2048],
    ['description', 100_000],
  ])('limit %s to %s characters', (name, length) => {
    expect(faultsOf({ [name]: 'x'.repeat(length) })).toEqual([]);
    expect(faultsOf({ [name]: 'x'.repeat(length + 1) })).toEqual([name]);
  });

  it('limit the number and length of tags', () => {
    const tags = (count: number, length = 6) =>
      Array.from({ length: count }, (_, index) => String(index).padStart(length, 't')).join(',');
    expect(faultsOf({ tags: tags(128) })).toEqual([]);
    expect(faultsOf({ tags: tags(129) })).toEqual(['tags']);
    expect(faultsOf({ tags: tags(2, 128) })).toEqual([]);
    expect(faultsOf({ tags: tags(2, 129) })).toEqual(['tags']);
  });

  it.each([
    ['access', 'shared'],
    ['access', 'Public'],
    ['sortField', 'random()'],
    ['sortOrder', 'descending'],
    ['isInvitationOnly', '2'],
    ['isViewOnly', 'yes'],
  ])('reject %s other than the allowed values, %j', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([name]);
  });

  it('report all faults at once', () => {
    const faults = faultsOf({ title: 'x'.repeat(251), access: 'all', sortOrder: 'up', isViewOnly: 'no' });
    expect(faults.sort()).toEqual(['access', 'isViewOnly', 'sortOrder', 'title']);
  });

  it('are read or rejected with 400, for any value', () => {
    const names = ['title', 'access', 'tags', 'sortField', 'isViewOnly', 'clearEmptyFields', '__proto__'];
    const given = fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(given, (parameters) => {
        expect(names).toEqual(expect.arrayContaining(faultsOf(parameters)));
      }),
    );
  });
});
