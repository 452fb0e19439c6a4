import type { OpenedHosts } from '../../wire/opened-hosts.ts';
import { apiClient } from './api-client.ts';

/** Stores in this browser, by a cookie that only the server can make, which hosts the pages of an organisation may load from. */
export async function storePageHosts(organisation: string, hosts: string[]): Promise<void> {
  const body: OpenedHosts = { hosts };
  await apiClient.post(`/${encodeURIComponent(organisation)}/page-hosts`, body);
}
