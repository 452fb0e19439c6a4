/** A fake of Street Smart’s script by its published types: a button that moves to the next recording. */
export const streetSmartScript = `(${inPage.toString()})()`;

/** Runs in the page, so it is self-contained. */
function inPage(): void {
  const listeners: [string, () => void][] = [];
  let xyz = [0, 0, 0];
  const viewer = {
    on: (event: string, listener: () => void) => listeners.push([event, listener]),
    getRecording: () => ({ id: 'r', xyz, srs: 'EPSG:3857' }),
    getOrientation: () => ({ yaw: 90, pitch: 0, hFov: 90 }),
    setOrientation: () => {},
    openByCoordinate: async (to: number[]) => void (xyz = to),
  };
  Object.assign(globalThis, {
    StreetSmartApi: {
      ViewerType: { PANORAMA: 'panorama' },
      Events: { panoramaViewer: { IMAGE_CHANGE: 'image', VIEW_CHANGE: 'view' } },
      async init(options: { targetElement: HTMLElement; srs: string; username: string }) {
        const { React } = globalThis as unknown as { React: { version: string } };
        const label = document.createElement('p');
        label.textContent = `React ${React.version}, ${options.srs}, ${options.username}`;
        const next = document.createElement('button');
        next.textContent = 'Next recording';
        next.addEventListener('click', () => {
          xyz = [(xyz[0] ?? 0) + 12, xyz[1] ?? 0, 0];
          for (const [event, listener] of listeners) if (event === 'image') listener();
        });
        options.targetElement.append(label, next);
      },
      async open(query: string) {
        xyz = [...query.split(',').map(Number), 0];
        return [viewer];
      },
      destroy() {},
    },
  });
}
