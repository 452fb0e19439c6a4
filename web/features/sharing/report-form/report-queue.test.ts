import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MappingError } from '../../../../wire/errors.ts';
import { sendReport } from '../../../portal/forms/send-report.ts';
import type { PortalConnection } from '../../../portal/portal-connection.ts';
import { isRetried, sendWaiting } from './report-queue.ts';
import type { WaitingReport } from './report-store.ts';

const stored = vi.hoisted(() => new Map<string, WaitingReport>());
vi.mock('./report-store.ts', () => ({
  waitingReports: async () => [...stored.values()],
  storeReport: async (waiting: WaitingReport) => void stored.set(waiting.id, waiting),
  dropReport: async (id: string) => void stored.delete(id),
}));
vi.mock('../../../portal/forms/send-report.ts', () => ({ sendReport: vi.fn<typeof sendReport>() }));

const restUrl = 'https://portal.example/sharing/rest';
const connectionOf = (userId?: string) =>
  ({ restUrl, session: { credential: userId && { userId } } }) as unknown as PortalConnection;

function store(who: string): WaitingReport {
  const waiting = { id: 'r1', org: 'demo', who, restUrl, title: 'Trees' } as WaitingReport;
  stored.set(waiting.id, waiting);
  return waiting;
}

const answer = (status: number) =>
  vi.mocked(sendReport).mockRejectedValueOnce(new MappingError('portal:failed', 'No.', { status }));

beforeEach(() => {
  stored.clear();
  vi.mocked(sendReport).mockReset();
});

describe('a report that was not accepted', () => {
  it.each([500, 501, 599])(
    'because the server failed (%i) is sent again, and its reason kept',
    async (status) => {
      store('');
      answer(status);
      expect((await sendWaiting('demo', connectionOf())).waiting).toEqual(['r1']);
      expect(stored.get('r1')?.refused?.message).toBe('No.');
      expect((await sendWaiting('demo', connectionOf())).sent).toEqual(['r1']);
      expect(stored.size).toBe(0);
    },
  );

  it.each([401, 498, 499])('because the sign-in had ended (%i) is sent after signing in', async (status) => {
    store('ada');
    answer(status);
    expect((await sendWaiting('demo', connectionOf('ada'))).waiting).toEqual(['r1']);
    expect(await sendWaiting('demo', connectionOf())).toMatchObject({ sent: [], waiting: [] });
    expect(await sendWaiting('demo', connectionOf('grace'))).toMatchObject({ sent: [], waiting: [] });
    expect((await sendWaiting('demo', connectionOf('ada'))).sent).toEqual(['r1']);
  });

  it.each([
    ['', 499],
    ['ada', 403],
    ['ada', 400],
  ])('for another reason (by “%s”, %i) waits for its author', async (who, status) => {
    store(who);
    answer(status);
    expect((await sendWaiting('demo', connectionOf('ada'))).refused).toEqual(['r1']);
    const refused = stored.get('r1');
    expect(refused && isRetried(refused)).toBe(false);
    await sendWaiting('demo', connectionOf('ada'));
    expect(sendReport).toHaveBeenCalledOnce();
    expect((await sendWaiting('demo', connectionOf('ada'), 'r1')).sent).toEqual(['r1']);
  });
});

describe('when another person signs in while reports are sent', () => {
  const session = {
    credential: { userId: 'ada', token: 'adas' },
    token: async () => session.credential.token,
    renew: async () => session.credential.token,
  };
  const connection = { restUrl, session } as unknown as PortalConnection;
  const graceSignsIn = () => {
    session.credential = { userId: 'grace', token: 'graces' };
  };
  beforeEach(() => {
    session.credential = { userId: 'ada', token: 'adas' };
  });

  it('the report being sent is not sent with their token', async () => {
    store('ada');
    const tokens: string[] = [];
    vi.mocked(sendReport).mockImplementationOnce(async (endpoint) => {
      tokens.push(await endpoint.session.token());
      graceSignsIn();
      tokens.push(await endpoint.session.renew('adas'));
    });
    expect((await sendWaiting('demo', connection)).waiting).toEqual(['r1']);
    expect(tokens).toEqual(['adas']);
    expect(stored.get('r1')?.refused).toBeUndefined();
  });

  it('the remaining reports wait for their author', async () => {
    store('ada');
    stored.set('r2', { ...store('ada'), id: 'r2' });
    vi.mocked(sendReport).mockImplementationOnce(async () => graceSignsIn());
    expect(await sendWaiting('demo', connection)).toEqual({ sent: ['r1'], refused: [], waiting: [] });
    expect(sendReport).toHaveBeenCalledOnce();
    expect([...stored.keys()]).toEqual(['r2']);
  });
});
