import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

type Options = { challenge: string; rpId?: string; rp?: { id?: string }; user?: { id: string } };
type Quirks = { origin?: string; isVerified?: boolean; counts?: boolean };

/** A device that holds one passkey, and answers for a site as browsers do. */
export function createDevice(
  site: string,
  { origin = site, isVerified = true, counts = false }: Quirks = {},
) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(16);
  const id = rawId.toString('base64url');
  let signatures = 0;
  let userHandle: string | undefined;

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const flagged = (flags: number, rpId = '') => {
    const count = Buffer.alloc(4);
    if (counts) count.writeUInt32BE(++signatures);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | (isVerified ? 0x05 : 0x01)]), count]);
  };
  const answer = (response: Record<string, unknown>) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    create({ challenge, rp, user }: Options) {
      userHandle = user?.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE: { 1: EC2, 3: ES256, -1: P-256, -2: x, -3: y }
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const attested = [Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, key];
      const authData = Buffer.concat([flagged(0x40, rp?.id), ...attested]);
      // CBOR: { fmt: 'none', attStmt: {}, authData }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, authData.length]),
        authData,
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      });
    },
    get({ challenge, rpId }: Options) {
      const data = clientData('webauthn.get', challenge);
      const authenticatorData = flagged(0, rpId);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey);
      return answer({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      });
    },
  };
}
