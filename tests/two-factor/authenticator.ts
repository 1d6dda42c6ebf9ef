import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** The data that a security key signs, besides its counter. */
interface Origin {
  /** Address of the page. */
  readonly origin: string;
  /** Domain of the key. */
  readonly domain: string;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

/** The head of a CBOR item: its major type and its length or value. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

const cborBytes = (data: Buffer): Buffer => Buffer.concat([head(2, data.length), data]);
const cborText = (text: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborInteger = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const cborMap = (...entries: Buffer[]): Buffer => Buffer.concat([head(5, entries.length / 2), ...entries]);

/** A security key of elliptic curve P-256 in memory, as WebAuthn describes it. */
export class SecurityKeyDevice {
  readonly #privateKey: KeyObject;
  readonly #publicKey: Buffer;
  readonly #id = randomBytes(32);
  counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.#privateKey = privateKey;
    // COSE: key type EC2, algorithm ES256, curve P-256, coordinates.
    this.#publicKey = cborMap(
      ...[1, 2, 3, -7, -1, 1].map(cborInteger),
      cborInteger(-2),
      cborBytes(Buffer.from(x!, 'base64url')),
      cborInteger(-3),
      cborBytes(Buffer.from(y!, 'base64url')),
    );
  }

  /** The response to registration options, as JSON. */
  register(optionsJson: string, from: Origin): string {
    const { challenge } = JSON.parse(optionsJson).publicKey;
    const length = Buffer.from([0, this.#id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, this.#publicKey]);
    const authData = this.#authenticatorData(from.domain, 0x41, attested);
    const attestationObject = cborMap(
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      cborMap(),
      cborText('authData'),
      cborBytes(authData),
    );
    return this.#response({
      clientDataJSON: this.#clientData('webauthn.create', challenge, from),
      attestationObject: base64url(attestationObject),
      transports: ['usb'],
    });
  }

  /** The signature of a challenge, as JSON. */
  sign(optionsJson: string, from: Origin): string {
    const { challenge } = JSON.parse(optionsJson).publicKey;
    this.counter++;
    const authData = this.#authenticatorData(from.domain, 0x01);
    const clientDataJSON = this.#clientData('webauthn.get', challenge, from);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.#response({
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, this.#privateKey)),
    });
  }

  #authenticatorData(domain: string, flags: number, more = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(domain), Buffer.from([flags]), counter, more]);
  }

  #clientData(type: string, challenge: string, { origin }: Origin): string {
    return base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #response(response: object): string {
    const id = base64url(this.#id);
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }
}
