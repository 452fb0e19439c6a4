import LayersOutlined from '@mui/icons-material/LayersOutlined';
import { describe, expect, it } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { mapAudienceSchema } from '../../../../wire/map-audience.ts';
import { audienceFor, AudienceContext } from '../../../context/audience.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { useViewerTools } from './use-viewer-tools.ts';
import type { ViewerTool } from './viewer-tools.ts';

const tool = (id: string, parts: Partial<ViewerTool> = {}): ViewerTool => ({
  id,
  title: 'viewer.layers',
  Icon: LayersOutlined,
  load: async () => () => null,
  ...parts,
});

const tools = [
  tool('layers'),
  tool('edit', { offered: ({ layers }) => layers.length > 0 }),
  tool('save', { membersOnly: true }),
];

function Tools() {
  const { tools: available, listed, found } = useViewerTools(tools);
  return (
    <p>
      {[available, listed].map((some) => some.map(({ id }) => id).join()).join(' | ') +
        ` | ${[...found].join()}`}
    </p>
  );
}

async function shown(parts: Parameters<typeof fakeContext>[0], audience = audienceFor(undefined, false)) {
  const { container } = show(
    <AudienceContext value={audience}>
      <MapModelContext value={fakeMapModel().model}>
        <Tools />
      </MapModelContext>
    </AudienceContext>,
    { context: await fakeContext(parts) },
  );
  return container.textContent;
}

describe('tools of the viewer', () => {
  it('for members are those that the map has a use for', async () => {
    expect(await shown({ signedIn: true })).toBe('layers,save | layers,save | layers,save');
  });

  it('for readers are those of the map’s audience, also when a link names another', async () => {
    const own = mapAudienceSchema.parse({ preset: 'custom', tools: ['layers', 'edit'] });
    expect(await shown({ signedIn: true }, audienceFor(own, true))).toBe('layers | layers | layers');
    expect(await shown({ signedIn: true }, audienceFor(own, false))).toContain('save');
  });

  it('for visitors can be opened but are not listed if they are for members', async () => {
    expect(await shown({})).toBe('layers,save | layers | layers');
  });
});
