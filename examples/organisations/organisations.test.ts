import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { appConfigSchema } from '../../wire/app-config.ts';
import { organisationNameSchema } from '../../wire/organisation.ts';

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.json'));

test.each(files)('%s is a valid config with a valid name', (file) => {
  const config = JSON.parse(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'));
  expect(appConfigSchema.safeParse(config).error?.issues).toBeUndefined();
  expect(organisationNameSchema.safeParse(file.replace('.json', '')).success).toBe(true);
});

test('configures two organisations that look different', () => {
  const themes = files.map(
    (file) => JSON.parse(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')).theme?.primary,
  );
  expect(new Set(themes).size).toBe(2);
});
