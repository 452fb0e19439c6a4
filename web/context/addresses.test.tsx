import { render } from '@testing-library/react';
import fc from 'fast-check';
import { useEffect, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ParsedUrlState } from '../../wire/url-state.ts';
import { feedbackAddress, followAddress } from './addresses.ts';

const change = (hash: string) => {
  history.replaceState(null, '', hash);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
};

afterEach(() => history.replaceState(null, '', location.pathname));

describe('the address', () => {
  it('notifies its subscribers until they unsubscribe', () => {
    const [one, other] = [vi.fn<(parsed: ParsedUrlState) => void>(), vi.fn<() => void>()];
    const stops = [followAddress(one), followAddress(other)];
    change('#tool=legend');
    expect(one).toHaveBeenCalledExactlyOnceWith({ state: { tool: 'legend' }, faults: [] });
    stops[0]?.();
    change('#tool=layers');
    stops[1]?.();
    change('#tool=print');
    expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 2]);
  });

  it('is observed before the router renders', () => {
    const order: string[] = [];
    const router = () => order.push('router');
    window.addEventListener('popstate', router);
    const stop = followAddress(() => order.push('follower'));
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(order).toEqual(['follower', 'router']);
    stop();
    window.removeEventListener('popstate', router);
  });

  it('is the same for all subscribers, even if one of them changes it while rendering', async () => {
    const seen: (string | undefined)[] = [];
    function Writer() {
      const [tool, setTool] = useState<string>();
      useEffect(() => followAddress(({ state }) => setTool(state.tool)), []);
      useEffect(() => {
        if (tool) history.replaceState(null, '', '#tool=written');
      }, [tool]);
      return tool;
    }
    const view = render(<Writer />);
    const stop = followAddress(({ state }) => seen.push(state.tool));
    change('#tool=legend');
    await view.findByText('legend');
    expect(seen).toEqual(['legend']);
    stop();
  });
});

const place = {
  org: 'demo',
  page: '/demo/map/wid/abc?x=1#at=1,2',
  lang: 'pt-BR',
  map: 'abc',
  lat: '51.5',
  lng: '',
  note: '',
};

describe('feedbackAddress', () => {
  it.each([
    ['https://forms.example/x', 'https://forms.example/x'],
    ['https://forms.example/{org}?m={map}&l={lang}', 'https://forms.example/demo?m=abc&l=pt-BR'],
    [
      'https://forms.example/?p={page}',
      'https://forms.example/?p=%2Fdemo%2Fmap%2Fwid%2Fabc%3Fx%3D1%23at%3D1%2C2',
    ],
    ['https://forms.example/?at={lat},{lng}&n={note}', 'https://forms.example/?at=51.5,&n='],
    ['https://forms.example/{org}/{org}/{other}', 'https://forms.example/demo/demo/{other}'],
  ])('fills %s', (template, address) => {
    expect(feedbackAddress(template, place)).toBe(address);
  });

  it('round-trips every value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (page) => {
        const address = new URL(
          feedbackAddress('https://forms.example/?p={page}&o={org}', { ...place, page }),
        );
        expect(address.searchParams.get('p')).toBe(page);
        expect(address.searchParams.get('o')).toBe('demo');
      }),
    );
  });
});
