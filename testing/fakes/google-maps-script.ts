/**
 * A fake of Google’s script as far as it is used, with a photo every 22 m. Its events fire synchronously with
 * every change, including those made by the page. Controls below it move to the next photo, and make Google
 * reject the key.
 */
export const googleMapsScript = `(${inPage.toString()})()`;

/** The photo that the fake shows for a place. */
export function nearestFakePhoto({ lat, lng }: { lat: number; lng: number }) {
  const near = (degrees: number) => Math.round(degrees / 0.0002) * 0.0002;
  return { lat: near(lat), lng: near(lng) };
}

/**
 * Runs in the page, so it is self-contained. Functions instead of classes, because compiled classes need
 * helpers.
 */
function inPage(): void {
  const apart = 0.0002;
  const near = (degrees: number) => (Math.round(degrees / apart) * apart).toFixed(4);
  const placeOf = (pano: string) => {
    const [lat = 0, lng = 0] = pano.split(',').map(Number);
    return { lat: () => lat, lng: () => lng };
  };
  function StreetViewService() {
    return {
      getPanorama: async ({ location }: { location: { lat: number; lng: number } }) => {
        const pano = `${near(location.lat)},${near(location.lng)}`;
        return { data: { location: { pano, latLng: placeOf(pano) } } };
      },
    };
  }
  function StreetViewPanorama(element: HTMLElement) {
    const listeners: [string, () => void][] = [];
    let shown = '';
    let pov = { heading: 0, pitch: 0 };
    const notify = (event: string) => {
      for (const [name, listener] of listeners) if (name === event) listener();
    };
    const setPano = (pano: string) => {
      shown = pano;
      notify('pano_changed');
      notify('position_changed');
    };
    const button = (label: string, act: () => void) => {
      const made = document.createElement('button');
      made.textContent = label;
      made.addEventListener('click', act);
      element.append(made);
    };
    button('One on', () => {
      const { lat, lng } = placeOf(shown);
      setPano(`${near(lat() + apart)},${near(lng())}`);
    });
    button('Refuse the key', () => (globalThis as { gm_authFailure?(): void }).gm_authFailure?.());
    return {
      setPano,
      getPano: () => shown,
      getPosition: () => (shown ? placeOf(shown) : null),
      getPov: () => pov,
      setPov: (next: typeof pov) => {
        pov = next;
        notify('pov_changed');
      },
      addListener: (event: string, listener: () => void) => void listeners.push([event, listener]),
    };
  }
  const importLibrary = async () => ({ StreetViewService, StreetViewPanorama });
  Object.assign(globalThis, { google: { maps: { importLibrary } } });
}
