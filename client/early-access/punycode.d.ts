declare module 'punycode.js' {
  const punycode: { toUnicode(addressOrDomain: string): string };
  export default punycode;
}
