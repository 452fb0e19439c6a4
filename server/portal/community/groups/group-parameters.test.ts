import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MappingError } from '../../../../wire/errors.ts';
import { parameterRecord } from '../../../platform/arcgis/parameter-record.ts';
import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { readGroupDetails } from './group-parameters.ts';

const read = (given: Record<string, string>) =>
  readGroupDetails(parameterRecord(new Parameters(Object.entries(given), [])));

/** Paths of the faults a request is refused for. */
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

describe('details of a group', () => {
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

  it('that a request leaves out or sends blank are left as they are', () => {
    expect(named(read({}))).toEqual([]);
    expect(named(read({ title: ' ', snippet: '', description: '', tags: '', access: '' }))).toEqual([]);
  });

  it('are cleared by a blank text when the request says so; a title there must be', () => {
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

  it.each(['false', 'TRUE', '1'])('are not cleared by clearEmptyFields=%s', (clearEmptyFields) => {
    expect(named(read({ clearEmptyFields, snippet: '' }))).toEqual([]);
  });

  it.each([
    ['title', 250],
    ['snippet', 2048],
    ['description', 100_000],
  ])('%s has at most %s characters', (name, length) => {
    expect(faultsOf({ [name]: 'x'.repeat(length) })).toEqual([]);
    expect(faultsOf({ [name]: 'x'.repeat(length + 1) })).toEqual([name]);
  });

  it('has a bounded number of tags, each of a bounded length', () => {
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
    ['isInvitationOnly', '1'],
    ['isViewOnly', 'yes'],
  ])('%s is none of the words allowed with %j', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([name]);
  });

  it('are refused for all their faults at once', () => {
    const faults = faultsOf({ title: 'x'.repeat(251), access: 'all', sortOrder: 'up', isViewOnly: 'no' });
    expect(faults.sort()).toEqual(['access', 'isViewOnly', 'sortOrder', 'title']);
  });

  it('are either read or refused with 400, whatever comes', () => {
    const names = ['title', 'access', 'tags', 'sortField', 'isViewOnly', 'clearEmptyFields', '__proto__'];
    const given = fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(given, (parameters) => {
        expect(names).toEqual(expect.arrayContaining(faultsOf(parameters)));
      }),
    );
  });
});
