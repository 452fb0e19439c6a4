import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPortalData, type PortalData } from '../../../testing/rig/portal-data.ts';
import { findApp } from './app-store.ts';
import { registerApp } from './register-app.ts';

let data: PortalData;

beforeAll(async () => {
  data = await createPortalData();
});
afterAll(() => data.stop());

describe('registering an application', () => {
  it('keeps its addresses character by character, in order', async () => {
    const redirectUris = ['https://maps.example/b?x=%2F', 'https://maps.example/a', 'org.example.app:/cb'];
    await registerApp(data.context, { clientId: 'maps', title: 'Maps', redirectUris });
    expect(await findApp(data.database, 'maps')).toEqual({
      clientId: 'maps',
      orgId: null,
      type: 'browser',
      secretHash: null,
      owner: null,
      properties: null,
      title: 'Maps',
      redirectUris,
    });
  });

  it('again replaces title and addresses, so that a removed one is rejected from then on', async () => {
    await registerApp(data.context, {
      clientId: 'again',
      title: 'Old',
      redirectUris: ['https://a.example/'],
    });
    await registerApp(data.context, {
      clientId: 'again',
      title: 'New',
      redirectUris: ['https://b.example/'],
    });
    expect(await findApp(data.database, 'again')).toEqual({
      clientId: 'again',
      orgId: null,
      type: 'browser',
      secretHash: null,
      owner: null,
      properties: null,
      title: 'New',
      redirectUris: ['https://b.example/'],
    });
  });

  it('reports the invalid address, and stores nothing of the application', async () => {
    const redirectUris = ['https://fine.example/', 'javascript:alert(1)'];
    await expect(
      registerApp(data.context, { clientId: 'bad', title: 'Bad', redirectUris }),
    ).rejects.toMatchObject({
      id: 'portal:invalid-redirect-uri',
      status: 400,
      message: expect.stringContaining('javascript:alert(1) cannot be a redirect address'),
    });
    expect(await findApp(data.database, 'bad')).toBeUndefined();
  });

  it('finds it by exactly its id', async () => {
    for (const clientId of ['Maps', 'map', 'maps ', '%', '']) {
      expect(await findApp(data.database, clientId)).toBeUndefined();
    }
  });
});
