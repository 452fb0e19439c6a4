import FormTemplate from '@arcgis/core/form/FormTemplate.js';
import { describe, expect, it } from 'vitest';
import { attachmentRules, isAcceptedFile, isAllowedNumber, ruleFor } from './attachment-rules.ts';

const rulesOf = (...formElements: object[]) =>
  attachmentRules({ formTemplate: FormTemplate.fromJSON({ formElements }) as FormTemplate });
const photos = {
  type: 'attachment',
  label: 'Photos',
  description: 'From two sides',
  attachmentKeyword: 'photo',
  minAttachmentCount: 1,
  maxAttachmentCount: 2,
  inputType: { type: 'image' },
};
const files = {
  type: 'attachment',
  label: 'Files',
  attachmentKeyword: 'file',
  inputType: {
    type: 'attachment',
    attachmentAssociationType: 'exactOrNone',
    inputTypes: [{ type: 'document' }, { type: 'audio' }],
  },
};

describe('attachment elements of a form', () => {
  it('are read with their numbers and types, also from groups', () => {
    const [first, second, ...none] = rulesOf(photos, { type: 'group', label: 'More', formElements: [files] });
    expect(first).toMatchObject({
      label: 'Photos',
      description: 'From two sides',
      keyword: 'photo',
      accept: 'image/*',
      least: 1,
      most: 2,
      shows: 'own',
    });
    expect(second).toMatchObject({ label: 'Files', least: 0, shows: 'own-or-none' });
    expect(second?.accept).toMatch(/\.pdf.*audio\/\*$/);
    expect(none).toEqual([]);
    expect(rulesOf()).toEqual([]);
  });

  it('show files by their keywords', () => {
    const rules = rulesOf(photos, files);
    const labelFor = (keywords: string) => ruleFor(rules, keywords)?.label;
    expect(['photo', 'file', '', 'other'].map(labelFor)).toEqual(['Photos', 'Files', 'Files', undefined]);
  });

  it('count files and check their types', () => {
    const [rule, any] = rulesOf(photos, { ...files, inputType: { type: 'attachment' } });
    if (!rule || !any) throw new Error('There are two.');
    expect([0, 1, 2, 3].map((count) => isAllowedNumber(rule, count))).toEqual([false, true, true, false]);
    expect(isAcceptedFile(rule, { name: 'a.png', type: 'image/png' })).toBe(true);
    expect(isAcceptedFile(rule, { name: 'a.pdf', type: 'application/pdf' })).toBe(false);
    expect(isAcceptedFile(any, { name: 'a.exe', type: '' })).toBe(true);
  });
});
