import { describe, expect, it } from 'vitest';
import { fakeContext } from '../../testing/web/fake-context.ts';
import { show } from '../../testing/web/render.tsx';
import { AdministrationRoute } from './administration.tsx';
import { NotFoundRoute } from './not-found.tsx';
import { NothingRoute } from './nothing.tsx';
import { SignedInRoute } from './signed-in.tsx';

describe('the administration', () => {
  it.each([
    ['administrators', { isAdmin: true, signedIn: true }, 'Administration'],
    ['members', { signedIn: true }, 'Not found'],
    ['anonymous people', {}, 'Not found'],
  ])('for %s is "%s"', async (_who, parts, heading) => {
    const { screen } = show(<AdministrationRoute />, {
      context: await fakeContext(parts),
      at: '/demo/administration',
      path: '/:org/administration',
    });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
  });

  it('decides nothing until the identity is known', async () => {
    const { screen } = show(<AdministrationRoute />, { context: await fakeContext({ isAuthorizing: true }) });
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.getByRole('progressbar', { name: 'Checking your sign-in' })).toBeDefined();
  });
});

describe('"Not found"', () => {
  it('links back to the organisation', () => {
    const { screen } = show(<NotFoundRoute />, { at: '/esil/x/y', path: '/:org/*' });
    expect(screen.getByRole('heading').textContent).toBe('Not found');
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/esil');
  });

  it('is plain text without an organisation', () => {
    const { container } = show(<NothingRoute />, { at: '/' });
    expect(container.textContent).toBe('Not found');
    expect(container.querySelector('a, h1, button')).toBeNull();
  });
});

describe('the sign-in window', () => {
  it('can be closed manually when it stays open', () => {
    const { screen } = show(<SignedInRoute />);
    expect(screen.getByText('You are signed in. You can close this window.')).toBeDefined();
  });
});
