import { waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPeople } from '../../../../../../testing/web/open-people-rig.tsx';

afterEach(() => vi.unstubAllGlobals());

const ours = { id: 'p1', name: 'Portal', accountLinks: true, partnerships: true };
const partner = (urlKey: string, state: string) => ({ to: { orgId: urlKey, urlKey }, state, established: 0 });
const three = [partner('harbour', 'active'), partner('railway', 'received'), partner('zoo', 'offered')];

/** The page with its list of partners expanded. */
async function openPartners(more: Record<string, object> = {}, trustedOrgs: object[] = three) {
  const shown = await openPeople({ ...more, '/trustedOrgs': { trustedOrgs } }, ours);
  await shown.person.click(await shown.screen.findByRole('button', { name: 'Partner organisations' }));
  return shown;
}

describe('partner organisations', () => {
  it('are hidden where the portal does not support them', async () => {
    const { screen } = await openPeople();
    await screen.findByRole('button', { name: 'Groups' });
    expect(screen.queryByRole('button', { name: 'Partner organisations' })).toBeNull();
  });

  it('are listed with their status, and only received ones can be accepted', async () => {
    const { screen } = await openPartners();
    const list = within(await screen.findByRole('list', { name: 'Partner organisations' }));
    const texts = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(texts[0]).toMatch(/^harbourPartner since /);
    expect(texts[1]).toMatch(/^railwayOffers you a partnership/);
    expect(texts[2]).toMatch(/^zooOffered, not accepted yet/);
    expect(list.getAllByRole('button', { name: /^Accept/ })).toHaveLength(1);
  });

  it('are requested by name and accepted', async () => {
    const { screen, person, posts } = await openPartners({
      '/trustedOrgs/offer': { success: true },
      '/trustedOrgs/accept': { success: true },
    });
    await person.type(await screen.findByRole('textbox', { name: 'Name of the organisation' }), ' museum ');
    await person.click(screen.getByRole('button', { name: 'Offer a partnership' }));
    await person.click(await screen.findByRole('button', { name: 'Accept: railway' }));
    await waitFor(() =>
      expect(posts()).toEqual([
        ['/portals/self/trustedOrgs/offer', expect.objectContaining({ org: 'museum' })],
        ['/portals/self/trustedOrgs/accept', expect.objectContaining({ org: 'railway' })],
      ]),
    );
  });

  it('show at the field why a request was refused', async () => {
    const message = 'There is no other organisation of this name on this portal.';
    const { screen, person } = await openPartners({
      '/trustedOrgs/offer': { error: { code: 400, message, details: [] } },
    });
    const field = await screen.findByRole('textbox', { name: 'Name of the organisation' });
    await person.type(field, 'nowhere');
    await person.click(screen.getByRole('button', { name: 'Offer a partnership' }));
    expect(await screen.findByText(message)).toBeDefined();
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('that are typed while another request is sent stay, and so does its error', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const { screen, person } = await openPartners({ '/trustedOrgs/offer': () => promise });
    const field = await screen.findByRole('textbox', { name: 'Name of the organisation' });
    await person.type(field, 'museum');
    await person.click(screen.getByRole('button', { name: 'Offer a partnership' }));
    await person.type(field, '2');
    resolve({ error: { code: 400, message: 'No such organisation.', details: [] } });
    expect(await screen.findByText('No such organisation.')).toBeDefined();
    expect(field).toHaveProperty('value', 'museum2');
  });

  it('end after confirmation', async () => {
    const { screen, person, posts } = await openPartners({ '/trustedOrgs/end': { success: true } });
    await person.click(await screen.findByRole('button', { name: 'End: harbour' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End the partnership with harbour?' }));
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posts()).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'End: harbour' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End' }));
    await waitFor(() =>
      expect(posts()).toEqual([
        ['/portals/self/trustedOrgs/end', expect.objectContaining({ org: 'harbour' })],
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
