import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defined, type OrUndefined } from '../../src/kernel/fields.ts';
import { newProduct, product } from '../support/products.ts';
import { fails, ok, startSouk, type Answer, type Client, type Souk } from '../support/souk.ts';

/** A signing key of the identity service. */
interface SigningKey {
  readonly private: CryptoKey;
  readonly public: JWK;
}

async function makeKey(kid: string, alg = 'RS256'): Promise<SigningKey> {
  const pair = await generateKeyPair(alg, { extractable: true });
  return { private: pair.privateKey, public: { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' } };
}

/** An identity service: its discovery document and its keys, over HTTP. */
class IdentityService {
  keys: SigningKey[] = [];
  isDown = false;
  fetched = 0;
  #server: Server | undefined;
  #port = 0;

  get issuer(): string {
    return `http://127.0.0.1:${this.#port}/realm`;
  }

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      if (this.isDown) return void response.writeHead(503).end();
      const discovery = { issuer: this.issuer, jwks_uri: `${this.issuer}/keys` };
      const documents: Record<string, unknown> = {
        '/realm/.well-known/openid-configuration': discovery,
        '/realm/keys': { keys: this.keys.map((key) => key.public) },
      };
      if (request.url === '/realm/keys') this.fetched += 1;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(documents[request.url!] ?? {}));
    });
    await new Promise<void>((resolve) => this.#server!.listen(0, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.#server!.closeAllConnections();
    await new Promise((resolve) => this.#server!.close(resolve));
  }
}

const service = new IdentityService();
let souk: Souk;
let key: SigningKey;
beforeAll(async () => {
  await service.start();
  key = await makeKey('one');
  service.keys = [key];
  souk = await startSouk();
  const merchant = '--user c --email c@example.com --role Catalogue --resources Magento_Catalog::products';
  await souk.cli('admin:user:create', ...merchant.split(' '));
  await souk.configure({
    'souk/identity/issuer': service.issuer,
    'souk/identity/audience': 'souk, shop',
    'souk/identity/role_claim': 'realm_access.roles',
    'souk/identity/roles': JSON.stringify({ boss: 'Administrators', merchant: 'Catalogue', ghost: 'No such role' }),
    'souk/identity/keys_cooldown': '0',
  });
});
afterAll(async () => {
  await souk.stop();
  await service.stop();
});

interface TokenOptions {
  readonly claims?: OrUndefined<JWTPayload>;
  readonly roles?: unknown;
  readonly signedBy?: SigningKey;
  readonly header?: { alg?: string; kid?: string };
}

const seconds = (): number => Math.floor(Date.now() / 1000);

/** A token as the service issues it; a claim that is undefined is left out. */
function token({ claims = {}, roles = ['boss'], signedBy = key, header = {} }: TokenOptions = {}): Promise<string> {
  const usual = { iss: service.issuer, aud: 'souk', sub: 'ada', iat: seconds(), exp: seconds() + 300 };
  return new SignJWT(defined({ ...usual, realm_access: { roles }, ...claims }))
    .setProtectedHeader({ alg: signedBy.public.alg!, kid: signedBy.public.kid!, typ: 'JWT', ...header })
    .sign(signedBy.private);
}

const as = async (options?: TokenOptions): Promise<Client> => souk.guest.as(await token(options));
const modules = async (client: Client): Promise<Answer> => client.get('/V1/modules');
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a token of the identity service', () => {
  test('is taken where one of an admin user is, with the permissions of its role', async () => {
    ok(await modules(await as()));
    const merchant = await as({ roles: ['merchant'], claims: { sub: 'bea' } });
    ok(await merchant.get('/V1/products?searchCriteria[pageSize]=1'));
    fails(await modules(merchant), 401, /Magento_Backend::admin/);
  });

  test('makes its user once, who is listed and may be deactivated', async () => {
    const person = { sub: 'Cy', given_name: 'Cy', family_name: 'Young', email: 'admin@example.com' };
    const bearer = await token({ claims: person });
    const answers = await Promise.all(Array.from({ length: 8 }, () => modules(souk.guest.as(bearer))));
    for (const answer of answers) ok(answer);
    const lines = (await souk.cli('admin:user:list')).stdout.split('\n').filter((line) => line.includes('#Cy'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`${service.issuer}#Cy`);
    expect(lines[0]).toContain('Administrators');
    const [, name] = lines[0]!.split('\t');
    const { code } = await souk.cli('admin:user:disable', name!);
    expect(code).toBe(0);
    await expect.poll(async () => (await modules(souk.guest.as(bearer))).status).toBe(401);
    // Another subject, however alike, is another user.
    ok(await modules(await as({ claims: { sub: 'cy' } })));
  });

  test('opens nothing by name and password', async () => {
    ok(await modules(await as({ claims: { sub: 'dora' } })));
    for (const password of ['', 'x']) {
      const answer = await souk.guest.post('/V1/integration/admin/token', {
        username: `${service.issuer}#dora`,
        password,
      });
      expect([400, 401]).toContain(answer.status);
    }
  });

  test('is named in the audit log by issuer and subject, also for asynchronous calls', async () => {
    const merchant = await as({ roles: ['merchant'], claims: { sub: 'fay' } });
    await newProduct({ admin: merchant }, { sku: 'by-token' });
    const later = { product: product({ sku: 'by-token-later' }) };
    expect((await merchant.post('/async/V1/products', later)).status).toBe(202);
    const entries = async (): Promise<string[]> => {
      const { stdout } = await souk.cli('audit:list', '--user', `${service.issuer}#fay`);
      return stdout.split('\n').filter((line) => line.includes('by-token'));
    };
    await expect.poll(async () => (await entries()).length, { interval: 100 }).toBe(2);
    expect((await entries())[0]).toContain(`${service.issuer}#fay`);
  });

  test.each<[string, TokenOptions | (() => Promise<TokenOptions>)]>([
    ['is over', { claims: { exp: seconds() - 60 } }],
    ['has no end', { claims: { exp: undefined } }],
    ['is not valid yet', { claims: { nbf: seconds() + 86_400 } }],
    ['is for another audience', { claims: { aud: 'elsewhere' } }],
    ['is for nobody in particular', { claims: { aud: undefined } }],
    ['is of another issuer', { claims: { iss: 'http://127.0.0.1:9/realm' } }],
    ['has no issuer', { claims: { iss: undefined } }],
    ['has no subject', { claims: { sub: undefined } }],
    ['has an empty subject', { claims: { sub: '' } }],
    ['has a subject with a line break', { claims: { sub: 'a\nb' } }],
    ['has no role', { roles: [] }],
    ['has no role that is mapped', { roles: ['customer', 'bos', 'boss '] }],
    ['has a role that is not there', { roles: ['ghost'] }],
    ['has a number for roles', { roles: 7 }],
    ['has the roles elsewhere', { roles: [], claims: { roles: ['boss'] } }],
    ['is signed with another key of the same name', async () => ({ signedBy: await makeKey('one') })],
    ['is signed with a key that is not published', async () => ({ signedBy: await makeKey('unknown') })],
  ])('is refused when it %s', async (_, given) => {
    fails(await modules(await as(typeof given === 'function' ? await given() : given)), 401);
  });

  test('is refused without a signature, and with one under the public key as a secret', async () => {
    const [head, body, signature] = (await token()).split('.') as [string, string, string];
    const none = base64({ alg: 'none', typ: 'JWT' });
    const secret = new TextEncoder().encode(JSON.stringify(key.public));
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as JWTPayload;
    const symmetric = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret);
    const changed = base64({ ...claims, sub: 'mallory' });
    const unsigned = [`${none}.${body}.`, `${none}.${body}.${signature}`, `${head}.${body}.`, `${head}.${body}`];
    const broken = [`${head}.${changed}.${signature}`, `${head}.${body}.${signature}.x`, 'a.b.c'];
    for (const bad of [...unsigned, ...broken, symmetric]) {
      fails(await modules(souk.guest.as(bad)), 401);
    }
  });

  test('may be off by the configured skew of clocks', async () => {
    ok(await modules(await as({ claims: { exp: seconds() - 10 } })));
    fails(await modules(await as({ claims: { exp: seconds() - 40 } })), 401);
    ok(await modules(await as({ claims: { nbf: seconds() + 10 } })));
  });

  test('may name several audiences, and roles as words of a text', async () => {
    ok(await modules(await as({ claims: { aud: ['elsewhere', 'shop'] } })));
    ok(await modules(await as({ roles: 'customer boss' })));
  });

  test('gets the first role of the settings that it has', async () => {
    const both = await as({ roles: ['merchant', 'boss'], claims: { sub: 'eve' } });
    ok(await modules(both));
    const less = await as({ roles: ['merchant'], claims: { sub: 'eve' } });
    fails(await modules(less), 401);
    ok(await modules(both));
  });

  test('still lets a guest read what is open, when it is refused', async () => {
    ok(await (await as({ claims: { exp: 1 } })).get('/V1/directory/currency'));
  });
});

describe('the keys of the service', () => {
  test('are fetched once for many tokens', async () => {
    ok(await modules(await as()));
    const before = service.fetched;
    for (let i = 0; i < 5; i++) ok(await modules(await as()));
    expect(service.fetched).toBe(before);
  });

  test('may change: new ones are taken at once, old ones no longer when they are gone', async () => {
    const old = await token();
    const next = await makeKey('two', 'ES256');
    service.keys = [key, next];
    ok(await modules(await as({ signedBy: next })));
    ok(await modules(souk.guest.as(old)));
    service.keys = [next];
    // An unknown key has the published ones fetched anew.
    fails(await modules(await as({ signedBy: await makeKey('three') })), 401);
    fails(await modules(souk.guest.as(old)), 401);
    key = next;
  });

  test('of a kind that is not allowed do not count', async () => {
    await souk.configure({ 'souk/identity/algorithms': 'RS256' });
    fails(await modules(await as()), 401);
    await souk.configure({ 'souk/identity/algorithms': '' });
    ok(await modules(await as()));
  });

  test('go on to count while the service is down; it is asked again when it is back', async () => {
    service.isDown = true;
    const unknown = await makeKey('four', 'EdDSA');
    fails(await modules(await as({ signedBy: unknown })), 401);
    ok(await modules(await as()));
    service.isDown = false;
    service.keys = [key, unknown];
    const newer = await as({ signedBy: unknown });
    await expect.poll(async () => (await modules(newer)).status).toBe(200);
    expect(souk.output()).toContain('the identity service does not give its keys');
  });

  test('that were never had refuse its tokens, and no others', async () => {
    service.isDown = true;
    await souk.restart();
    fails(await modules(await as()), 401);
    ok(await modules(souk.admin));
    service.isDown = false;
    const bearer = await as();
    await expect.poll(async () => (await modules(bearer)).status).toBe(200);
  });

  test('may be at a configured place', async () => {
    await souk.configure({ 'souk/identity/jwks_url': `${service.issuer}/nowhere` });
    fails(await modules(await as()), 401);
    await souk.configure({ 'souk/identity/jwks_url': `${service.issuer}/keys` });
    ok(await modules(await as()));
  });
});

describe('the settings', () => {
  test.each([
    ['souk/identity/roles', 'Administrators'],
    ['souk/identity/roles', '{"a":1}'],
    ['souk/identity/algorithms', 'HS256'],
    ['souk/identity/algorithms', 'none'],
    ['souk/identity/issuer', 'example.com'],
  ])('%s takes no %s', async (path, value) => {
    const refused = await souk.guest.raw('PUT', '/_/configuration', { settings: { [path]: value } });
    expect(refused.status).toBe(400);
    expect(refused.body.parameters.path).toBe(path);
  });

  test.each(['souk/identity/issuer', 'souk/identity/audience', 'souk/identity/roles'])(
    'without %s no token is taken',
    async (path) => {
      const { stdout } = await souk.cli('config:show', path);
      await souk.configure({ [path]: '' });
      fails(await modules(await as()), 401);
      await souk.configure({ [path]: stdout.trim().replace(`${path} = `, '') });
      ok(await modules(await as()));
    },
  );
});
