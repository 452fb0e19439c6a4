import { expect, test } from 'vitest';
import { defaultPortalSettings } from '../portal-settings.ts';
import { VisitorTexts } from './visitor-texts.ts';

/** Makes a different text each time. */
function maker() {
  let made = 0;
  return async () => `text ${(made += 1)}`;
}

test('a text is made once for the settings that it describes, and again for others', async () => {
  const [texts, make] = [new VisitorTexts<string>(), maker()];
  const [before, after] = [{ ...defaultPortalSettings }, { ...defaultPortalSettings }];
  expect(await texts.find(before, 'self', make)).toBe('text 1');
  expect(await texts.find(before, 'self', make)).toBe('text 1');
  expect(await texts.find(before, 'self in Dutch', make)).toBe('text 2');
  expect(await texts.find(after, 'self', make)).toBe('text 3');
});

test('a failure is not stored', async () => {
  const texts = new VisitorTexts<string>();
  const fail = () => Promise.reject(new Error('busy'));
  await expect(texts.find(defaultPortalSettings, 'self', fail)).rejects.toThrow('busy');
  expect(await texts.find(defaultPortalSettings, 'self', maker())).toBe('text 1');
});

test('callers cannot fill the memory with parameters of their own', async () => {
  const [texts, make] = [new VisitorTexts<string>(), maker()];
  for (let each = 0; each < 100; each += 1) await texts.find(defaultPortalSettings, `self ${each}`, make);
  // The last ones are stored: nobody can keep the others out.
  expect(await texts.find(defaultPortalSettings, 'self 99', make)).toBe('text 100');
  expect(await texts.find(defaultPortalSettings, 'self 80', make)).toBe('text 81');
  expect(await texts.find(defaultPortalSettings, 'self', make)).toBe('text 101');
  expect(await texts.find(defaultPortalSettings, 'self', make)).toBe('text 101');
  const long = 'x'.repeat(1000);
  const other = { ...defaultPortalSettings };
  expect(await texts.find(other, long, make)).not.toBe(await texts.find(other, long, make));
});
