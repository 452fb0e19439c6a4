import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch, type LoggedRequest } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { FeatureHistory } from './feature-history.tsx';

afterEach(() => vi.unstubAllGlobals());

const url = 'https://portal.example/server/rest/services/Trees/FeatureServer/0';
const since = new Date(2026, 3, 1, 12).getTime();
const [first, second] = [new Date(2026, 3, 2, 12).getTime(), new Date(2026, 3, 3, 12).getTime()];
const change = (moment: number, parts: object = {}) => ({
  objectId: 7,
  moment,
  editor: 'grace',
  change: 'changed',
  fields: [],
  geometryChanged: false,
  ...parts,
});
const renamed = change(second, {
  fields: [
    { name: 'name', from: 'Oak', to: 'Old oak' },
    { name: 'edited', from: 1, to: 2 },
  ],
});
const moved = change(first, { editor: null, geometryChanged: true });

async function open(changes: object[], more: Parameters<typeof fakeFetch>[0] = {}) {
  const text = (name: string, alias: string) => ({ name, alias, type: 'esriFieldTypeString' });
  const log = fakeFetch({
    '/0/queryHistory': { changes },
    '/0/restore': { success: true, added: 0, updated: 1, deleted: 0, editMoment: second + 5000 },
    '/FeatureServer/0': {
      id: 0,
      name: 'Trees',
      fields: [text('name', 'Name'), text('edited', 'Edited')],
      editFieldsInfo: { editDateField: 'edited' },
    },
    ...more,
  });
  const onRestored = vi.fn<() => void>();
  const shown = show(
    <FeatureHistory url={url} since={since} objectId={7} onRestored={onRestored} onClose={() => {}} />,
    { context: await fakeContext({ signedIn: true }) },
  );
  const restores = () => log.filter(({ path }: LoggedRequest) => path.endsWith('/restore'));
  return { ...shown, log, onRestored, restores };
}

describe('the history of a feature', () => {
  it('lists who changed what from what to what', async () => {
    const { screen, log } = await open([renamed, moved]);
    const rows = await screen.findAllByRole('listitem');
    expect(rows[0]?.textContent).toMatch(/^Changedgrace · .*Name: Oak Old oak$/);
    expect(screen.getByText('Unknown')).toBeDefined();
    expect(screen.getByText('Moved or reshaped')).toBeDefined();
    expect(log.find(({ path }) => path.endsWith('/queryHistory'))?.params['objectIds']).toBe('7');
  });

  it('puts a former version back, and undoes that', async () => {
    const { screen, person, onRestored, restores } = await open([renamed, moved]);
    const buttons = await screen.findAllByRole('button', { name: /^Put the version of/ });
    // Of the version of now there is none; of the one with which the history begins there is.
    expect(buttons).toHaveLength(2);
    await person.click(buttons[0] as HTMLElement);
    expect(await screen.findByText(/^The version of .* is back\.$/)).toBeDefined();
    expect(restores().at(-1)?.params).toMatchObject({ moment: String(first), objectIds: '7' });
    expect(onRestored).toHaveBeenCalledOnce();
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await vi.waitFor(() => expect(restores().at(-1)?.params['moment']).toBe(String(second + 4999)));
  });

  it('begins with the addition of the feature, if that is part of it', async () => {
    const { screen } = await open([renamed, change(first, { change: 'added' })]);
    expect(await screen.findByText('Added')).toBeDefined();
    expect(screen.queryByText('Stored first')).toBeNull();
    expect(screen.getAllByRole('button', { name: /^Put the version of/ })).toHaveLength(1);
  });

  it('shows since when nothing was changed', async () => {
    const { screen } = await open([]);
    expect(await screen.findByText(/^No changes since/)).toBeDefined();
  });

  it('shows why a version cannot be put back', async () => {
    const error = { error: { code: 400, message: 'The layer keeps no history.', details: [] } };
    const { screen, person, onRestored } = await open([renamed, moved], { '/0/restore': error });
    await person.click(
      (await screen.findAllByRole('button', { name: /^Put the version of/ }))[0] as HTMLElement,
    );
    expect((await screen.findByRole('alert')).textContent).toContain('The layer keeps no history.');
    expect(onRestored).not.toHaveBeenCalled();
  });
});
