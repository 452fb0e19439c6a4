import { afterEach, expect, it } from 'vitest';
import { enlargeControls } from './large-controls.ts';

type Sized = HTMLElement & { scale?: string };

afterEach(() => document.body.replaceChildren());

it('enlarges existing and later controls only', async () => {
  const tool = document.createElement('div');
  tool.attachShadow({ mode: 'open' }).innerHTML =
    '<calcite-action></calcite-action><calcite-icon></calcite-icon>';
  document.body.append(tool);
  const stop = enlargeControls(tool);
  const [action, icon] = tool.shadowRoot?.children ?? [];
  expect((action as Sized).scale).toBe('l');
  expect((icon as Sized).scale).toBeUndefined();

  const form = document.createElement('section');
  form.innerHTML = '<calcite-input></calcite-input>';
  tool.shadowRoot?.append(form);
  await expect.poll(() => (form.firstChild as Sized).scale).toBe('l');

  stop();
  const late = document.createElement('calcite-button');
  tool.shadowRoot?.append(late);
  await Promise.resolve();
  expect((late as Sized).scale).toBeUndefined();
});
