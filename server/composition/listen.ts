import type { FastifyInstance } from 'fastify';
import { MappingError } from '../../wire/errors.ts';

/** Address at which this process reaches itself, once it listens. */
export function ownOrigin({ listeningOrigin }: FastifyInstance): string {
  return listeningOrigin.replace('0.0.0.0', '127.0.0.1');
}

/**
 * Starts listening, and returns the address.
 * @throws MappingError `http:port-in-use`, `http:port-forbidden`
 */
export async function listen(
  app: FastifyInstance,
  { port, host }: { port: number; host: string },
  setting: 'PORT' | 'INTEGRATIONS_PORT' = 'PORT',
): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (cause) {
    await app.close();
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new MappingError(
        'http:port-in-use',
        `Port ${port} is in use. Stop the program that uses it, or set ${setting} to another one.`,
        {
          cause,
        },
      );
    }
    if (code === 'EACCES') {
      throw new MappingError(
        'http:port-forbidden',
        `This account may not listen on port ${port}. Set ${setting} to one above 1023.`,
        { cause },
      );
    }
    throw cause;
  }
}
