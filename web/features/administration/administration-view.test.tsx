import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeContext } from '../../../testing/web/fake-context.ts';
import { show } from '../../../testing/web/render.tsx';
import { AdministrationView } from './administration-view.tsx';

describe('the administration', () => {
  it('shows the configuration in force and says where to change it', async () => {
    const context = await fakeContext({
      config: {
        title: 'City of Astana',
        welcome: { en: 'Hello', kk: 'Сәлем' },
        portal: { url: '/portal', appId: 'mapping-demo' },
        map: { extent: [71, 51, 72, 52] },
        integrations: [{ id: 'sv', type: 'streetview', title: 'Street View', enabled: false }],
        sharing: { anonymous: true },
      },
    });
    const { screen } = show(<AdministrationView />, { context });
    const valueOf = (section: string, name: string) => {
      const term = within(screen.getByRole('region', { name: section })).getByText(name, { selector: 'dt' });
      return term.nextElementSibling?.textContent;
    };
    expect(screen.getByRole('alert').textContent).toContain(
      'npm run org -- import demo --config config.json',
    );
    expect(valueOf('General', 'Title')).toBe('City of Astana');
    expect(valueOf('General', 'Welcome text')).toBe('English: Hello\nҚазақ тілі: Сәлем');
    expect(valueOf('General', 'Feedback form')).toBe('Not set');
    expect(valueOf('General', 'Sharing without signing in')).toBe('Yes');
    expect(valueOf('Portal', 'App ID')).toBe('mapping-demo');
    expect(valueOf('Map', 'Extent')).toBe('71, 51, 72, 52');
    expect(valueOf('Look and language', 'Primary colour')).toBe('#78A942');
    expect(valueOf('Look and language', 'Languages')).toBe('All');
    expect(valueOf('Integrations', 'Street View')).toContain('streetview (sv)');
  });

  it('says when there are no integrations', async () => {
    const { screen } = show(<AdministrationView />, { context: await fakeContext() });
    expect(within(screen.getByRole('region', { name: 'Integrations' })).getByText('Not set')).toBeDefined();
  });
});
