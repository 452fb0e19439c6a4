import Fastify from 'fastify';

/** A process with a bare route for each text that its parent sends, to which it sends its origin. */
process.on('message', (texts: readonly string[]) => void listen(texts));
process.on('disconnect', () => process.exit());

async function listen(texts: readonly string[]): Promise<void> {
  const app = Fastify();
  for (const [index, text] of texts.entries())
    app.get(`/${index}`, async (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
}
