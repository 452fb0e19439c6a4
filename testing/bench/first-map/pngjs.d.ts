/** The part of pngjs that is used here; the package has no types. */
declare module 'pngjs' {
  export class PNG {
    constructor(options: { width: number; height: number });
    readonly width: number;
    readonly height: number;
    /** Red, green, blue, alpha of each pixel, row by row. */
    readonly data: Buffer;
    static readonly sync: { read(bytes: Buffer): PNG; write(picture: PNG): Buffer };
  }
}
