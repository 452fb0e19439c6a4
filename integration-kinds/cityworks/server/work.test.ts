import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startFakeCityworks } from '../../../testing/fakes/cityworks.ts';
import { asRequester } from '../../../server/platform/budgets/requester.ts';
import { MappingError } from '../../../wire/errors.ts';
import { typeConfig } from '../../../wire/integrations/integration-config.ts';
import { projectPosition } from '../../../server/gis/geometry/project.ts';
import { cityworksSession } from './session.ts';
import { createRequest, problems, workNear } from './work.ts';

const password = 'cw-secret-password';
const place = { lat: 51.16, lng: 71.43 };
let cityworks: Awaited<ReturnType<typeof startFakeCityworks>>;
beforeAll(async () => {
  cityworks = await startFakeCityworks({ password });
});
afterEach(() => cityworks.answerAsBefore());
afterAll(() => cityworks.close());

/** `wkid: undefined` leaves the spatial reference to the site. */
const site = (more: { wkid?: number | undefined; password?: string; milliseconds?: number } = {}) => ({
  session: cityworksSession({
    server: cityworks.url,
    username: 'mapping',
    password: more.password ?? password,
    allowedPrivateHosts: true,
    ...(more.milliseconds !== undefined && { milliseconds: more.milliseconds }),
  }),
  config: typeConfig('cityworks', {
    server: cityworks.url,
    ...('wkid' in more ? more.wkid !== undefined && { wkid: more.wkid } : { wkid: 3857 }),
  }),
  project: projectPosition,
});
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof MappingError ? error.id : String(error)),
  );
const ok = (Value: unknown) => ({ Status: 0, Value, Message: null });
const signIns = () => cityworks.calls.filter(({ service }) => service.endsWith('/Authenticate')).length;

describe('Cityworks site', () => {
  it('is signed in to for all who wait for it, also when the first of them leaves', async () => {
    // A session that no other test has signed in to.
    const server = `${cityworks.url}/`;
    const own = cityworksSession({ server, username: 'mapping', password, allowedPrivateHosts: true });
    const leaving = new AbortController();
    const as = (caller: string, signal: AbortSignal) =>
      asRequester({ caller, signal }, () => own.call('Ams/ServiceRequest/Problems', {}));
    const first = as('first', leaving.signal);
    const second = as('second', new AbortController().signal);
    leaving.abort(new Error('left'));
    expect(await failure(first)).toBe('Error: left');
    expect(await failure(second)).toBe('none');
  });

  it('requests only open work, kind by kind, by extent and then by ids', async () => {
    const found = await workNear(site(), place);
    expect(found.items.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'work-order WO-1',
      'work-order WO-2',
      'request 41',
    ]);
    const searches = cityworks.calls.filter(({ service }) => service.endsWith('/Search'));
    expect(searches).toHaveLength(3);
    for (const { data } of searches) expect(data).toMatchObject({ Closed: false, Canceled: false });
  });

  it('signs in again once when the token has expired, however many calls notice', async () => {
    const one = site();
    await workNear(one, place);
    const before = signIns();
    cityworks.endToken();
    expect((await workNear(one, place)).items).toHaveLength(3);
    expect(signIns()).toBe(before + 1);
  });

  it('gives up after one new sign-in when the site keeps rejecting its own tokens', async () => {
    cityworks.answerWith('Ams/ServiceRequest/Problems', { Status: 2, Value: null, Message: 'Token expired' });
    const before = signIns();
    expect(await failure(problems(site()))).toBe('cityworks:not-allowed');
    expect(signIns()).toBe(before + 1);
  });

  it.each([
    ['a wrong password', { password: 'other' }, 'cityworks:sign-in-refused'],
    ['an unknown spatial reference', { wkid: 999_999 }, 'cityworks:projection'],
  ])('reports %s by name', async (_what, more, id) => {
    expect(await failure(workNear(site(more), place))).toBe(id);
  });

  it.each([
    ['a forbidden operation', { Status: 3, Value: null }, 'cityworks:not-allowed'],
    ['an error in HTTP 200', { Status: 1, Value: null, Message: 'No' }, 'cityworks:refused'],
    ['another form of response', ok('none'), 'cityworks:no-cityworks'],
    ['ids of another form', ok([{}]), 'cityworks:no-cityworks'],
    ['no response of Cityworks at all', ['hello'], 'cityworks:no-cityworks'],
    ['no response at all', undefined, 'integration:unreachable'],
  ])('with %s for one kind, returns the others and names the missing kind', async (_what, answered, id) => {
    cityworks.answerWith('Ams/WorkOrder/Search', answered);
    const { items, missing } = await workNear(site({ milliseconds: 500 }), place);
    expect(items.map((item) => `${item.kind} ${item.id}`)).toEqual(['request 41']);
    expect(missing).toEqual([{ kind: 'work-order', id, detail: expect.stringMatching(/\w/) }]);
  });

  it('that answers with more than it was asked for is read as far as that', async () => {
    const ids = Array.from({ length: 5000 }, (_none, index) => `WO-${index}`);
    cityworks.answerWith('Ams/WorkOrder/Search', ok(ids));
    const records = ids.map((WorkOrderId) => ({ WorkOrderId, Description: 'x'.repeat(300) }));
    cityworks.answerWith('Ams/WorkOrder/ByIds', ok(records));
    const { items } = await workNear(site(), place);
    const orders = items.filter(({ kind }) => kind === 'work-order');
    expect(orders).toHaveLength(100);
    expect(orders[0]?.title).toHaveLength(250);
    const asked = cityworks.calls.findLast(({ service }) => service === 'Ams/WorkOrder/ByIds');
    expect(asked?.data['WorkOrderIds']).toHaveLength(100);
  });

  it('lists a record with impossible coordinates, without a place', async () => {
    cityworks.answerWith(
      'Ams/WorkOrder/ByIds',
      ok([{ WorkOrderId: 'WO-1', WOXCoordinate: 1e9, WOYCoordinate: 0.5 }]),
    );
    const { items } = await workNear(site(), place);
    expect(items[0]).toMatchObject({ id: 'WO-1', lat: null, lng: null });
  });

  it('fails with the reason when no kind can be read', async () => {
    for (const kind of ['WorkOrder', 'ServiceRequest', 'Inspection'])
      cityworks.answerWith(`Ams/${kind}/Search`, { Status: 3, Value: null });
    expect(await failure(workNear(site(), place))).toBe('cityworks:not-allowed');
  });

  it('states its own spatial reference, which is read once after a sign-in', async () => {
    const one = site({ wkid: undefined });
    cityworks.answerWith('Ams/Preferences/User', ok({ SpatialReference: 4326 }));
    await problems(one);
    cityworks.endToken();
    const before = cityworks.calls.length;
    await workNear(one, place);
    await createRequest(one, { problem: '7', ...place }, 'grace');
    const made = cityworks.calls.slice(before);
    const extents = made.flatMap(({ data }) => (data['Extent'] as { XMin: number } | undefined)?.XMin ?? []);
    expect(extents).toHaveLength(3);
    for (const XMin of extents) expect(XMin).toBeCloseTo(place.lng, 1);
    expect(cityworks.created.at(-1)).toMatchObject({ X: place.lng, Y: place.lat, WKID: 4326 });
    // The first call finds the token expired and is sent again.
    expect(made.filter(({ service }) => service === 'Ams/Preferences/User')).toHaveLength(2);
  });

  it('that states another spatial reference than the administrator is not asked', async () => {
    const before = cityworks.calls.length;
    await workNear(site(), place);
    expect(cityworks.calls.slice(before).map(({ service }) => service)).not.toContain('Ams/Preferences/User');
  });

  it.each([
    ['states no spatial reference', ok({ Data: [] })],
    ['does not let its account read preferences', { Status: 3, Value: null }],
    ['has a version without preferences', ['hello']],
  ])('that %s needs one from the administrator', async (_what, answered) => {
    cityworks.answerWith('Ams/Preferences/User', answered);
    // What was read after the last sign-in is forgotten.
    cityworks.endToken();
    await problems(site());
    expect(await failure(workNear(site({ wkid: undefined }), place))).toBe('cityworks:projection');
    expect((await workNear(site(), place)).items).toHaveLength(3);
  });

  it('that is not Cityworks is reported as such', async () => {
    const { url: server } = cityworks;
    const other = cityworksSession({ server, username: 'nobody', password, allowedPrivateHosts: true });
    cityworks.breakWith('<html>');
    const reported = await failure(other.spatialReference());
    cityworks.breakWith(undefined);
    expect(reported).toBe('cityworks:no-cityworks');
  });

  it('times out when the site does not respond', async () => {
    cityworks.answerWith('Ams/ServiceRequest/Problems', undefined);
    expect(await failure(problems(site({ milliseconds: 200 })))).toBe('integration:unreachable');
  });

  it('lists a record with invalid coordinates, without a location', async () => {
    const records = [
      { WorkOrderId: 'WO-9', Description: 'Lost', WOXCoordinate: 1e300, WOYCoordinate: 1e300 },
      { WorkOrderId: 'WO-8', Description: 'At the origin', WOXCoordinate: 0, WOYCoordinate: 0 },
    ];
    cityworks.answerWith('Ams/WorkOrder/ByIds', ok(records));
    const project: typeof projectPosition = (point, from, to) => {
      if (Math.abs(point[0]) > 1e9) throw new MappingError('services:invalid-geometry', 'Out of reach.');
      return projectPosition(point, from, to);
    };
    const found = await workNear({ ...site(), project }, place);
    expect(found.items.slice(0, 2).map(({ title, lat }) => [title, lat])).toEqual([
      ['Lost', null],
      ['At the origin', null],
    ]);
  });

  it('fails with a named error when the response to a new request has no number', async () => {
    cityworks.answerWith('Ams/ServiceRequest/Create', ok({}));
    const create = createRequest(site(), { problem: '7', ...place }, 'grace');
    expect(await failure(create)).toBe('cityworks:no-cityworks');
  });

  it('does not reuse a failed sign-in for the next call', async () => {
    const refuse = vi.fn<() => void>();
    await workNear(site({ password: 'wrong' }), place).catch(refuse);
    expect(refuse).toHaveBeenCalledOnce();
    expect((await workNear(site(), place)).items).toHaveLength(3);
  });
});
