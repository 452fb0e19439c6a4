import { describe, expect, it, vi } from 'vitest';
import { webMap } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import type { CopiedItem, CopyNote, Party } from '../../../portal/copy/report.ts';
import { CopyReport, type CopyReportProps } from './copy-report.tsx';

const target = { url: 'https://gis.example.org/portal', portal: { createsLayers: false } } as Party;
const plan = ['Parks', 'Trees', 'Roads', 'Bins'].map((title) => ({
  item: webMap({ id: title.toLowerCase(), title }),
  way: 'document' as const,
  needs: [],
}));
const outcome = (sourceId: string, change: Partial<CopiedItem>): CopiedItem => ({
  sourceId,
  title: sourceId,
  type: 'Web Map',
  targetId: `${sourceId}-copy`,
  notes: [],
  ...change,
});

function open(report: readonly CopiedItem[], change: Partial<CopyReportProps> = {}) {
  const onContinue = vi.fn<() => void>();
  const given = { plan, report, target, ended: 'stopped' as const, onContinue, ...change };
  const { screen, person } = show(<CopyReport {...given} />);
  const row = (title: string) =>
    screen.getAllByRole('listitem').find(({ textContent }) => textContent?.startsWith(title));
  return { screen, person, row, onContinue };
}

describe('the report of a copy', () => {
  it('says of each item whether it was copied, what could not come along, and why it was not', async () => {
    const notes: CopyNote[] = [
      { code: 'sharing', values: { level: 'public' } },
      { code: 'links-stay', values: { number: 2 } },
    ];
    const error = new MappingError('portal:forbidden', 'You do not have permissions.', { status: 403 });
    const { screen, person, row, onContinue } = open([
      outcome('parks', {}),
      outcome('trees', { notes }),
      outcome('roads', { targetId: undefined, error }),
    ]);
    expect(screen.getByRole('alert').textContent).toContain('Copied: 2 of 4');
    expect(row('Parks')?.textContent).toBe('ParksCopied');
    expect(row('Trees')?.textContent).toContain('fewer people can see the copy');
    expect(row('Trees')?.textContent).toContain('Layers that stay at the source portal: 2.');
    expect(row('Roads')?.textContent).toContain('Not copied: ');
    expect(row('Bins')?.textContent).toBe('BinsNot copied yet');
    expect(screen.getByRole('link', { name: 'Parks' }).getAttribute('href')).toBe(
      'https://gis.example.org/portal/home/item.html?id=parks-copy',
    );
    await person.click(screen.getByRole('button', { name: 'Continue' }));
    expect(onContinue).toHaveBeenCalledOnce();
  });

  it('has the titles of the user’s language', () => {
    const properties = { mappingTranslations: { en: { title: 'Hedges' } } };
    const hedges = {
      item: webMap({ id: 'hedges', title: 'Hecken', properties }),
      way: 'document',
      needs: [],
    };
    const { row } = open([], { plan: [hedges as never] });
    expect(row('Hedges')?.textContent).toBe('HedgesNot copied yet');
  });

  it('asks to sign in again where the sign-in has ended', () => {
    const { screen } = open([outcome('parks', {})], { ended: 'signed-out' });
    expect(screen.getByRole('alert').textContent).toContain('nothing is copied twice');
    expect(screen.getByRole('button', { name: 'Sign in again' })).toBeDefined();
  });

  it('offers nothing more where everything was copied', () => {
    const all = plan.map(({ item }) => outcome(item.id, {}));
    expect(open(all, { ended: 'whole' }).screen.queryByRole('button')).toBeNull();
  });

  it('has a sentence for each note', () => {
    const codes: Record<CopyNote['code'], Record<string, string | number>> = {
      already: {},
      editable: {},
      'features-refused': { layer: 'Trees', number: 3, reason: 'Too large.' },
      'group-refused': { number: 1 },
      'links-stay': { number: 1 },
      picture: {},
      reference: {},
      relationships: { layer: 'Trees' },
      renumbered: { layer: 'Trees', number: 4 },
      resources: { number: 2 },
      sharing: { level: 'org' },
      tracking: { layer: 'Trees' },
    };
    const notes = Object.entries(codes).map(([code, values]) => ({ code, values }) as CopyNote);
    const { row } = open([outcome('parks', { notes })]);
    const text = row('Parks')?.textContent ?? '';
    expect(text).not.toMatch(/copy\.note|\{\{/);
    expect(text).toContain('Trees: the portal refused 3 features or attachments. Too large.');
  });
});
