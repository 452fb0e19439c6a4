declare module '@koopjs/koop-core' {
  export default class Koop {
    constructor(options: object);
    readonly server: unknown;
    register(plugin: object, options?: object): void;
  }
}
