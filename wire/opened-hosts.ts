import { z } from 'zod';
import { isHostSource } from './map-hosts.ts';

/** `POST /api/{org}/page-hosts`: all hosts that this browser opens for the pages of an organisation, the newest first. */
export const openedHostsSchema = z.object({
  hosts: z.array(z.string().refine(isHostSource)).max(200),
});

export type OpenedHosts = z.infer<typeof openedHostsSchema>;
