import type { FastifyReply } from 'fastify';
import { hostsCookie, parseHosts, printHosts } from '../../../wire/map-hosts.ts';
import { onlyCookie } from '../../platform/http/page-request.ts';
import { openText, sealText, type Vault } from '../../platform/safety/vault.ts';

/** Seconds for which a browser stores the hosts of an organisation's maps. */
const cookieSeconds = 180 * 24 * 60 * 60;

/**
 * The hosts that a browser has opened for the pages of an organisation, in an HttpOnly cookie that only this server can make. Pages
 * on another port of the host share cookies with it, so it believes no other.
 */
export interface HostsCookie {
  /** @param header the `Cookie` header */
  read(header: string | undefined, organisation: string, now: number): string[];
  write(reply: FastifyReply, organisation: string, hosts: readonly string[], now: number): void;
}

export function createHostsCookie(vault: Pick<Vault, 'seal' | 'open'>, publicUrl: string): HostsCookie {
  const secure = publicUrl.startsWith('https:');
  return {
    read(header, organisation, now) {
      const sealed = onlyCookie(header, hostsCookie) ?? '';
      const [until = '', hosts = ''] = openText(vault, sealed, ownerOf(organisation))?.split(' ') ?? [];
      return Number(until) > now ? parseHosts(hosts) : [];
    },
    write(reply, organisation, hosts, now) {
      const text = `${now + cookieSeconds * 1000} ${printHosts(hosts)}`;
      void reply.setCookie(hostsCookie, sealText(vault, text, ownerOf(organisation)), {
        path: `/${organisation}`,
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: cookieSeconds,
      });
    },
  };
}

function ownerOf(organisation: string): string {
  return JSON.stringify(['page-hosts', organisation]);
}
