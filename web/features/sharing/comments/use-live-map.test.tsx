import { act, render, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { announceView, followMap, type LiveListener } from '../../../api/map-comments.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { useLiveMap } from './use-live-map.ts';

vi.mock('../../../api/map-comments.ts', () => ({
  announceView: vi.fn<typeof announceView>(),
  followMap: vi.fn<typeof followMap>(),
}));

const announced = vi.mocked(announceView);
const area = [71, 51, 72, 52] as const;
const map = { org: 'demo', wid: 'w' };

beforeEach(() => {
  vi.resetAllMocks();
  announced.mockResolvedValue();
});

function Page({ followed }: { followed?: string }) {
  const people = useLiveMap(map, { on: true, who: 'me', followed, onComments: () => {} });
  return people.map(({ id }) => <p key={id}>{id}</p>);
}

/** The page of someone beside Olga, and what the server reports to it. */
function open(followed: string) {
  const { model } = fakeMapModel({ area });
  let events: LiveListener | undefined;
  vi.mocked(followMap).mockImplementation(async (_map, _client, listener) => {
    events = listener;
  });
  render(
    <MapModelContext value={model}>
      <Page followed={followed} />
    </MapModelContext>,
  );
  const report = (change: (listener: LiveListener) => void) => act(() => events && change(events));
  report(({ onSelf, onPerson }) => {
    onSelf('me');
    for (const id of ['me', 'olga']) onPerson({ id, username: id, name: id, rectangle: null });
  });
  return report;
}

describe('who else has the map open', () => {
  it('sees the view of a page, unless it follows theirs, until they leave', async () => {
    const report = open('olga');
    await waitFor(() => expect(announced.mock.lastCall?.[2]).toBeNull());
    report(({ onLeft }) => onLeft('olga'));
    await waitFor(() => expect(announced.mock.lastCall?.[2]).toEqual(area));
  });
});
