import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { FeedbackButton } from './feedback-button.tsx';
import { FeedbackRow } from './feedback-row.tsx';

const config = { feedback: { url: 'https://forms.example/f?o={org}&p={page}&l={lang}&m={map}' } };

describe.each([
  ['button', FeedbackButton],
  ['row', FeedbackRow],
])('the feedback %s', (_name, Piece) => {
  it('is hidden when no form is configured', async () => {
    const { screen } = show(<Piece />, { context: await fakeContext() });
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('opens the form in a new tab without an opener', async () => {
    const { screen } = show(<Piece />, {
      context: await fakeContext({ config }),
      at: '/demo/map/wid/abc?x=1#at=1',
      path: '/:org/map/wid/:wid',
    });
    const link = screen.getByRole('link', { name: /Feedback/ });
    expect(link.getAttribute('href')).toBe(
      'https://forms.example/f?o=demo&p=%2Fdemo%2Fmap%2Fwid%2Fabc%3Fx%3D1%23at%3D1&l=en&m=abc',
    );
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener');
  });

  it('sends the chosen location, or else the centre of the map', async () => {
    const template = { feedback: { url: 'https://forms.example/f?at={lat},{lng}&n={note}' } };
    const at = '/demo/map#at=51.5,71.25,12';
    const { screen, unmount } = show(<Piece />, { context: await fakeContext({ config: template }), at });
    expect(screen.getByRole('link').getAttribute('href')).toContain('?at=51.500000,71.250000&n=');
    unmount();
    const currentMapLocation = { lat: 50, lng: 70, x: 0, y: 0, wkid: 3857 };
    const chosen = show(<Piece />, {
      context: await fakeContext({ config: template, currentMapLocation }),
      at,
    });
    expect(chosen.screen.getByRole('link').getAttribute('href')).toContain('?at=50.000000,70.000000&n=');
  });

  it.each(['/demo/join#s3cret', '/demo/signed-in?code=s3cret'])('keeps the secret of %s', async (at) => {
    const { screen } = show(<Piece />, { context: await fakeContext({ config }), at });
    history.replaceState(null, '', at);
    const link = screen.getByRole('link');
    expect(link.getAttribute('href')).not.toContain('s3cret');
    fireEvent.pointerDown(link);
    expect(link.getAttribute('href')).not.toContain('s3cret');
  });

  it('opens a form of this application at the place of the map', async () => {
    const { screen } = show(<Piece />, {
      context: await fakeContext({ config: { feedback: { form: 'abc123' } } }),
      at: '/demo/map#at=51.5,71.25,12',
    });
    expect(screen.getByRole('link', { name: /Feedback/ }).getAttribute('href')).toBe(
      '/demo/form/abc123?at=51.500000,71.250000',
    );
  });

  it('reads the URL again when used, because a map changes it silently', async () => {
    const { screen } = show(<Piece />, { context: await fakeContext({ config }) });
    history.replaceState(null, '', '/demo/map#at=51,71,12');
    fireEvent.pointerDown(screen.getByRole('link'));
    expect(screen.getByRole('link').getAttribute('href')).toContain(
      encodeURIComponent('/demo/map#at=51,71,12'),
    );
  });
});

it('the menu has both forms, its own first', async () => {
  const both = { feedback: { form: 'abc123', url: 'https://forms.example/f' } };
  const { screen } = show(<FeedbackRow />, { context: await fakeContext({ config: both }) });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/demo/form/abc123', 'https://forms.example/f']);
});
