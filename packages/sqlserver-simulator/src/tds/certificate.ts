import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** In PEM. */
type Certificate = { readonly certificate: string; readonly key: string };

const DAY = 86_400_000;

/**
 * A self-signed X.509 v3 certificate (RFC 5280) for `localhost` and the loopback addresses, like SQL Server's
 * own. No client trusts it unless it is given as an authority.
 */
export function makeSelfSignedCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(
    set(sequence(objectId(OID.commonName), tagged(0x0c, Buffer.from('SSL_Self_Signed_Fallback')))),
  );
  const algorithm = sequence(objectId(OID.ecdsaWithSha256));
  const now = Date.now();
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))), // Version 3
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])), // Serial number, positive by its first byte
    algorithm,
    name, // Issuer
    sequence(utcTime(new Date(now - DAY)), utcTime(new Date(now + 365 * DAY))),
    name, // Subject
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(
        sequence(objectId(OID.basicConstraints), TRUE, octetString(sequence(TRUE))), // CA, as it is its own issuer
        sequence(
          objectId(OID.subjectAlternativeName),
          octetString(
            sequence(
              tagged(0x82, Buffer.from('localhost')),
              tagged(0x87, Buffer.from([127, 0, 0, 1])),
              tagged(0x87, Buffer.from([...Array<number>(15).fill(0), 1])),
            ),
          ),
        ),
      ),
    ),
  );
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Object identifiers in DER. */
const OID = {
  commonName: '550403', // 2.5.4.3
  subjectAlternativeName: '551d11', // 2.5.29.17
  basicConstraints: '551d13', // 2.5.29.19
  ecdsaWithSha256: '2a8648ce3d040302', // 1.2.840.10045.4.3.2
};

const TRUE = tagged(0x01, Buffer.from([0xff]));

/** DER: tag, length in minimal form, content. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const header =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), content]);
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]): Buffer => tagged(0x31, Buffer.concat(parts));
const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes);
const octetString = (content: Buffer): Buffer => tagged(0x04, content);
const objectId = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));
/** `YYMMDDHHMMSSZ` */
const utcTime = (moment: Date): Buffer =>
  tagged(0x17, Buffer.from(`${moment.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
