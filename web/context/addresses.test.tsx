import { render } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ParsedUrlState } from '../../wire/url-state.ts';
import { followAddress } from './addresses.ts';

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
