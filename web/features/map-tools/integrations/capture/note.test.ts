import { describe, expect, it } from 'vitest';
import { feedbackAddress } from '../../../../context/addresses.ts';
import { type CapturedNote, feedbackValues, noteText } from './note.ts';

const words = { place: 'Place', map: 'Map', layers: 'Layers', features: 'Features', link: 'Link' };
const note: CapturedNote = {
  title: 'Street photos',
  lat: 51.1605123,
  lng: 71.43,
  heading: 359.7,
  map: 'Buildings & streets',
  layers: [{ id: 'a', title: 'Buildings' }],
  features: [
    { layerId: 'a', layerTitle: 'Buildings', objectId: 12 },
    { layerId: 'b', layerTitle: 'Image', objectId: undefined },
  ],
  link: 'https://maps.example/demo/map#at=51,71,17,0',
  mapPicture: undefined,
  viewPicture: undefined,
};

describe('a captured note', () => {
  it('contains the location, the map, the layers and the features', () => {
    expect(noteText(note, words).split('\n')).toEqual([
      'Place: 51.160512, 71.430000, 0° (Street photos)',
      'Map: Buildings & streets',
      'Layers: Buildings',
      'Features: Buildings #12, Image',
      'Link: https://maps.example/demo/map#at=51,71,17,0',
    ]);
  });

  it('omits missing parts', () => {
    const bare = { ...note, heading: undefined, map: '', layers: [], features: [] };
    expect(noteText(bare, words).split('\n')).toHaveLength(2);
  });

  it('fills a feedback form, URL-encoded', () => {
    const address = feedbackAddress('https://f.example/?n={note}&at={lat},{lng}&l={lang}&o={org}&x={other}', {
      ...feedbackValues(note, 'a&b #1'),
      lang: 'de',
      org: 'demo',
    });
    const { searchParams } = new URL(address);
    expect(searchParams.get('n')).toBe('a&b #1');
    expect(searchParams.get('at')).toBe('51.160512,71.430000');
    expect(searchParams.get('x')).toBe('{other}');
  });

  it('is cut where a character ends', () => {
    const values = feedbackValues(note, `${'a'.repeat(999)}🌳`);
    const address = feedbackAddress('https://f.example/?n={note}', { ...values, lang: 'de', org: 'demo' });
    expect(new URL(address).searchParams.get('n')).toHaveLength(1000);
  });
});
