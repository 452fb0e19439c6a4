/** What a page records about itself while it loads, in milliseconds since the start of the navigation. */
export interface PageTimes {
  firstPaint: number;
  /** 0 until a control is usable. */
  shell: number;
  /** 0 until a picture of the map is shown in its place. */
  picture: number;
  /** When a link was clicked for the first time; 0 until then. */
  clicked: number;
  /** Each task of the main thread above 50 ms. */
  longTasks: { at: number; duration: number }[];
}

/**
 * Runs inside the page, before its own scripts. `control` selects the controls of which one must become
 * usable.
 */
export function watchPage(control: string): void {
  const times: PageTimes = { firstPaint: 0, shell: 0, picture: 0, clicked: 0, longTasks: [] };
  (globalThis as never as { times: PageTimes }).times = times;
  new PerformanceObserver((list) => {
    for (const { startTime: at, duration } of list.getEntries()) times.longTasks.push({ at, duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') times.firstPaint = startTime;
  }).observe({ type: 'paint', buffered: true });
  addEventListener('click', ({ timeStamp }) => (times.clicked ||= timeStamp), { capture: true });
  const usable = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width < 8 || height < 8 || (element as HTMLButtonElement).disabled) return false;
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return (
      hit !== null &&
      (element.contains(hit) || hit.contains(element)) &&
      getComputedStyle(element).visibility !== 'hidden'
    );
  };
  const isShown = (image: HTMLImageElement) =>
    image.complete && image.naturalWidth > 0 && image.getBoundingClientRect().width > 0;
  const look = () => {
    const images = document.querySelectorAll<HTMLImageElement>(
      '#shell-picture img, [data-first-picture] img',
    );
    // The frame after the one in which it is there.
    if ([...images].some(isShown)) requestAnimationFrame((now) => (times.picture = now));
    else requestAnimationFrame(look);
  };
  look();
  const timer = setInterval(() => {
    if (![...document.querySelectorAll(control)].some(usable)) return;
    times.shell = performance.now();
    clearInterval(timer);
  }, 50);
}
