import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ada, fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { computedStyle } from '../../../../testing/web/set-up.ts';
import { ApplicationContext } from '../../../context/application-context.ts';
import { UploadButton } from './upload-button.tsx';

window.getComputedStyle = computedStyle;

const named = { name: 'Upload a file' };

async function open(privileges: string[], settings: object = {}) {
  const context = await fakeContext({ signedIn: true, user: { ...ada, privileges }, ...settings });
  return show(
    <ApplicationContext value={context}>
      <UploadButton />
    </ApplicationContext>,
  );
}

it('explains why a user who may add items cannot publish', async () => {
  const { person } = await open(['portal:user:createItem']);
  const button = screen.getByRole('button', named);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await person.tab();
  expect(document.activeElement).toBe(button);
  expect((await screen.findByRole('tooltip')).textContent).toContain('does not allow publishing');
  await person.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('explains that a portal without a hosting server publishes nothing, and what works instead', async () => {
  const privileges = ['portal:user:createItem', 'portal:publisher:publishFeatures'];
  const portal = { id: 'p1', name: 'Portal', supportsHostedServices: false };
  const { person } = await open(privileges, { portal });
  await person.tab();
  const why = (await screen.findByRole('tooltip')).textContent;
  expect(why).toContain('no server for hosted layers');
  expect(why).toContain('add the file to a map');
});

it('is not shown to users who may add nothing', async () => {
  await open(['portal:user:viewOrgItems']);
  expect(screen.queryByRole('button', named)).toBeNull();
});
