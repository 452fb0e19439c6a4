import { describe, expect, it } from 'vitest';
import { readEnglish } from '../../tools/translations/catalogues.ts';

/** A placeholder before a plural noun or verb: {{number}} points, {{most}} of your files, the other {{number}} are. */
const counted =
  /\{\{?(\w+)\}?\} (?:(?!(?:and|at|in|of the|or|to) )[a-z]+ ){0,3}?(?!(?:as|does|has|is|its|this|was)\b)(?:[a-z]+s|people|vertices|criteria|are|have)\b/g;

/** What the placeholders of names, addresses and dates are called; the words after these are verbs and adverbs. */
const texts = new Set(
  (
    'address app appId email host item lang layer lng location name newOwner organisation portal theirs title tool ' +
    'username when'
  ).split(' '),
);

/** Messages whose number cannot be one, and has the same form in every language that tells many from few. */
const withoutForms = {
  'limits of the product, round numbers such as 250 or 10,000': [
    'add.file.kinds',
    'add.problem.count',
    'administration.fault.tooLong',
    'analysis.useServer.only',
    'error.refusal.folder-title',
    'error.refusal.long-credits',
    'error.refusal.long-description',
    'error.refusal.long-summary',
    'error.refusal.long-tag',
    'error.refusal.long-terms',
    'error.refusal.long-title',
    'error.refusal.many-certificates',
    'error.refusal.many-new-words',
    'error.refusal.many-passkeys',
    'error.refusal.many-tags',
    'error.refusal.no-web-address',
    'error.refusal.password-length',
    'error.refusal.too-many-jobs',
    'gallery.count.many',
    'upload.fault.archive-bomb',
    'upload.fault.too-many-fields',
    'upload.fault.too-many-files',
    'upload.fault.too-slow',
  ],
  'pages of lists, which have 50 or 100 rows': ['copy.pick.more', 'layers.symbol.more'],
  'several numbers of the same noun, which are above ten': ['accessibility.partly'],
  'minutes for which a link or a code of an email is valid': ['mail.code.text', 'mail.reset.text'],
};

const isForm = (key: string) => /_(?:one|other)$/.test(key);

describe('messages with a number before a noun', () => {
  const without = Object.entries(readEnglish())
    .filter(([key]) => !isForm(key))
    .filter(([, text]) => [...text.matchAll(counted)].some(([, name = '']) => !texts.has(name)))
    .map(([key]) => key);

  it('have a form for one and one for the other numbers', () => {
    expect(without.toSorted()).toEqual(Object.values(withoutForms).flat().toSorted());
  });
});
