/** Whether the keyboard has a ⌘ key where others have Ctrl. */
export function isApple(): boolean {
  return /Mac|iP(hone|ad)/.test(navigator.userAgent);
}
