import { expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { OwnContent } from '../../../../testing/web/own-content.tsx';
import { show } from '../../../../testing/web/render.tsx';
import type { AnalysisSession } from '../../../map/analysis/analysis.ts';
import { publishingProgress } from '../../../portal/uploads/publish-file.ts';
import { createStore } from '../../../store.ts';
import { ServerAnalyses } from './server-analyses.tsx';
import type { ServerJob, ServerJobs } from './server-jobs.ts';

vi.mock('../../../portal/uploads/publish-file.ts', () => ({
  publishingProgress: vi.fn<typeof publishingProgress>(),
  cancelPublishing: async () => {},
}));

it('lists the result in the content once the server is done', async () => {
  const titles = ['Parks'];
  const done = Promise.withResolvers<undefined>();
  vi.mocked(publishingProgress).mockReturnValue(done.promise);
  const job = { jobId: 'j1', title: 'Buffers' } as ServerJob;
  const jobs = { list: createStore<readonly ServerJob[]>([job]) } as unknown as ServerJobs;
  const { screen } = show(
    <>
      <ServerAnalyses session={{} as AnalysisSession} jobs={jobs} />
      <OwnContent titles={titles} />
    </>,
    { context: await fakeContext({ signedIn: true }) },
  );
  await screen.findByText('Parks');
  titles.push('Buffers');
  done.resolve(undefined);
  expect(await screen.findByText('Parks,Buffers')).toBeDefined();
});
