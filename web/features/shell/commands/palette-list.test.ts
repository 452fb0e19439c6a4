import AddOutlined from '@mui/icons-material/AddOutlined';
import { describe, expect, it, vi } from 'vitest';
import type { Command } from './commands-context.ts';
import { fittingCommands } from './palette-list.tsx';

const command = (title: string, parts: Partial<Command> = {}): Command => ({
  id: title,
  group: 'tools',
  title,
  Icon: AddOutlined,
  run: vi.fn<() => void>(),
  ...parts,
});
const titles = (commands: readonly Command[], text: string) =>
  fittingCommands(commands, text).map(({ title }) => title);

const several = [
  command('Layers'),
  command('Bookmarks'),
  command('Hide Sights and monuments', { group: 'layers' }),
  command('Show Parks', { group: 'layers' }),
  command('Zoom to Parks', { group: 'layers', whenTyped: true }),
  command('Málaga', { group: 'maps' }),
  command('Қалалар', { group: 'maps' }),
  command('Theme: dark', { group: 'settings' }),
];

describe('commands matching a text', () => {
  it.each([
    ['lay', 'Layers'],
    ['bokmarks', 'Bookmarks'],
    ['monuments hide', 'Hide Sights and monuments'],
    ['parks zo', 'Zoom to Parks'],
    ['MALAGA', 'Málaga'],
    ['қала', 'Қалалар'],
    ['dark', 'Theme: dark'],
  ])('“%s” finds “%s” first', (text, expected) => {
    expect(titles(several, text)[0]).toBe(expected);
  });

  it('must match every word', () => {
    expect(titles(several, 'parks dark')).toEqual([]);
    expect(titles(several, 'qqqq')).toEqual([]);
  });

  it('include matches on keywords', () => {
    expect(titles([command('Deutsch', { words: 'language' })], 'langu')).toEqual(['Deutsch']);
  });

  it('are grouped, with the group of the best match first', () => {
    const groups = fittingCommands(several, 'parks').map(({ group }) => group);
    expect(groups).toEqual([...groups].toSorted());
    expect(groups[0]).toBe('layers');
  });

  it('include server results, whatever their text, after the text matches', () => {
    const found = command('Central station', { group: 'places', found: true });
    expect(titles([found, ...several], 'layers')).toEqual(['Layers', 'Central station']);
  });
});

describe('commands without a text', () => {
  it('are tools, then layers, then the rest, without those that need typing', () => {
    expect(titles(several, ' ')).toEqual([
      'Layers',
      'Bookmarks',
      'Hide Sights and monuments',
      'Show Parks',
      'Málaga',
      'Қалалар',
      'Theme: dark',
    ]);
  });

  it('are truncated in long groups, except tools', () => {
    const layers = Array.from({ length: 30 }, (_, at) => command(`Hide ${at}`, { group: 'layers' }));
    const tools = Array.from({ length: 12 }, (_, at) => command(`Tool ${at}`));
    expect(fittingCommands([...layers, ...tools], '')).toHaveLength(18);
  });
});
