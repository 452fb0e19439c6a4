import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { OwnContent } from '../../../../testing/web/own-content.tsx';
import { show } from '../../../../testing/web/render.tsx';
import { listPrintTemplates, loadPrintTemplate, savePrintTemplate } from '../../../portal/print-templates.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { startDraft } from './print-options.tsx';
import { PrintTemplates } from './print-templates.tsx';

vi.mock('../../../portal/print-templates.ts', () => ({
  listPrintTemplates: vi.fn<typeof listPrintTemplates>(),
  loadPrintTemplate: vi.fn<typeof loadPrintTemplate>(),
  savePrintTemplate: vi.fn<typeof savePrintTemplate>(),
}));

it('the template that was chosen last is applied, although another arrives later', async () => {
  const titles = ['Slow', 'Quick'];
  vi.mocked(listPrintTemplates).mockResolvedValue(
    titles.map((title) => ({ id: title, title }) as PortalItem),
  );
  const loading = new Map(titles.map((title) => [title, Promise.withResolvers<object>()]));
  vi.mocked(loadPrintTemplate).mockImplementation(async (_connection, id) => loading.get(id)?.promise);
  const onChange = vi.fn<(draft: typeof startDraft) => void>();
  const { person, screen } = show(<PrintTemplates draft={startDraft} onChange={onChange} />, {
    context: await fakeContext({ signedIn: true }),
  });
  const saved = () => screen.findByRole('combobox', { name: 'Saved template' });
  for (const title of titles) {
    await person.click(await saved());
    await person.click(await screen.findByRole('option', { name: title }));
  }
  const arrive = (title: string, paper: string) => act(async () => loading.get(title)?.resolve({ paper }));
  await arrive('Quick', 'a3');
  await vi.waitFor(async () => expect((await saved()).textContent).toBe('Quick'));
  await arrive('Slow', 'a0');
  expect(onChange.mock.calls.map(([{ paper }]) => paper)).toEqual(['a3']);
});

it('lists a new template in the content at once', async () => {
  vi.mocked(listPrintTemplates).mockResolvedValue([]);
  const titles = ['Parks'];
  vi.mocked(savePrintTemplate).mockImplementation(async () => void titles.push('A3'));
  const { person, screen } = show(
    <>
      <PrintTemplates draft={startDraft} onChange={() => {}} />
      <OwnContent titles={titles} />
    </>,
    { context: await fakeContext({ signedIn: true }) },
  );
  await screen.findByText('Parks');
  await person.click(await screen.findByRole('button', { name: 'Save as template…' }));
  await person.type(screen.getByRole('textbox', { name: 'Name of the template' }), 'A3');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Parks,A3')).toBeDefined();
});
