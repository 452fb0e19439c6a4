import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { show } from '../../../../testing/web/render.tsx';
import { askBeforeLeaving, mayLeave } from '../../../context/before-leaving.ts';
import { useAskBeforeLeaving } from './use-ask-before-leaving.tsx';

function Form() {
  return useAskBeforeLeaving(true).question;
}

const browserAsks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it.each([
  ['Discard', true],
  ['Keep editing', false],
] as const)(
  'the browser asks once more before a reload, unless the user has agreed to it: %s',
  async (answer, goesOn) => {
    const { person } = show(<Form />);
    expect(browserAsks()).toBe(true);
    let leaving: Promise<boolean> = Promise.resolve(false);
    act(() => void (leaving = mayLeave('tool')));
    await person.click(await screen.findByRole('button', { name: answer }));
    expect(await leaving).toBe(goesOn);
    expect(browserAsks()).toBe(!goesOn);
  },
);

it('the browser does not ask again when a later question is answered by a click', async () => {
  const { person } = show(
    <>
      <Form />
      <button>Sign out and delete</button>
    </>,
  );
  const clicked = Promise.withResolvers<boolean>();
  onTestFinished(askBeforeLeaving('page', () => clicked.promise));
  let leaving: Promise<boolean> = Promise.resolve(false);
  act(() => void (leaving = mayLeave('page')));
  await person.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await person.click(screen.getByRole('button', { name: 'Sign out and delete' }));
  clicked.resolve(true);
  expect(await leaving).toBe(true);
  expect(browserAsks()).toBe(false);
});
