import { generateKeyPairSync, sign } from 'node:crypto';

/** One value of DER: its tag, its length, its parts. */
function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const yes = Buffer.from('0101ff', 'hex');
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const commonName = '550403';
const basicConstraints = '551d13';
const subjectAltName = '551d11';
const utcTime = (date: Date): Buffer =>
  der(0x17, `${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`);
const dayMs = 86_400_000;

/** A certificate that vouches for itself and one host name, good from yesterday until tomorrow, as PEM. */
export function selfSigned(host: string): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(oid(commonName), der(0x0c, host))));
  const extensions = sequence(
    sequence(oid(basicConstraints), yes, der(0x04, sequence(yes))),
    sequence(oid(subjectAltName), der(0x04, sequence(der(0x82, host)))),
  );
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(Date.now() - dayMs)), utcTime(new Date(Date.now() + dayMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey));
  const lines = sequence(toBeSigned, ecdsaWithSha256, signature).toString('base64');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}
