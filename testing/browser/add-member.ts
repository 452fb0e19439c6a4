import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { password, tokenOf } from './steps.ts';

/** Adds a member of the demo organisation whose sign-in no other test needs. @returns the username */
export async function addMember(page: Page, fullName: string): Promise<string> {
  const [first = ''] = fullName.toLowerCase().split(' ');
  const username = `${first}-${randomUUID().slice(0, 8)}`;
  const invitations = [{ username, password, fullName, role: 'org_user' }];
  const answer = await page.request.post('/portal/sharing/rest/portals/self/invite', {
    form: {
      f: 'json',
      token: await tokenOf(page, 'ada'),
      invitationList: JSON.stringify({ invitations }),
    },
  });
  expect(await answer.json()).toMatchObject({ success: true });
  return username;
}
