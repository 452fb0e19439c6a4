import { describe, expect, it } from 'vitest';
import { ada, fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { UserAvatar } from './user-menu.tsx';

describe('the avatar', () => {
  it('is a person icon when signed out', async () => {
    const { container } = show(<UserAvatar />, { context: await fakeContext() });
    expect(container.querySelector('[data-testid=PersonOutlinedIcon]')).not.toBeNull();
  });

  it('is the initials of users without a picture', async () => {
    const { container } = show(<UserAvatar />, { context: await fakeContext({ signedIn: true }) });
    expect(container.querySelector('[data-initials]')?.getAttribute('data-initials')).toBe('AL');
    expect(container.textContent).toBe('');
  });

  it('is the user’s picture, requested with their token', async () => {
    const user = { ...ada, thumbnail: 'me.png' };
    const { container } = show(<UserAvatar />, { context: await fakeContext({ signedIn: true, user }) });
    expect(container.querySelector('img')?.getAttribute('src')).toBe(
      'https://portal.example/arcgis/sharing/rest/community/users/ada/info/me.png?token=token-1',
    );
  });
});
