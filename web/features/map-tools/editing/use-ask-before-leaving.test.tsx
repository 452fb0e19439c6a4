import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../../../testing/web/render.tsx';
import { mayLeave } from '../../../context/before-leaving.ts';
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
