import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn, sessionKey } from '../../../../testing/web/fake-connection.ts';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { loadForm, type LoadedForm } from '../../../portal/forms/load-form.ts';
import { type Report, sendReport } from '../../../portal/forms/send-report.ts';
import { connectPortal } from '../../../portal/portal-connection.ts';
import { FormView } from './form-view.tsx';
import type { PlaceField } from './place-field.tsx';
import type { WaitingReport } from './report-store.ts';

/** What the browser stores, by the name of the database. */
const stored = vi.hoisted(() => new Map<string, Map<string, unknown>>());
const full = vi.hoisted(() => ({ database: '' }));
vi.mock('idb-keyval', () => {
  const at = (name: string) => {
    const known = stored.get(name) ?? new Map<string, unknown>();
    stored.set(name, known);
    return known;
  };
  return {
    createStore: (name: string) => name,
    entries: async (name: string) => [...at(name)],
    get: async (key: string, name: string) => at(name).get(key),
    set: async (key: string, value: unknown, name: string) => {
      if (full.database === name) throw new DOMException('Full', 'QuotaExceededError');
      at(name).set(key, value);
    },
    del: async (key: string, name: string) => void at(name).delete(key),
  };
});
vi.mock('./place-field.tsx', () => ({
  PlaceField: ({ onGeometry }: Parameters<typeof PlaceField>[0]) => (
    <button type="button" onClick={() => onGeometry({ x: 71.4, y: 51.1 })}>
      Choose a place
    </button>
  ),
}));
vi.mock('../../../map/edit/form-expressions.ts', () => ({ openFormExpressions: () => undefined }));
vi.mock('../../../portal/forms/load-form.ts', () => ({ loadForm: vi.fn<typeof loadForm>() }));
vi.mock('../../../portal/forms/send-report.ts', () => ({ sendReport: vi.fn<typeof sendReport>() }));

const [drafts, queue] = ['mapping-forms', 'mapping-reports'];
const source = {
  key: '0',
  url: 'https://maps.test/FeatureServer/0',
  form: undefined,
  layer: {
    name: 'Lamps',
    objectIdField: 'OBJECTID',
    fields: [{ name: 'kind', alias: 'Kind', type: 'esriFieldTypeString', editable: true }],
  },
};
const form = { item: { id: 'f1', title: 'Lamps' }, layers: [source] } as LoadedForm;
const unreachable = new MappingError('portal:unreachable', '', { status: 0 });
const refusal = (status: number) => new MappingError('portal:refused', 'No.', { status });

const draftOf = (who: string) => stored.get(drafts)?.get(`draft demo f1 0 ${who}`) as { report: Report };
const storeDraft = (who: string, kind: string) =>
  stored.get(drafts)?.set(`draft demo f1 0 ${who}`, {
    report: { id: 'd', attributes: { kind }, geometry: null, photos: [] },
    touched: ['kind'],
    at: 0,
  });
const waiting = () => [...(stored.get(queue)?.values() ?? [])] as WaitingReport[];

beforeEach(() => {
  for (const database of [drafts, queue]) stored.set(database, new Map());
  full.database = '';
  vi.mocked(loadForm).mockReset().mockResolvedValue(form);
  vi.mocked(sendReport).mockReset().mockResolvedValue();
});

type Rig = Awaited<ReturnType<typeof fakeConnection>>;

async function openForm(rig: Rig, at = '/demo') {
  const context = await fakeContext({ connection: rig.connection });
  const prefill = { values: {}, geometry: null };
  return show(<FormView id="f1" search={undefined} prefill={prefill} />, { context, at });
}

const field = () => screen.findByLabelText<HTMLInputElement>('Kind');
const send = () => screen.findByRole('button', { name: 'Send report' });

describe('a member whose token has expired, while the portal is out of reach', () => {
  async function openOffline() {
    fakeFetch({ '/oauth2/token': new TypeError('Failed to fetch') });
    vi.mocked(loadForm).mockRejectedValue(unreachable);
    stored.get(drafts)?.set('form demo f1 ada', form);
    const rig = await fakeConnection({ saved: savedSignIn({ expires: Date.now() - 1 }) });
    expect(rig.connection.session.credential).toBeUndefined();
    return rig;
  }

  it('opens their forms and drafts', async () => {
    const rig = await openOffline();
    storeDraft('ada', 'Broken');
    await openForm(rig);
    expect((await field()).value).toBe('Broken');
  });

  it('stores a report as theirs, and sends it only once they have a token', async () => {
    const rig = await openOffline();
    const { person } = await openForm(rig);
    await person.type(await field(), 'Broken');
    await person.click(await send());
    await screen.findByRole('heading', { name: 'Report stored' });
    expect(waiting()).toMatchObject([{ who: 'ada' }]);
    expect(screen.queryByText(/Written by/)).toBeNull();
    expect(sendReport).not.toHaveBeenCalled();
    fakeFetch({ '/oauth2/token': { access_token: 't2', expires_in: 1800, username: 'ada' } });
    await act(async () => void (await rig.connection.session.token()));
    await waitFor(() => expect(sendReport).toHaveBeenCalledOnce());
    await waitFor(() => expect(waiting()).toEqual([]));
  });

  it('is a visitor once the portal has refused to renew it', async () => {
    const rig = await openOffline();
    storeDraft('ada', 'Broken');
    fakeFetch({ '/oauth2/token': { error: { code: 400, message: 'Invalid' } } });
    await rig.connection.session.token();
    vi.mocked(loadForm).mockResolvedValue(form);
    await openForm(rig);
    expect((await field()).value).toBe('');
  });
});

describe('a report that was refused', () => {
  async function refuse(status: number, saved?: string) {
    vi.mocked(sendReport).mockRejectedValueOnce(refusal(status));
    const rig = await fakeConnection(saved ? { saved } : {});
    const view = await openForm(rig);
    await view.person.type(await field(), 'Broken');
    await view.person.click(await send());
    await screen.findByRole('heading', { name: 'Report not accepted' });
    const list = () => within(screen.getByRole('region', { name: 'Not sent yet' }));
    const press = async (name: string) => {
      const button = () => list().getByRole<HTMLButtonElement>('button', { name });
      // While reports are sent, they cannot be changed.
      await waitFor(() => expect(button().disabled).toBe(false));
      await view.person.click(button());
    };
    return { ...rig, ...view, list, press };
  }

  it('is corrected in its form', async () => {
    const { person, press } = await refuse(400);
    await press('Edit');
    expect((await field()).value).toBe('Broken');
    const heading = screen.getByRole('heading', { name: 'Lamps' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(waiting()).toEqual([]);
    await person.type(await field(), ' glass');
    await person.click(await send());
    await screen.findByRole('heading', { name: 'Report received' });
    expect(vi.mocked(sendReport).mock.lastCall?.[2].attributes).toMatchObject({ kind: 'Broken glass' });
  });

  it('is corrected in the form of its layer', async () => {
    const poles = { ...source, key: '1', layer: { ...source.layer, name: 'Poles' } };
    vi.mocked(loadForm).mockResolvedValue({ ...form, layers: [source, poles] } as LoadedForm);
    vi.mocked(sendReport).mockRejectedValueOnce(refusal(400));
    const { person } = await openForm(await fakeConnection(), '/demo/form/f1?layer=0');
    await person.type(await field(), 'Broken');
    await person.click(await send());
    await screen.findByRole('heading', { name: 'Report not accepted' });
    await person.click(screen.getByRole('button', { name: 'Other forms' }));
    await person.click(screen.getByRole('button', { name: 'Poles' }));
    await screen.findByRole('heading', { name: 'Poles' });
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Edit' }).disabled).toBe(false),
    );
    await person.click(screen.getByRole('button', { name: 'Edit' }));
    await screen.findByRole('heading', { name: 'Lamps' });
    expect((await field()).value).toBe('Broken');
    await person.click(screen.getByRole('button', { name: 'Other forms' }));
    await person.click(screen.getByRole('button', { name: 'Poles' }));
    expect((await field()).value).toBe('');
  });

  it('takes the place of another one that was begun only if its author agrees', async () => {
    const { person, press } = await refuse(400);
    await person.click(screen.getByRole('button', { name: 'Report another' }));
    await person.type(await field(), 'Dark');
    await press('Edit');
    await screen.findByText(/You have begun another report/);
    await press('Keep');
    expect((await field()).value).toBe('Dark');
    await press('Edit');
    await screen.findByText(/You have begun another report/);
    await press('Discard');
    await waitFor(async () => expect((await field()).value).toBe('Broken'));
  });

  it('takes the place of another one with a place that was chosen only if its author agrees', async () => {
    const point = { ...source, layer: { ...source.layer, geometryType: 'esriGeometryPoint' } };
    vi.mocked(loadForm).mockResolvedValue({ ...form, layers: [point] } as LoadedForm);
    stored.get(queue)?.set('r', {
      id: 'r',
      org: 'demo',
      formId: 'f1',
      layerKey: '0',
      title: 'Lamps',
      who: '',
      at: 0,
      report: { id: 'r', attributes: { kind: 'Broken' }, geometry: { x: 70, y: 50 }, photos: [] },
      refused: { id: 'portal:refused', message: 'No.', status: 400 },
    });
    const { person } = await openForm(await fakeConnection());
    await person.click(await screen.findByRole('button', { name: 'Choose a place' }));
    const edit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Edit' });
    await waitFor(() => expect(edit.disabled).toBe(false));
    await person.click(edit);
    await screen.findByText(/You have begun another report/);
  });

  it('of a visitor offers no sign-in for what signing in does not change', async () => {
    const { list } = await refuse(400);
    expect(list().queryByRole('button', { name: 'Sign in' })).toBeNull();
  });

  it('because of visitors is sent by the person who has signed in, when they choose to', async () => {
    const rig = await refuse(499);
    expect(rig.list().getByRole('button', { name: 'Sign in' })).toBeDefined();
    rig.storage.setItem(sessionKey, savedSignIn());
    await act(() => rig.connection.session.restore());
    await screen.findByText('Signed in to Portal as ada');
    expect(rig.list().queryByRole('button', { name: 'Sign in' })).toBeNull();
    expect(sendReport).toHaveBeenCalledOnce();
    await rig.press('Send report');
    await waitFor(() => expect(sendReport).toHaveBeenCalledTimes(2));
    const [endpoint] = vi.mocked(sendReport).mock.lastCall ?? [];
    expect(await endpoint?.session.token()).toBe('token-1');
    await waitFor(() => expect(waiting()).toEqual([]));
  });
});

it('does not say that a report that was discarded was received', async () => {
  vi.mocked(sendReport).mockRejectedValue(unreachable);
  const { person } = await openForm(await fakeConnection());
  await person.type(await field(), 'Broken');
  await person.click(await send());
  await screen.findByRole('heading', { name: 'Report stored' });
  const discard = await screen.findByRole<HTMLButtonElement>('button', { name: 'Discard Lamps' });
  await waitFor(() => expect(discard.disabled).toBe(false));
  await person.click(discard);
  await person.click(screen.getByRole('button', { name: 'Discard' }));
  expect((await field()).value).toBe('');
  expect(screen.queryByText('Thank you.')).toBeNull();
  expect(waiting()).toEqual([]);
});

describe('what a visitor has begun', () => {
  it('is continued by the person who signs in on the page, and is theirs', async () => {
    const rig = await fakeConnection();
    const { person } = await openForm(rig);
    await person.type(await field(), 'Broken');
    rig.storage.setItem(sessionKey, savedSignIn());
    await act(() => rig.connection.session.restore());
    await waitFor(async () => expect((await field()).value).toBe('Broken'));
    expect(draftOf('ada').report.attributes).toMatchObject({ kind: 'Broken' });
    await waitFor(() => expect(draftOf('')).toBeUndefined());
  });

  it('is continued by the person who returns from signing in', async () => {
    const rig = await fakeConnection();
    const { person, unmount } = await openForm(rig);
    await person.type(await field(), 'Broken');
    // As before a redirect: the page is left.
    await rig.connection.session.keepWork();
    unmount();
    rig.storage.setItem(sessionKey, savedSignIn());
    const connection = connectPortal(
      { url: rig.connection.url, appId: 'app1', signIn: 'redirect' },
      'demo',
      rig.page,
    );
    await connection.session.restore();
    await openForm({ ...rig, connection });
    expect((await field()).value).toBe('Broken');
    expect(draftOf('')).toBeUndefined();
  });

  it('stays the visitor’s when someone opens the form who was signed in before', async () => {
    storeDraft('', 'Broken');
    await openForm(await fakeConnection({ saved: savedSignIn() }));
    expect((await field()).value).toBe('');
    expect(draftOf('')).toBeDefined();
  });

  describe('after a session has ended', () => {
    /** The form of a page that found the session of ada ended. */
    async function openEnded() {
      fakeFetch({ '/oauth2/token': { error: { code: 400, message: 'Invalid' } } });
      const rig = await fakeConnection({ saved: savedSignIn({ expires: Date.now() - 1 }) });
      const view = await openForm(rig);
      await view.person.type(await field(), 'Broken');
      await rig.connection.session.keepWork();
      view.unmount();
      return rig;
    }
    async function signIn(rig: Rig, username: string) {
      rig.storage.setItem(sessionKey, savedSignIn({ username }));
      const settings = { url: rig.connection.url, appId: 'app1', signIn: 'redirect' } as const;
      const connection = connectPortal(settings, 'demo', rig.page);
      await connection.session.restore();
      await openForm({ ...rig, connection });
    }

    it('is continued by the same person', async () => {
      await signIn(await openEnded(), 'ada');
      expect((await field()).value).toBe('Broken');
    });

    it('is given to nobody else', async () => {
      await signIn(await openEnded(), 'grace');
      expect((await field()).value).toBe('');
      expect(draftOf('').report.attributes).toMatchObject({ kind: 'Broken' });
    });
  });

  it('does not replace what the person has begun', async () => {
    storeDraft('ada', 'Dark');
    const rig = await fakeConnection();
    const { person } = await openForm(rig);
    await person.type(await field(), 'Broken');
    rig.storage.setItem(sessionKey, savedSignIn());
    await act(() => rig.connection.session.restore());
    await waitFor(async () => expect((await field()).value).toBe('Dark'));
    expect(draftOf('').report.attributes).toMatchObject({ kind: 'Broken' });
  });
});

describe('a report that the browser cannot store', () => {
  beforeEach(() => {
    full.database = queue;
  });

  it('is sent from the form', async () => {
    const { person } = await openForm(await fakeConnection());
    await person.type(await field(), 'Broken');
    await person.click(await send());
    await screen.findByRole('heading', { name: 'Report received' });
    expect(sendReport).toHaveBeenCalledOnce();
  });

  it('stays in the form until it is sent, once however often it is tried', async () => {
    vi.mocked(sendReport).mockRejectedValueOnce(unreachable);
    const { person } = await openForm(await fakeConnection());
    await person.type(await field(), 'Broken');
    await person.click(await send());
    await screen.findByRole('alert');
    expect((await field()).value).toBe('Broken');
    await person.click(await send());
    await screen.findByRole('heading', { name: 'Report received' });
    const [first, again] = vi.mocked(sendReport).mock.calls.map(([, , { id }]) => id);
    expect(again).toBe(first);
  });

  it('cannot be changed while it is sent, and then keeps the focus', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    vi.mocked(sendReport).mockReturnValueOnce(promise);
    const { person } = await openForm(await fakeConnection());
    await person.type(await field(), 'Broken{Enter}');
    await waitFor(() => expect(sendReport).toHaveBeenCalledOnce());
    const typed = await field();
    expect(typed.closest('[inert]')).not.toBeNull();
    // As browsers do with the focus of an inert part.
    act(() => typed.blur());
    await act(async () => reject(unreachable));
    await screen.findByRole('alert');
    expect(typed.closest('[inert]')).toBeNull();
    expect(document.activeElement).toBe(typed);
  });
});
