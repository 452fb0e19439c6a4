// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { storePageHosts } from '../api/maps.ts';
import { MappingError } from '../../wire/errors.ts';
import { openHosts } from './opened-hosts.ts';
import {
  awaitHosts,
  closedHosts,
  closeForeignHosts,
  mayOpenHosts,
  openHostsOnce,
  reloadWithHosts,
} from './page-hosts.ts';

vi.mock('../api/maps.ts', () => ({
  storePageHosts: vi.fn<typeof storePageHosts>(() => Promise.resolve()),
}));
const store = vi.mocked(storePageHosts);

/** What the server wrote into the page. */
function list(...hosts: string[]) {
  document.head.innerHTML = `<meta name="hosts" content="${hosts.join(' ')}">`;
}

const clear = () => {
  document.head.innerHTML = '';
  sessionStorage.clear();
  localStorage.clear();
  store.mockClear();
};

beforeEach(clear);
afterEach(clear);

describe('hosts that the page may not load from', () => {
  it('are those missing from the server’s list', () => {
    list('https://a.example', 'https://*.b.example');
    expect(closedHosts(['https://a.example', 'https://x.b.example', 'https://c.example'])).toEqual([
      'https://c.example',
    ]);
    expect(closedHosts([location.origin])).toEqual([]);
  });

  it('are none when the page has no policy', () => {
    expect(closedHosts(['https://c.example'])).toEqual([]);
  });
});

/** What the server wrote into the page, with hosts from this browser's cookie. */
function listOpened(...hosts: string[]) {
  list(...hosts);
  document.querySelector('meta')?.setAttribute('data-opened', hosts.join(' '));
}

describe('hosts a browser has allowed', () => {
  it('are added to the earlier ones, newest first, and stored by the server', async () => {
    await openHosts('demo', ['https://a.example']);
    await openHosts('demo', ['https://b.example', 'https://a.example']);
    expect(store).toHaveBeenLastCalledWith('demo', ['https://b.example', 'https://a.example']);
    await openHosts('esil', ['https://c.example']);
    expect(store).toHaveBeenLastCalledWith('esil', ['https://c.example']);
  });

  it('stay allowed', async () => {
    await openHosts('demo', ['https://a.example']);
    listOpened('https://a.example');
    const reload = vi.fn<() => void>();
    await closeForeignHosts('demo', reload);
    expect(store).toHaveBeenCalledOnce();
    expect(reload).not.toHaveBeenCalled();
  });

  it('are closed once, and the page is loaded again, if no page of this origin has opened them', async () => {
    await openHosts('demo', ['https://a.example']);
    listOpened('https://a.example', 'https://evil.example');
    const reload = vi.fn<() => void>();
    await closeForeignHosts('demo', reload);
    expect(store).toHaveBeenLastCalledWith('demo', ['https://a.example']);
    expect(reload).toHaveBeenCalledOnce();
    await closeForeignHosts('demo', reload);
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe('a browser that has deleted the storage of this website, and not its cookies', () => {
  it('opens the hosts of a map again, in the tab that had opened them before', async () => {
    list();
    const options = { org: 'demo', keepWork: () => Promise.resolve(), reload: vi.fn<() => void>() };
    expect(openHostsOnce(['https://a.example'], options)).toBe(true);
    await vi.waitFor(() => expect(options.reload).toHaveBeenCalledOnce());

    // As Safari does after seven days: https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/
    localStorage.clear();
    listOpened('https://a.example');
    const reload = vi.fn<() => void>();
    await closeForeignHosts('demo', reload);
    expect(store).toHaveBeenLastCalledWith('demo', []);
    expect(reload).toHaveBeenCalledOnce();

    list();
    expect(openHostsOnce(['https://a.example'], options)).toBe(true);
    await vi.waitFor(() => expect(options.reload).toHaveBeenCalledTimes(2));
    listOpened('https://a.example');
    await closeForeignHosts('demo', reload);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('loads the page three times again and no more, where nothing can be recorded', async () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (
      this: Storage,
      key,
      value,
    ) {
      if (this === localStorage) throw new DOMException('Full.', 'QuotaExceededError');
      stored.set(key, value);
    });
    const stored = new Map<string, string>();
    const read = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(function (this: Storage, key) {
      return this === localStorage ? null : (stored.get(key) ?? null);
    });
    const removed = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation((key) => {
      stored.delete(key);
    });
    onTestFinished(() => {
      for (const spy of [full, read, removed]) spy.mockRestore();
      store.mockImplementation(() => Promise.resolve());
    });
    let loads = 0;
    let cookie: readonly string[] = [];
    store.mockImplementation((_org, hosts) => {
      cookie = hosts;
      return Promise.resolve();
    });
    const reload = () => {
      loads += 1;
      listOpened(...cookie);
    };
    list();
    for (let page = 0; page < 5; page += 1) {
      await closeForeignHosts('demo', reload);
      await awaitOpening(reload);
    }
    expect(loads).toBe(3);
    expect(closedHosts(['https://a.example'])).toEqual([]);
  });
});

/** Opens a map of a host, and waits until the page has been loaded again, if it is. */
async function awaitOpening(reload: () => void): Promise<void> {
  await new Promise<void>((resolve) => {
    const loaded = () => {
      reload();
      resolve();
    };
    const options = { org: 'demo', keepWork: () => Promise.resolve(), reload: loaded };
    if (!openHostsOnce(['https://a.example'], options)) resolve();
  });
}

describe('a map that names other hosts', () => {
  const begin = (hosts: string[], org = 'demo') => {
    const reload = vi.fn<() => void>();
    const keepWork = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no room')));
    const reloading = openHostsOnce(hosts, { org, keepWork, reload });
    return { reload, keepWork, reloading };
  };

  it('reloads the page with the work kept, even if keeping it fails', async () => {
    list();
    const { reload, keepWork, reloading } = begin(['https://a.example']);
    expect(reloading).toBe(true);
    await vi.waitFor(() => expect(keepWork).toHaveBeenCalledOnce());
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('opens with what it may load from if the server cannot store the hosts', async () => {
    list();
    store.mockRejectedValueOnce(new MappingError('api:unreachable', 'No connection.'));
    const reload = vi.fn<() => void>();
    await awaitHosts(['https://a.example'], { org: 'demo', keepWork: async () => {}, reload });
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads only once if the page is still refused the hosts', () => {
    list();
    expect(begin(['https://a.example']).reloading).toBe(true);
    expect(begin(['https://b.example']).reloading).toBe(true);
    expect(begin(['https://a.example']).reloading).toBe(false);
    expect(begin(['https://b.example', 'https://a.example']).reloading).toBe(false);
    expect(begin(['https://a.example'], 'esil').reloading).toBe(true);
  });

  it('does not reload when the page may load from them, or cannot store the hosts', () => {
    list('https://a.example');
    expect(begin(['https://a.example']).reloading).toBe(false);
    const broken = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('no storage');
    });
    expect(begin(['https://b.example']).reloading).toBe(false);
    broken.mockRestore();
  });

  it('does not reload where the browser stores no cookies', async () => {
    list();
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(begin(['https://a.example']).reloading).toBe(false);
    const reload = vi.fn<() => void>();
    await reloadWithHosts(['https://a.example'], { org: 'demo', keepWork: async () => {}, reload });
    expect(reload).not.toHaveBeenCalled();
    expect(mayOpenHosts(['https://a.example'])).toBe(false);
  });
});

it('more hosts than a browser stores are not opened one part after the other', () => {
  const hosts = (count: number) =>
    Array.from({ length: count }, (_, index) => `https://a-long-name-of-a-server-${index}.example`);
  expect(mayOpenHosts(hosts(20))).toBe(true);
  expect(mayOpenHosts(hosts(60))).toBe(false);
});
