import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appConfigSchema } from '../../../../../wire/app-config.ts';
import { english } from '../../../../i18n/english.ts';
import { queryOf } from '../audit/audit-page.tsx';
import { pageOf, pages } from '../administration-view.tsx';
import { describeFields, fieldsByPart } from './describe-fields.ts';
import { faultsIn, valueAt, withValueAt } from './use-draft.ts';

describe('the form', () => {
  const fields = describeFields();

  it('covers every setting of the schema, each with its editor', () => {
    const kinds = Object.fromEntries(fields.map(({ path, kind }) => [path, kind]));
    expect(kinds).toMatchObject({
      title: 'text',
      welcome: 'localized',
      'portal.customLogo': 'logo',
      'portal.signIn': 'choice',
      'map.extent': 'extent',
      'map.basemap.dark': 'text',
      'map.basemapKey': 'text',
      'feedback.url': 'text',
      'gallery.groups': 'groups',
      'sharing.anonymous': 'switch',
      'sharing.sites': 'list',
      'theme.primary': 'colour',
      languages: 'languages',
    });
    expect(fields.map(({ path }) => path)).not.toContain('integrations');
    expect(fields.map(({ path }) => path)).not.toContain('portal.url');
  });

  it('has a label and help for each setting', () => {
    const missing = fields.flatMap(({ path }) =>
      ['field', 'help'].map((kind) => `administration.${kind}.${path}`).filter((key) => !(key in english)),
    );
    expect(missing).toEqual([]);
  });

  it('shows each setting in one section', () => {
    const shown = fieldsByPart(fields).flatMap((part) => part.fields.map(({ path }) => path));
    expect(shown.toSorted()).toEqual(fields.map(({ path }) => path).toSorted());
  });
});

describe('a value at a path', () => {
  const config = { a: 1, portal: { url: 'x', appId: 'y' } };

  it('is read and changed without affecting the rest', () => {
    expect(valueAt(config, 'portal.url')).toBe('x');
    expect(valueAt(config, 'nothing.here')).toBeUndefined();
    expect(withValueAt(config, 'portal.url', 'z')).toEqual({ a: 1, portal: { url: 'z', appId: 'y' } });
    expect(config.portal.url).toBe('x');
  });

  it('is removed together with the object it leaves empty', () => {
    expect(withValueAt({ title: 'a', feedback: { url: 'f' } }, 'feedback.url', undefined)).toEqual({
      title: 'a',
    });
    expect(withValueAt({ title: 'a' }, 'feedback.url', 'f')).toEqual({ title: 'a', feedback: { url: 'f' } });
  });

  it('is the value that was set', () => {
    const name = fc.stringMatching(/^[a-z]{1,5}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.jsonValue(), (names, value) => {
        fc.pre(typeof value !== 'object' || value === null || Object.keys(value).length > 0);
        expect(valueAt(withValueAt(config, names.join('.'), value), names.join('.'))).toEqual(value);
      }),
    );
  });
});

it('a complete configuration is valid, and an invalid one lists all faults by path', () => {
  const config = appConfigSchema.parse({});
  expect(faultsIn(config)).toEqual([]);
  const bad = { ...config, title: 'x'.repeat(101), theme: { primary: 'red' } };
  expect(faultsIn(bad).map(({ path, code }) => [path, code])).toEqual([
    ['title', 'too_big'],
    ['theme.primary', 'invalid_format'],
  ]);
});

it.each([
  ['page=audit', 'audit'],
  ['page=nonsense', 'settings'],
  ['', 'settings'],
])('the address ?%s shows %s', (search, page) => {
  expect(pageOf(new URLSearchParams(search), pages)).toBe(page);
});

it('days of the log are full days', () => {
  const query = queryOf({ actor: 'ada', act: '', from: '2031-01-02', until: '2031-01-02' });
  expect(query).toMatchObject({ actor: 'ada', act: undefined, from: new Date(2031, 0, 2).getTime() });
  expect(query.until).toBe(new Date(2031, 0, 3).getTime());
  expect(queryOf({ actor: '', act: '', from: '', until: 'x' })).toMatchObject({
    from: undefined,
    until: undefined,
  });
});
