import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { filesWith } from '../../testing/web/product-sources.ts';
import * as icons from './mirrored-icons.ts';

it.each(Object.entries(icons))('%s points in the direction of the text', (_name, Icon) => {
  const { container } = render(<Icon />);
  const classes = [...(container.firstElementChild?.classList ?? [])];
  const rules = document.head.textContent.replaceAll(/\s/g, '').split('}');
  const mirrored = rules.filter((rule) => rule.startsWith('[dir=rtl]') && rule.includes('scaleX(-1)'));
  expect(mirrored.some((rule) => classes.some((one) => rule.includes(`.${one}{`)))).toBe(true);
});

it('are used mirrored everywhere', () => {
  const names = Object.keys(icons).join('|');
  const files = filesWith(new RegExp(`@mui/icons-material/(?:${names})'`));
  expect(files).toEqual(['web/ui/mirrored-icons.ts']);
});
