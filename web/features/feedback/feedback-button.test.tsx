import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeContext } from '../../../testing/web/fake-context.ts';
import { show } from '../../../testing/web/render.tsx';
import { FeedbackButton } from './feedback-button.tsx';
import { FeedbackRow } from './feedback-row.tsx';

const config = { feedback: { url: 'https://forms.example/f?o={org}&p={page}&l={lang}&m={map}' } };

describe.each([
  ['button', FeedbackButton],
  ['row', FeedbackRow],
])('the feedback %s', (_name, Piece) => {
  it('is not there when no form is configured', async () => {
    const { screen } = show(<Piece />, { context: await fakeContext() });
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('opens the form in a new tab that cannot reach back', async () => {
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

  it('reads the address again when it is used, because a map changes it quietly', async () => {
    const { screen } = show(<Piece />, { context: await fakeContext({ config }) });
    history.replaceState(null, '', '/demo/map#at=51,71,12');
    fireEvent.pointerDown(screen.getByRole('link'));
    expect(screen.getByRole('link').getAttribute('href')).toContain(
      encodeURIComponent('/demo/map#at=51,71,12'),
    );
  });
});
