import { expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { show } from '../../../../../testing/web/render.tsx';
import { HubRetryContext } from '../host/hub.ts';
import { extensionTools } from './extension-tools.tsx';

it('the panel of an extension shows that the state of integrations could not be loaded, and requests it again', async () => {
  const [tool] = extensionTools([
    {
      id: 'inspect',
      title: 'Inspection',
      type: 'extension',
      url: 'https://pages.example/',
      enabled: true,
      display: 'frame',
      config: { place: 'tool' },
    },
  ]);
  const Panel = await tool?.load();
  if (!Panel) throw new Error('There is no tool.');
  const retry = vi.fn<() => void>();
  const { screen, person } = show(
    <HubRetryContext value={retry}>
      <Panel />
    </HubRetryContext>,
    { context: await fakeContext() },
  );
  expect(screen.getByRole('alert').textContent).toContain('Couldn’t load this tool');
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});
