import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpApp } from '../http/app.ts';
import {
  countForOrganisation,
  currentRequester,
  nameRequester,
  nameVisitedOrganisation,
  requesterHooks,
} from './requester.ts';

let app: FastifyInstance;

beforeAll(async () => {
  app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://localhost', trustProxy: 'loopback' });
  await app.register(requesterHooks);
  const share = () => currentRequester()?.organisation ?? 'none';
  app.get('/api/:org/visit', async () => share());
  app.get('/api/:org/forged', async () => {
    await countForOrganisation(undefined);
    return share();
  });
  app.get('/api/:org/member', async () => {
    await countForOrganisation('ada');
    return share();
  });
  app.get('/api/:org/account', async () => {
    await nameRequester('ada', '0123');
    await countForOrganisation('ada');
    return share();
  });
  app.get('/portal/visit', async () => share());
  app.get('/portal/sign-in', async () => {
    nameVisitedOrganisation('0123');
    return share();
  });
  app.get('/portal/account', async () => {
    await nameRequester('ada', '0123');
    nameVisitedOrganisation('4567');
    return share();
  });
});
afterAll(() => app.close());

describe('requests to other hosts are in the share', () => {
  test.each([
    ['of the visitors of the organisation in the path', '/api/town/visit', 'visitors of town'],
    ['of its visitors, if a token proves nothing', '/api/town/forged', 'visitors of town'],
    ['of its members, once the caller is known as one', '/api/town/member', 'members of town'],
    [
      'of the account’s portal organisation, whatever the path',
      '/api/town/account',
      'members of portal 0123',
    ],
    ['of the portal organisation of an account', '/portal/account', 'members of portal 0123'],
    ['of the visitors of the one where they sign in', '/portal/sign-in', 'visitors of portal 0123'],
    ['of no organisation, where none is known', '/portal/visit', 'none'],
  ])('%s', async (_whose, url, share) => {
    expect((await app.inject({ url })).body).toBe(share);
  });
});
