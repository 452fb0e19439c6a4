import { vi } from 'vitest';

/** A fake of the browser's XMLHttpRequest. */
export interface FakeUpload {
  /** Fields of each submitted form. */
  forms: Record<string, string>[];
  /** Reports the progress of the last form to the page. */
  progress(loaded: number, total: number): void;
  aborted(): boolean;
}

/**
 * Replaces XMLHttpRequest by one that answers this to every form (a text like a proxy's page, with 413), or
 * never.
 */
export function fakeUpload(answer: object | 'never' | `<${string}`): FakeUpload {
  const forms: Record<string, string>[] = [];
  const requests: { upload: EventTarget; aborted: boolean }[] = [];
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    responseText = '';
    status = 200;
    aborted = false;

    constructor() {
      super();
      requests.push(this);
    }

    open(): void {
      // Nothing is sent.
    }

    send(form: FormData): void {
      forms.push(
        Object.fromEntries(
          [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        ),
      );
      if (answer === 'never') return;
      const isPage = typeof answer === 'string';
      this.responseText = isPage ? answer : JSON.stringify(answer);
      if (isPage) this.status = 413;
      queueMicrotask(() => {
        this.dispatchEvent(new Event('load'));
        this.dispatchEvent(new Event('loadend'));
      });
    }

    abort(): void {
      this.aborted = true;
      this.dispatchEvent(new Event('abort'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return {
    forms,
    progress: (loaded, total) =>
      requests.at(-1)?.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total })),
    aborted: () => requests.at(-1)?.aborted ?? false,
  };
}
