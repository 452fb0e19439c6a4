import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { sendBytes } from './send-bytes.ts';

test('a picture that is ready after its client left is not sent', () => {
  const send = vi.fn<() => void>();
  const reply = { sent: true, header: () => reply, type: () => reply, send } as unknown as FastifyReply;
  const picture = { content_type: 'image/png', bytes: new Uint8Array([1, 2, 3]) };
  sendBytes({ headers: {} } as FastifyRequest, reply, picture);
  expect(send).not.toHaveBeenCalled();
});
