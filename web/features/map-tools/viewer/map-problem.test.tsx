import { describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { MapProblem } from './map-problem.tsx';

const refused = (status: number) => new MappingError('portal:not-permitted', 'No', { status });

describe('a map that the portal refuses', () => {
  it.each([401, 403, 498, 499])('with %i prompts visitors to sign in', async (status) => {
    const context = await fakeContext();
    const { screen, person } = show(<MapProblem error={refused(status)} onRetry={() => {}} />, { context });
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(context.signIn).toHaveBeenCalledOnce();
  });

  it('offers signed-in members other maps', async () => {
    const context = await fakeContext({ signedIn: true });
    const { screen } = show(<MapProblem error={refused(403)} onRetry={() => {}} />, { context });
    expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/demo/gallery');
  });
});

it('retries after an unexpected response, with a message instead of codes', async () => {
  const retry = vi.fn<() => void>();
  const error = new MappingError('portal:request-failed', 'UNKNOWN_ERROR', { status: 500 });
  const { screen, person } = show(<MapProblem error={error} onRetry={retry} />, {
    context: await fakeContext(),
  });
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong. Try again.');
  expect(screen.getByRole('alert').textContent).not.toContain('UNKNOWN');
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});
