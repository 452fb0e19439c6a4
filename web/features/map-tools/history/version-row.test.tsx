import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { fakeOpenMap } from '../../../../testing/web/fake-map-model.ts';
import { OwnContent } from '../../../../testing/web/own-content.tsx';
import { show } from '../../../../testing/web/render.tsx';
import { type OpenMap, OpenMapContext } from '../../../context/open-map.ts';
import { type MapWork, readLeft, useMapWork, useWorkState } from '../../../map/document/map-work.ts';
import { readVersion, readVersionNote } from '../../../portal/map-versions.ts';
import { addWebMap } from '../../../portal/save-item.ts';
import { VersionRow } from './version-row.tsx';

vi.mock('../../../map/document/map-work.ts', () => ({
  useMapWork: vi.fn<typeof useMapWork>(),
  useWorkState: vi.fn<typeof useWorkState>(),
  readLeft: vi.fn<typeof readLeft>(),
}));
vi.mock('../../../portal/save-item.ts', async (original) => ({
  ...(await original<object>()),
  addWebMap: vi.fn<typeof addWebMap>(),
}));
vi.mock('../../../portal/map-versions.ts', () => ({
  readVersion: vi.fn<typeof readVersion>(),
  readVersionNote: vi.fn<typeof readVersionNote>(),
}));

afterEach(() => vi.resetAllMocks());

async function rig(
  dirty: boolean,
  item: Parameters<typeof webMap>[0] = { title: 'Bridges' },
  beside?: ReactNode,
) {
  vi.mocked(useMapWork).mockReturnValue({ source: {} } as MapWork);
  vi.mocked(useWorkState).mockReturnValue({ changes: [], dirty, undo: undefined, redo: undefined });
  vi.mocked(readLeft).mockResolvedValue({ document: { version: 'own' }, saved: !dirty });
  vi.mocked(readVersion).mockResolvedValue({ version: 'earlier' });
  vi.mocked(readVersionNote).mockResolvedValue({ author: 'Ada', changes: [] } as never);
  const reopen = vi.fn<OpenMap['reopen']>();
  const version = { id: 'v1', at: Date.now() - 60_000 } as never;
  const piece = (
    <OpenMapContext value={fakeOpenMap({ kind: 'web-map', id: 'm1', reopen })}>
      <VersionRow item={webMap(item)} version={version} newestId="v2" oldest />
      {beside}
    </OpenMapContext>
  );
  const context = await fakeContext({ signedIn: true });
  const view = show(piece, { context });
  await view.person.click(screen.getByRole('button', { name: 'Restore here' }));
  return { ...view, reopen, showAgain: () => show(piece, { context }) };
}

describe('restoring a version in place', () => {
  it('confirms first when there are unsaved changes, and keeps them when declined', async () => {
    const { person, reopen } = await rig(true);
    expect(screen.getByRole('dialog', { name: 'Restore this version?' })).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(reopen).not.toHaveBeenCalled();
  });

  it('hands over the previous work, so that undo restores it', async () => {
    const { person, reopen } = await rig(true);
    await person.click(screen.getByRole('button', { name: 'Restore here' }));
    await waitFor(() => expect(reopen).toHaveBeenCalledOnce());
    expect(reopen).toHaveBeenCalledWith(
      { document: { version: 'earlier' } },
      { document: { version: 'own' }, saved: false },
    );
  });

  it('says so until the map is saved, although opening the version replaces the panel', async () => {
    const { person, reopen, unmount, showAgain } = await rig(true);
    await person.click(screen.getByRole('button', { name: 'Restore here' }));
    await waitFor(() => expect(reopen).toHaveBeenCalledOnce());
    unmount();
    const opens = (data: unknown) =>
      vi.mocked(useMapWork).mockReturnValue({ source: { webMap: { data } } } as MapWork);
    opens(reopen.mock.lastCall?.[0].document);
    const { unmount: leave } = showAgain();
    expect(screen.getByText(/^The map shows the version from/)).toBeDefined();
    leave();
    opens({ version: 'other work' });
    const { unmount: leaveOther } = showAgain();
    expect(screen.queryByText(/^The map shows the version from/)).toBeNull();
    leaveOther();
    opens(reopen.mock.lastCall?.[0].document);
    vi.mocked(useWorkState).mockReturnValue({ changes: [], dirty: false, undo: undefined, redo: undefined });
    showAgain();
    expect(screen.queryByText(/^The map shows the version from/)).toBeNull();
  });

  it('needs no confirmation when everything is saved', async () => {
    const { reopen } = await rig(false);
    await waitFor(() => expect(reopen).toHaveBeenCalledOnce());
    expect(reopen.mock.calls[0]?.[1]?.saved).toBe(true);
  });
});

it('restores a map with a long title as a copy with a title that a portal accepts', async () => {
  const { person } = await rig(false, { title: 'Bridges '.repeat(31) });
  vi.mocked(addWebMap).mockResolvedValue('copied');
  await person.click(screen.getByRole('button', { name: 'Restore as a copy' }));
  await waitFor(() => expect(addWebMap).toHaveBeenCalledOnce());
  const { title = '' } = vi.mocked(addWebMap).mock.lastCall?.[3] ?? {};
  expect(title).toMatch(/^Bridges .*… \(.+\)$/);
  expect(title.length).toBeLessThanOrEqual(250);
});

it('lists a copy in the content at once', async () => {
  const titles = ['Bridges'];
  const { person } = await rig(false, { title: 'Bridges' }, <OwnContent titles={titles} />);
  vi.mocked(addWebMap).mockImplementation(async () => {
    titles.push('Copy');
    return 'copied';
  });
  await person.click(screen.getByRole('button', { name: 'Restore as a copy' }));
  expect(await screen.findByText('Bridges,Copy')).toBeDefined();
});

it('restores a map as a copy that has the titles and summaries in other languages', async () => {
  const de = { title: 'Brücken', snippet: 'Was sie tragen' };
  const { person } = await rig(false, { title: 'Bridges', properties: { mappingTranslations: { de } } });
  vi.mocked(addWebMap).mockResolvedValue('copied');
  await person.click(screen.getByRole('button', { name: 'Restore as a copy' }));
  await waitFor(() => expect(addWebMap).toHaveBeenCalledOnce());
  const { translations } = vi.mocked(addWebMap).mock.lastCall?.[3] ?? {};
  expect(translations?.['de']?.title).toMatch(/^Brücken \(.+\)$/);
  expect(translations?.['de']?.snippet).toBe('Was sie tragen');
});
