import { screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { show } from '../../testing/web/render.tsx';
import { askBeforeLeaving, mayLeave } from './before-leaving.ts';
import { useUnsavedChanges } from './unsaved-changes.ts';

function Form() {
  const question = useUnsavedChanges({ isChanged: true });
  if (question.state === 'unblocked') return null;
  return <button onClick={question.proceed}>Discard</button>;
}

const browserAsks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it.each([true, false])(
  'the browser asks again about a discarded form, unless the page is left (%s)',
  async (others) => {
    const { person } = show(<Form />);
    // Asked after that of the form.
    onTestFinished(askBeforeLeaving('page', async () => others));
    const leaving = mayLeave('page');
    await person.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(await leaving).toBe(others);
    expect(browserAsks()).toBe(!others);
    // Another part of the page has kept it.
    expect(browserAsks()).toBe(true);
  },
);
