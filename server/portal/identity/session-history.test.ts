import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakePortalCall } from '../../../testing/fakes/portal-call.ts';
import { minute } from '../../../testing/rig/clock.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../testing/rig/portal-data.ts';
import { limits } from '../../limits.ts';
import { findApp, saveApp } from './app-store.ts';
import { issueAccessToken, issueDerivedToken, issueRefreshToken, newSessionId } from './sessions.ts';
import { exchangeRefreshToken, refresh } from './oauth2/refresh.ts';
import { revokeToken } from './oauth2/session-operations.ts';
import { hashOf } from './random-token.ts';
import { resolveCaller } from './resolve-caller.ts';

let data: PortalData;
beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('ada');
  await saveApp(data.database, {
    clientId: 'app',
    orgId: null,
    title: 'App',
    redirectUris: [],
    createdAt: 1,
  });
});
afterAll(() => data.stop());

/** A token as recorded by the test. */
interface Held {
  token: string;
  kind: 'access' | 'refresh';
  sessionId: string;
  expiresAt: number;
  ended: boolean;
  /** Still in the database: expired tokens are deleted when the next token is made. */
  kept: boolean;
  /** The successor of a refresh token, and the time of the exchange. */
  successor?: Held;
  replacedAt?: number;
}

const accessLife = limits.accessTokenMinutes * minute;
const refreshLife = limits.refreshTokenMinutes * minute;
const sessionLife = limits.sessionDays * 24 * 60 * minute;
const grace = limits.refreshGraceSeconds * 1000;

/** An operation with one of the existing tokens; `at` picks which. */
type Step = { act: 'sign in' | 'refresh' | 'exchange' | 'derive' | 'revoke'; at: number } | { wait: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        act: fc.constantFrom('sign in', 'refresh', 'exchange', 'derive', 'revoke'),
        at: fc.nat(50),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        wait: fc.constantFrom(1, minute, 29 * minute, accessLife, (5 * refreshLife) / 7),
      }),
    },
  ),
  { minLength: 3, maxLength: 15 },
) as fc.Arbitrary<Step[]>;

/** Content of a response of oauth2/token. */
interface Tokens {
  access_token: string;
  refresh_token?: string;
}

/** One application's tokens, by a simple model: which are valid, and until when. */
class Wallet {
  readonly held: Held[] = [];
  readonly #began = new Map<string, number>();
  readonly #exchanged = new Map<string, number>();

  alive(token: Held): boolean {
    return !token.ended && token.expiresAt > data.clock.now();
  }

  async do(act: string, at: number): Promise<void> {
    if (act === 'sign in' || this.held.length === 0) return this.signIn();
    const chosen = this.held[at % this.held.length]!;
    if (act === 'revoke') return this.revoke(chosen);
    if (act === 'derive') return this.derive(chosen);
    return act === 'refresh' ? this.refresh(chosen) : this.exchange(chosen);
  }

  private keep(kind: Held['kind'], token: string, sessionId: string, expiresAt: number): Held {
    for (const each of this.held) if (each.expiresAt <= data.clock.now()) each.kept = false;
    const held: Held = { kind, token, sessionId, expiresAt, ended: false, kept: true };
    this.held.push(held);
    return held;
  }

  private async signIn(): Promise<void> {
    const sessionId = newSessionId();
    const holder = { username: 'ada', clientId: 'app', sessionId };
    const now = data.clock.now();
    this.#began.set(sessionId, now);
    this.keep(
      'refresh',
      (await issueRefreshToken(data.database, holder, { now })).token,
      sessionId,
      now + refreshLife,
    );
    this.keep(
      'access',
      (await issueAccessToken(data.database, holder, { now })).token,
      sessionId,
      now + accessLife,
    );
  }

  private async refresh(chosen: Held): Promise<void> {
    const input = refresh(data.context, (await findApp(data.database, 'app'))!, chosen.token);
    const response = await this.settle<Tokens>(input, chosen, 'refresh');
    if (!response) return;
    this.keep(
      'access',
      response.access_token,
      chosen.sessionId,
      Math.min(data.clock.now() + accessLife, chosen.expiresAt),
    );
  }

  private async exchange(chosen: Held): Promise<void> {
    const app = (await findApp(data.database, 'app'))!;
    const input = exchangeRefreshToken(data.context, app, {
      refreshToken: chosen.token,
      redirectUri: undefined,
    });
    const response = await this.settle<Tokens>(input, chosen, 'refresh');
    if (!response) return;
    const now = data.clock.now();
    const end = (this.#began.get(chosen.sessionId) ?? 0) + sessionLife;
    if (chosen.successor && response.refresh_token !== chosen.successor.token)
      throw new Error('exchanged again for another successor');
    if (!chosen.successor) this.#exchanged.set(chosen.sessionId, now);
    chosen.replacedAt ??= now;
    chosen.successor ??= this.keep(
      'refresh',
      response.refresh_token ?? '',
      chosen.sessionId,
      Math.min(now + refreshLife, end),
    );
    const until = Math.min(now + accessLife, chosen.successor.expiresAt);
    this.keep('access', response.access_token, chosen.sessionId, until);
  }

  private async derive(chosen: Held): Promise<void> {
    const caller = memberCaller('ada', { tokenHash: hashOf(chosen.token) });
    const response = await this.settle<{ token: string }>(
      issueDerivedToken(data.context, caller, {}),
      chosen,
      'access',
    );
    if (!response) return;
    this.keep(
      'access',
      response.token,
      chosen.sessionId,
      Math.min(data.clock.now() + accessLife, chosen.expiresAt),
    );
  }

  private async revoke(chosen: Held): Promise<void> {
    const { call } = fakePortalCall({ context: data.context, parameters: { auth_token: chosen.token } });
    await revokeToken(call);
    if (chosen.ended || !(chosen.kept || this.recognised(chosen))) return;
    this.end(chosen.sessionId);
  }

  /** Refresh tokens of a session that has exchanged one are recognised as long as it has a valid one. */
  private recognised(chosen: Held): boolean {
    return (
      chosen.kind === 'refresh' &&
      this.#exchanged.has(chosen.sessionId) &&
      this.held.some(
        (other) => other.kind === 'refresh' && other.sessionId === chosen.sessionId && this.alive(other),
      )
    );
  }

  /** When a refresh token was replaced; for one whose row was deleted at a later exchange, when that was. */
  private replaced(chosen: Held): number {
    const last = this.#exchanged.get(chosen.sessionId) ?? Infinity;
    const own = chosen.replacedAt ?? Infinity;
    const deleted = chosen.expiresAt <= data.clock.now() || last - own > grace;
    return deleted ? last : own;
  }

  private end(sessionId: string): void {
    for (const token of this.held) if (token.sessionId === sessionId) token.ended = true;
  }

  /** A response where the model expects one, and 498 where it does not. */
  private async settle<Answer>(
    input: Promise<unknown>,
    chosen: Held,
    kind: Held['kind'],
  ): Promise<Answer | undefined> {
    const status = await input.then(
      () => 200,
      (error: { status: number }) => error.status,
    );
    const usable = this.alive(chosen) && chosen.kind === kind;
    const deleted = this.replaced(chosen) !== (chosen.replacedAt ?? Infinity);
    const reused =
      kind === 'refresh' && this.recognised(chosen) && data.clock.now() - this.replaced(chosen) > grace;
    const given = usable && !reused && !deleted;
    if (reused) this.end(chosen.sessionId);
    if (status !== (given ? 200 : 498)) throw new Error(`${kind} with a ${chosen.kind} token: ${status}`);
    return given ? ((await input) as Answer) : undefined;
  }
}

describe('any history of an application’s tokens', () => {
  it('leaves exactly those valid that the rules define', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const wallet = new Wallet();
        for (const step of history) {
          if ('wait' in step) data.clock.advance(step.wait);
          else await wallet.do(step.act, step.at);
        }
        const callers = await Promise.all(
          wallet.held.map(({ token }) =>
            resolveCaller(data.context, token).then(
              () => true,
              () => false,
            ),
          ),
        );
        expect(callers).toEqual(wallet.held.map((token) => token.kind === 'access' && wallet.alive(token)));
      }),
      { numRuns: 40 },
    );
  });
});
