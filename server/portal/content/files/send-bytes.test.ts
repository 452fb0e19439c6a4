import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { guardUpload, sendBytes } from './send-bytes.ts';

test('a picture that is ready after its client left is not sent', () => {
  const send = vi.fn<() => void>();
  const reply = { sent: true, header: () => reply, type: () => reply, send } as unknown as FastifyReply;
  const picture = { content_type: 'image/png', bytes: new Uint8Array([1, 2, 3]) };
  sendBytes({ headers: {} } as FastifyRequest, reply, picture);
  expect(send).not.toHaveBeenCalled();
});

test('the name of a file is written as RFC 8187 requires', () => {
  const header = vi.fn<(name: string, value: string) => unknown>(() => reply);
  const reply = { header, type: () => reply } as unknown as FastifyReply;
  guardUpload(reply, 'text/csv', `O'Brien (1)*, é.csv`);
  expect(header).toHaveBeenCalledWith(
    'content-disposition',
    "inline; filename*=UTF-8''O%27Brien%20%281%29%2A%2C%20%C3%A9.csv",
  );
});
