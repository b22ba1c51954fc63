/** What browsers that know Trusted Types offer; typed by hand, for TypeScript does not know it yet. */
interface TrustedTypes {
  emptyHTML: string;
  createPolicy(
    name: string,
    rules: { createScript(text: string): string },
  ): { createScript(text: string): string };
}

declare global {
  var trustedTypes: TrustedTypes | undefined;
}

/** Throws where it is not JSON: that, and no code, is what our one policy lets into a script element. */
const createScript = (text: string): string => {
  JSON.parse(text);
  return text;
};

const policy = globalThis.trustedTypes?.createPolicy('structured-data', { createScript });

/** Structured data, in the form in which a page bound to Trusted Types may write it into its element. */
export const structuredData = (text: string): string =>
  (policy ?? { createScript }).createScript(text);
