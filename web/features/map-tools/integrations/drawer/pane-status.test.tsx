import { describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { show } from '../../../../../testing/web/render.tsx';
import { pageStates } from '../../../../../wire/integration-messages.ts';
import type { FrameReport } from '../host/frame-channel.ts';
import { OpenWindowRequest, PaneStatus } from './integration-frame.tsx';

async function open(
  report: FrameReport,
  { isAdmin = false, openHref = undefined as string | undefined } = {},
) {
  const onRetry = vi.fn<() => void>();
  const pane = <PaneStatus title="Photos" report={report} openHref={openHref} onRetry={onRetry} />;
  return { ...show(pane, { context: await fakeContext({ isAdmin }) }), onRetry };
}

describe('the status over an integration’s page', () => {
  it('is hidden when the page works or has no protocol', async () => {
    for (const state of ['ok', 'plain'] as const) {
      const { screen, unmount } = await open({ state });
      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.queryByRole('progressbar')).toBeNull();
      unmount();
    }
  });

  it('shows that it loads', async () => {
    const { screen } = await open({ state: 'loading' });
    expect(screen.getByRole('progressbar', { name: 'Loading Photos' })).toBeDefined();
  });

  it.each(pageStates.filter((state) => state !== 'ok'))(
    'shows that it is “%s”, with a fix and a retry',
    async (state) => {
      const { screen, person, onRetry } = await open({ state, message: 'code 401' });
      const alert = screen.getByRole('alert');
      expect(alert.querySelectorAll('h3')).toHaveLength(1);
      expect(alert.textContent).not.toMatch(/integration\./);
      expect(alert.textContent).toContain('code 401');
      await person.click(screen.getByRole('button', { name: 'Try again' }));
      expect(onRetry).toHaveBeenCalledOnce();
      expect(screen.queryByRole('link')).toBeNull();
    },
  );

  it('links to a foreign page itself, and administrators to its health check', async () => {
    const { screen } = await open(
      { state: 'unavailable' },
      { isAdmin: true, openHref: 'https://pages.example/?at=51' },
    );
    expect(screen.getByRole('link', { name: 'Open in a new window' }).getAttribute('href')).toBe(
      'https://pages.example/?at=51',
    );
    expect(screen.getByRole('link', { name: 'Show integration health' }).getAttribute('href')).toBe(
      '/demo/administration?page=health',
    );
  });
});

describe('a foreign page that requests a window', () => {
  const openRequest = async () => {
    const onAnswer = vi.fn<(granted: boolean) => void>();
    const url = 'https://elsewhere.example/deep?a=1';
    const shown = show(<OpenWindowRequest title="Photos" url={url} onAnswer={onAnswer} />, {
      context: await fakeContext(),
    });
    return { ...shown, onAnswer };
  };

  it('shows the target, and opens it without an opener when the user agrees', async () => {
    const { screen, person, onAnswer } = await openRequest();
    expect(screen.getByRole('alert').textContent).toContain('Photos wants to open elsewhere.example.');
    const link = screen.getByRole('link', { name: 'Open in a new window' });
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    await person.click(link);
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('can be refused', async () => {
    const { screen, person, onAnswer } = await openRequest();
    await person.click(screen.getByRole('button', { name: 'Don’t open' }));
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false);
  });
});
