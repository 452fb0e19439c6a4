// What is used of it, for type checks where the workspace's packages are not installed.
declare module '@mapbox/tiny-sdf' {
  interface Glyph {
    data: Uint8ClampedArray;
    width: number;
    height: number;
    glyphWidth: number;
    glyphHeight: number;
    glyphTop: number;
    glyphLeft: number;
    glyphAdvance: number;
  }

  export default class TinySDF {
    constructor(options: {
      fontSize?: number;
      buffer?: number;
      radius?: number;
      cutoff?: number;
      fontFamily?: string;
      fontWeight?: string;
      fontStyle?: string;
    });
    draw(char: string): Glyph;
  }
}
