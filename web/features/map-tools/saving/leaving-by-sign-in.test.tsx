import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { ApplicationContext } from '../../../context/application-context.ts';
import { useLeavingBySignIn } from './saving-provider.tsx';

it.each<[string, () => Promise<boolean>, boolean[][]]>([
  ['deliberately once the work is stored', async () => true, [[true]]],
  ['as usual without work', async () => false, []],
  ['as usual when the work could not be stored', () => Promise.reject(new Error('no room')), []],
])('the page is left %s', async (_how, keep, expected) => {
  const context = await fakeContext();
  const onPassing = vi.fn<(isPassing: boolean) => void>();
  renderHook(() => useLeavingBySignIn(keep, onPassing), {
    wrapper: ({ children }) => <ApplicationContext value={context}>{children}</ApplicationContext>,
  });
  await context.connection.session.keepWork();
  expect(onPassing.mock.calls).toEqual(expected);
});
