import { describe, expect, it } from 'vitest';
import {
  firstViewAt,
  firstViewOf,
  parsePicturePlace,
  pictureStyle,
  placeOfPicture,
  printPicturePlace,
  showsView,
} from './map-picture.ts';

const webMap = (viewpoint: object, spatialReference: object = { wkid: 102100 }) => ({
  initialState: { viewpoint },
  spatialReference,
});
const box = { xmin: 1000, ymin: 2000, xmax: 4000, ymax: 4000 };
const targetGeometry = { ...box, spatialReference: { wkid: 102100, latestWkid: 3857 } };

describe('the name of a picture', () => {
  it('says what the picture shows', () => {
    const place = { x: 7951662.53, y: -6644588.12, width: 9000.5, scheme: 'dark' } as const;
    expect(parsePicturePlace(`thumbnail/${printPicturePlace(place)}.jpg`)).toEqual(place);
  });

  it.each([
    'thumbnail/thumbnail.jpg',
    'view-light_1_2.jpg',
    'view-light_1_2_0.jpg',
    'view-grey_1_2_3.jpg',
    '',
  ])('is not read from %j', (path) => expect(parsePicturePlace(path)).toBeUndefined());
});

describe('the first view of a web map', () => {
  it('is its initial box', () => {
    expect(firstViewOf(webMap({ rotation: 0, targetGeometry }))).toEqual(box);
    const degrees = { xmin: -180, ymin: 0, xmax: 180, ymax: 60, spatialReference: { wkid: 4326 } };
    expect(firstViewOf(webMap({ targetGeometry: degrees }))).toMatchObject({ xmin: -20037508.342789244 });
  });

  it.each([
    ['a rotated map', webMap({ rotation: 30, targetGeometry })],
    ['another projection', webMap({ targetGeometry }, { wkid: 28992 })],
    ['a box in another one', webMap({ targetGeometry: { ...box, spatialReference: { wkid: 28992 } } })],
    ['an empty box', webMap({ targetGeometry: { ...targetGeometry, xmax: 1000 } })],
    ['a box of texts', webMap({ targetGeometry: { ...targetGeometry, xmax: 'url(x)' } })],
    ['no viewpoint', { initialState: null }],
    ['nothing', null],
  ])('is unknown for %s', (_name, document) => expect(firstViewOf(document)).toBeUndefined());

  it('is the viewpoint of a link', () => {
    const at = { lat: 0, lng: 180, zoom: 1, rotation: 0 };
    expect(firstViewAt(at)).toMatchObject({ x: 20037508.342789244, metresPerPixel: 156543.033928 / 2 });
    expect(firstViewAt({ ...at, rotation: 90 })).toBeUndefined();
  });
});

describe('a placed picture', () => {
  it('of the whole first view fills the frame as the map does', () => {
    // The box is wider than the picture's ratio of 3:2 only if it is shown in a narrower frame.
    const place = placeOfPicture(box, { width: 900, height: 600 }, 'light');
    expect(place).toEqual({ x: 2500, y: 3000, width: 3000, scheme: 'light' });
    expect(pictureStyle(place, box)).toEqual({
      left: 'calc(50% + min(0cqw,0cqh))',
      top: 'calc(50% + min(0cqw,0cqh))',
      width: 'min(100cqw,150cqh)',
    });
  });

  it('beside the centre is moved in screen directions', () => {
    const place = { x: 2200, y: 3500, width: 6000, scheme: 'light' } as const;
    expect(pictureStyle(place, box)).toEqual({
      left: 'calc(50% - min(10cqw,15cqh))',
      top: 'calc(50% - min(16.667cqw,25cqh))',
      width: 'min(200cqw,300cqh)',
    });
    expect(pictureStyle(place, { x: 2500, y: 3000, metresPerPixel: 10 })).toEqual({
      left: 'calc(50% - 30px)',
      top: 'calc(50% - 50px)',
      width: '600px',
    });
  });

  it('is shown only if it is of the view', () => {
    const place = placeOfPicture(box, { width: 900, height: 600 }, 'light');
    expect(showsView(place, box)).toBe(true);
    expect(showsView({ ...place, x: 4000 }, box)).toBe(false);
    expect(showsView({ ...place, y: 0 }, box)).toBe(false);
    expect(showsView({ ...place, width: 10_000 }, box)).toBe(false);
    expect(showsView({ ...place, width: 1000 }, box)).toBe(false);
    expect(showsView({ ...place, width: 1000 }, { x: 2500, y: 3000, metresPerPixel: 1 })).toBe(true);
  });
});
