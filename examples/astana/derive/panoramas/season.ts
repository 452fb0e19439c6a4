/** The season of a photo: light, sky and vegetation. Angles in radians, azimuth clockwise from north. */
export interface Season {
  /** RFC 3339. */
  time: string;
  sun: { azimuth: number; elevation: number };
  /** Red, green, blue 0…255. */
  zenith: readonly [number, number, number];
  horizon: readonly [number, number, number];
  light: readonly [number, number, number];
  ambient: readonly [number, number, number];
  leaf: readonly [number, number, number];
  soil: string;
  lawn: string;
  /** Darkness of shadows, 0…1. */
  shadow: number;
  /** Cover of clouds, 0…1. */
  clouds: number;
}

const degrees = (value: number) => (value * Math.PI) / 180;

/** A bright noon in June. */
export const summer: Season = {
  time: '2026-06-12T12:40:00+05:00',
  sun: { azimuth: degrees(205), elevation: degrees(48) },
  zenith: [62, 116, 190],
  horizon: [196, 216, 234],
  light: [1.02, 0.98, 0.9],
  ambient: [0.5, 0.54, 0.6],
  leaf: [72, 112, 48],
  soil: '#8f8a7e',
  lawn: '#6f8d4b',
  shadow: 0.55,
  clouds: 0.42,
};

/** A low sun in October. */
export const autumn: Season = {
  time: '2024-10-05T17:10:00+05:00',
  sun: { azimuth: degrees(248), elevation: degrees(16) },
  zenith: [92, 124, 178],
  horizon: [240, 212, 178],
  light: [1.12, 0.9, 0.64],
  ambient: [0.44, 0.44, 0.52],
  leaf: [176, 122, 40],
  soil: '#98897a',
  lawn: '#938a4c',
  shadow: 0.5,
  clouds: 0.52,
};
