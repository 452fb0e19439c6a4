import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { allowFraming, isEmbedded, securityHeaders } from './security-headers.ts';

const sid = 'abcdefghijkmnpqr';

describe('framing by other pages', () => {
  it.each([
    [`/demo/map/sid/${sid}?embed`, true],
    [`/demo/map/sid/${sid}?lang=ar&embed=`, true],
    [`/demo/map/sid/${sid}`, false],
    [`/demo/map/sid/${sid}?embedded`, false],
    [`/demo/map/sid/${sid}/more?embed`, false],
    ['/demo/map/sid/short?embed', false],
    ['/demo/map/wid/abc?embed', false],
    ['/demo/administration?embed', false],
    [`/demo/administration?x=/map/sid/${sid}&embed`, false],
    [`//map/sid/${sid}?embed`, false],
  ])('%s: %s', (address, expected) => {
    expect(isEmbedded(address)).toBe(expected);
  });

  it('opens the policy for that address only, and keeps the rest of it', async () => {
    const app = Fastify();
    await app.register(securityHeaders, { publicUrl: 'https://maps.example' });
    app.get('/*', async (request, reply) => {
      allowFraming(request.url, reply);
      return 'page';
    });
    const open = await app.inject(`/demo/map/sid/${sid}?embed`);
    const closed = await app.inject(`/demo/map/sid/${sid}`);
    const policy = String(closed.headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(closed.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(open.headers['content-security-policy']).toBe(
      policy.replace("frame-ancestors 'self'", 'frame-ancestors *'),
    );
    expect(open.headers['x-frame-options']).toBeUndefined();
    await app.close();
  });
});
